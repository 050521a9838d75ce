import { stripVTControlCharacters } from "node:util";

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

/**
 * Code points that a terminal draws two columns wide: the Wide and Fullwidth blocks of Unicode's
 * EastAsianWidth.txt, taken by the block; emoji are told by their own property.
 */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
const INVISIBLE = /^[\p{Mark}\p{Control}\p{Format}]+$/u;
// Most lines, and quickly told.
const ASCII = /^[\u0020-\u007e]*$/;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
}

/** Columns that a clean line takes on a terminal. */
export function widthOf(line: string): number {
  if (ASCII.test(line)) return line.length;
  let width = 0;
  for (const { segment } of graphemes.segment(line)) width += graphemeWidth(segment);
  return width;
}

/** The line cut to `width` columns, with an ellipsis for what was cut. */
export function cut(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  if (width <= 0) return "";
  let kept = "";
  let columns = 0;
  for (const { segment } of graphemes.segment(line)) {
    const next = columns + graphemeWidth(segment);
    if (next > width - 1) break;
    kept += segment;
    columns = next;
  }
  return `${kept.trimEnd()}…`;
}

/** The line filled with spaces to `width` columns. */
export const pad = (line: string, width: number): string => line + " ".repeat(Math.max(0, width - widthOf(line)));

/** A paragraph broken at spaces into lines of at most `width` columns; a word longer than a line is broken too. */
export function wrap(paragraph: string, width: number): readonly string[] {
  const room = Math.max(1, width);
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (widthOf(joined) <= room) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = breakWord(word, room);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return [...lines, line];
}

function breakWord(word: string, width: number): readonly string[] {
  if (widthOf(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = "";
  let columns = 0;
  for (const { segment } of graphemes.segment(word)) {
    const next = graphemeWidth(segment);
    if (columns + next > width && piece !== "") {
      pieces.push(piece);
      piece = "";
      columns = 0;
    }
    piece += segment;
    columns += next;
  }
  return [...pieces, piece];
}
