/** Where the command line writes, and what may be written there. */
import { stripVTControlCharacters, styleText } from "node:util";
import stringWidth from "string-width";

/** What is written to: the process's own output, or a test's. */
export interface Terminal {
  /** True when what is painted can be painted over. */
  readonly repaints: boolean;
  readonly colour: boolean;
  readonly columns: number;
  write(text: string): void;
}

/** Assumed where nothing says how wide a line may be. */
const DEFAULT_COLUMNS = 100;
/** A log is read in an editor as often as in a terminal: it need not be cut as short. */
const LOG_COLUMNS = 160;

/** The terminal behind a stream. Its colours follow NO_COLOR; what is no terminal, or a "dumb" one, is a log without. */
export function toTerminal(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv = process.env): Terminal {
  const repaints = stream.isTTY === true && environment.TERM !== "dumb";
  return {
    repaints,
    colour: repaints && stream.hasColors(),
    get columns() {
      return repaints ? stream.columns || DEFAULT_COLUMNS : LOG_COLUMNS;
    },
    write: (text) => {
      stream.write(text);
    },
  };
}

/**
 * What must never reach a terminal from outside: control characters (C0, DEL, C1), which move the cursor or
 * begin an escape sequence; bidirectional controls, which make a line read as another (Unicode TR 36); and
 * invisible characters that hide text.
 */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Text from a server or a model, made harmless: letters, marks, line feeds and spaces are left. */
export const clean = (text: string): string =>
  stripVTControlCharacters(text.toWellFormed().replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n"))
    .replaceAll("\t", "  ")
    .replaceAll(UNSAFE, "");

/** The same on one line. */
export const cleanLine = (text: string): string => clean(text).replaceAll(/\s+/g, " ").trim();

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Columns that a clean line takes on a terminal. */
export const widthOf = (line: string): number => stringWidth(line);

/** The line cut to `width` columns, with an ellipsis for what was cut. */
export function cut(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  if (width <= 0) return "";
  let kept = "";
  let columns = 0;
  for (const { segment } of graphemes.segment(line)) {
    const next = columns + widthOf(segment);
    if (next > width - 1) break;
    kept += segment;
    columns = next;
  }
  return `${kept.trimEnd()}…`;
}

/** The line filled with spaces to `width` columns. */
export const pad = (line: string, width: number): string => line + " ".repeat(Math.max(0, width - widthOf(line)));

/** A paragraph broken at spaces into lines of at most `width` columns; a longer word, such as an address, stays whole. */
export function wrap(paragraph: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(joined) > width) {
      lines.push(line);
      line = word;
    } else line = joined;
  }
  return [...lines, line];
}

export type Style = "plain" | "bold" | "dim" | "green" | "red" | "yellow" | "cyan";

/** A piece of a line in one style. */
export interface StyledSpan {
  readonly text: string;
  readonly style: Style;
}

export type StyledLine = readonly StyledSpan[];

export const span = (text: string, style: Style = "plain"): StyledSpan => ({ text, style });

/**
 * A line as a string of at most `width` columns. Everything that is printed passes here: what is unsafe is
 * taken out of every span, so that no escape sequence but our own reaches the terminal.
 */
export function paint(line: StyledLine, width: number, colour: boolean): string {
  let left = width;
  let painted = "";
  for (const { text, style } of line) {
    const shown = cut(clean(text).replaceAll("\n", " "), left);
    if (shown === "") continue;
    left -= widthOf(shown);
    // `validateStream` would look at the process; whether there is colour has been decided by the caller.
    painted += colour && style !== "plain" ? styleText(style, shown, { validateStream: false }) : shown;
    if (left <= 0) break;
  }
  return painted;
}
