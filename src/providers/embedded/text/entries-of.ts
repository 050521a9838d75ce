import { AppError } from "../../../domain/errors.ts";
import { isRecord, parsedJson } from "../../../domain/json.ts";
import { standingAlone, type TextEntry } from "./lines-alone.ts";
import { onlyNames, readColumn } from "./tables/columns.ts";
import { gridOf, MAX_COLUMNS } from "./tables/read-table.ts";

/**
 * The entries of a text that consists of several: items behind marks or numbers, texts of a JSON list, rows of a table by
 * the column that holds running text, lines and paragraphs that stand for themselves. Null for one text, such as a letter,
 * a story or a poem, and wherever it is in doubt. Linear in the text.
 */
export function entriesOf(text: string): readonly TextEntry[] | null {
  const trimmed = text.trim().replace(/\r\n?/g, "\n");
  const entries = /^[[{"]/.test(trimmed) ? entriesOfJson(trimmed) : null;
  const found = entries ?? ofTable(trimmed) ?? items(trimmed) ?? standingAlone(trimmed);
  const told = (found ?? []).filter((entry) => /[\p{L}\p{N}\p{S}]/u.test(entry.text));
  return told.length < 2 ? null : told;
}

const untitled = (text: string): TextEntry => ({ text: text.trim(), title: null });

/** Of a list of texts, of objects, or of an object around one; JSON Lines and quoted texts without brackets are lists too. */
function entriesOfJson(text: string): readonly TextEntry[] | null {
  const lines = text.split("\n").map((line) => line.replace(/,\s*$/, ""));
  const json = parsedJson(text) ?? parsedJson(`[${lines.join(",")}]`);
  const values = isRecord(json) ? Object.values(json) : [json];
  const list = values.length === 1 ? values[0] : json;
  if (!Array.isArray(list)) return null;
  if (list.every((item) => typeof item === "string")) return list.map(untitled);
  return list.every(isRecord) ? ofTable(JSON.stringify(list)) : null;
}

/** Less is the name of something. */
const RUNNING_TEXT_WORDS = 3;
const MAX_HEADER_WORDS = 3;
/** Cells that tell what a column holds. */
const SAMPLE_CELLS = 100;

/** Null for a text that is no table, and for a table without a column of running text. */
function ofTable(text: string): readonly TextEntry[] | null {
  const [header = [], ...body] = gridOrNothing(text);
  const { length: width } = header;
  const isHeader = header.every((cell) => cell !== "" && wordCount(cell) <= MAX_HEADER_WORDS);
  if (width < 2 || width > MAX_COLUMNS || body.length < 2 || !isHeader || body.some((row) => row.length < width))
    return null;
  // A delimiter inside the last column, which is not in quotes.
  const rows = body.map((row) => [...row.slice(0, width - 1), row.slice(width - 1).join(", ")]);
  const running = runningColumn(header, rows);
  if (running === null || body.some((row) => row.length > width && running < width - 1)) return null;
  return rows.map((row) => ({ text: row[running] ?? "", title: titleOf(row.toSpliced(running, 1)) }));
}

function gridOrNothing(text: string): readonly (readonly string[])[] {
  try {
    return gridOf(text);
  } catch (thrown) {
    if (thrown instanceof AppError) return [];
    throw thrown;
  }
}

/** The column with the most words a cell; its name is much shorter than what it holds. */
function runningColumn(header: readonly string[], rows: readonly (readonly string[])[]): number | null {
  let best: { readonly at: number; readonly words: number } | null = null;
  for (const [at, name] of header.entries()) {
    const cells = rows.slice(0, SAMPLE_CELLS).map((row) => row[at] ?? "");
    const column = readColumn(name, at, cells);
    if (column.type !== "text" || onlyNames(column)) continue;
    const words = mean(cells.map(wordCount));
    const isRunning = words >= RUNNING_TEXT_WORDS && 2 * name.length <= mean(cells.map((cell) => cell.length));
    if (isRunning && words > (best?.words ?? 0)) best = { at, words };
  }
  return best?.at ?? null;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const wordCount = (text: string): number => (text === "" ? 0 : text.trim().split(/\s+/).length);

/** A number and a name say which row it is. */
const TITLE_CELLS = 2;
const MAX_TITLE_CHARS = 40;

function titleOf(cells: readonly string[]): string | null {
  const short = cells.filter((cell) => cell !== "" && cell.length <= MAX_TITLE_CHARS).slice(0, TITLE_CELLS);
  return short.length === 0 ? null : short.join(" ");
}

const MARK = /^([^\S\n]*)(?:[-*•–]|\(?(?:\d{1,3}[.)]|[a-z]\)))\s+(?=\S)/;
const INLINE_NUMBER = /(?:^|\s)\(?(\d{1,3})\)\s+(?=\S)/g;

/** Items behind marks, with at most one line before or after them; what stands in a letter or under headings is a part of it. */
function items(text: string): readonly TextEntry[] | null {
  const lines = inLines(text).split("\n");
  const indents = lines.flatMap((line) => MARK.exec(line)?.[1]?.length ?? []);
  const indent = indents.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const found: string[][] = [];
  let [outside, isInItem] = [0, false];
  for (const line of lines) {
    const mark = MARK.exec(line);
    if (mark?.[1]?.length === indent) {
      found.push([line.replace(MARK, "")]);
      isInItem = true;
    } else if (line.trim() === "") isInItem = false;
    else if (found.length > 0 && (/^\s/.test(line) || (isInItem && goesOn(found.at(-1)?.at(-1) ?? "", line))))
      found.at(-1)?.push(line.trim());
    else outside++;
  }
  return found.length < 2 || outside > 1 ? null : found.map((item) => untitled(item.join(" ")));
}

/** A line as long as this goes on in the next one. */
const FULL_LINE_CHARS = 50;
const goesOn = (line: string, next: string): boolean => line.length >= FULL_LINE_CHARS || /^\p{Ll}/u.test(next);

/** "1) one 2) two" in lines; any other text as it is. */
function inLines(text: string): string {
  if (text.includes("\n")) return text;
  const numbers = [...text.matchAll(INLINE_NUMBER)].map(([, number]) => Number(number));
  const isCount = numbers.length >= 2 && numbers.every((number, at) => number === at + 1);
  return isCount ? text.replace(INLINE_NUMBER, "\n$1) ") : text;
}
