import JSON5 from "json5";

/** A table that is written out in a request. */
interface WrittenTable {
  readonly start: number;
  readonly end: number;
  /** JSON, or lines of cells under a header: what ports for tables take. */
  readonly text: string;
}

/** Longer ones belong in a file. */
const MAX_TABLE_CHARS = 100_000;
/** More tables, or what looks like the beginning of one, are left where they stand. */
const MAX_TABLES = 8;
const MAX_TRIES = 32;

/** The tables in a request: data in brackets, or lines of cells. In order, none within another. */
export function findTables(text: string): readonly WrittenTable[] {
  const data = findData(text);
  const lines = findLines(text).filter((table) => !data.some((other) => overlap(table, other)));
  return [...data, ...lines].toSorted((a, b) => a.start - b.start).slice(0, MAX_TABLES);
}

export const overlap = (
  one: Pick<WrittenTable, "start" | "end">,
  other: Pick<WrittenTable, "start" | "end">,
): boolean => one.start < other.end && other.start < one.end;

/** "{'city': ['Oslo', 'Rome'], 'people': [709037, 2755309]}", as JSON, JavaScript or Python write it. */
function findData(text: string): readonly WrittenTable[] {
  const found: WrittenTable[] = [];
  const opening = /[[{]/g;
  for (let tries = 0; tries < MAX_TRIES && found.length < MAX_TABLES; tries++) {
    const start = opening.exec(text)?.index;
    if (start === undefined) break;
    const end = closingOf(text, start);
    const table = end === null ? null : tableOf(text.slice(start, end));
    if (end === null || table === null) continue;
    found.push({ start, end, text: JSON.stringify(table) });
    opening.lastIndex = end;
  }
  return found;
}

/** Where the bracket that opens at `start` has been closed again, whatever quotation marks there are. */
function closingOf(text: string, start: number): number | null {
  let depth = 0;
  const most = Math.min(text.length, start + MAX_TABLE_CHARS);
  for (let at = start; at < most; at++) {
    if (text[at] === "[" || text[at] === "{") depth++;
    else if ((text[at] === "]" || text[at] === "}") && --depth === 0) return at + 1;
  }
  return null;
}

/** The value that brackets hold, where it has the form of a table. */
function tableOf(written: string): object | null {
  let value: unknown;
  try {
    value = JSON5.parse(written);
  } catch {
    return null;
  }
  if (Array.isArray(value)) {
    const isOfRows = value.every((row) =>
      Array.isArray(row) ? isRow(row) : isRecord(row) && isRow(Object.values(row)),
    );
    const isHeaded = value.length > (Array.isArray(value[0]) ? 1 : 0);
    return isOfRows && isHeaded && new Set(value.map(Array.isArray)).size === 1 ? value : null;
  }
  const columns = isRecord(value) ? Object.values(value) : [];
  const height = Array.isArray(columns[0]) ? columns[0].length : 0;
  const isOfColumns = columns.every((cells) => Array.isArray(cells) && cells.length === height && isRow(cells));
  return isRecord(value) && columns.length >= MIN_COLUMNS && height > 0 && isOfColumns ? value : null;
}

const MIN_COLUMNS = 2;
const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isRow = (cells: readonly unknown[]): boolean =>
  cells.length > 0 && cells.every((cell) => cell === null || typeof cell !== "object");

/** Signs between cells. Commas stand in sentences too, so that more is asked of them. */
const SEPARATORS = ["\t", "|", ";", ","] as const;
/** A header and a row of many cells, or a header and two rows. */
const MIN_LINES = 2;
const MIN_CELLS = 5;
/** Names of columns are words, and no sentences. */
const MAX_NAME_CHARS = 40;

/** Lines in a row that have as many cells each: pasted from a CSV, a spreadsheet or Markdown. */
function findLines(text: string): readonly WrittenTable[] {
  const lines = [...text.matchAll(/[^\n]+/g)].map(({ index, 0: line }) => ({ start: index, line: line.trimEnd() }));
  const found: WrittenTable[] = [];
  for (let first = 0; first < lines.length && found.length < MAX_TABLES; ) {
    const rows = SEPARATORS.map((separator) => rowsFrom(lines, first, separator, text)).find((run) => run > 0) ?? 0;
    const [begin, last] = [lines[first], lines[first + rows - 1]];
    if (rows > 0 && begin && last) {
      const end = last.start + last.line.length;
      found.push({ start: begin.start, end, text: text.slice(begin.start, end) });
    }
    first += Math.max(1, rows);
  }
  return found;
}

interface Line {
  readonly start: number;
  readonly line: string;
}

/** How many lines from one on are the header and rows of a table under a separator; 0 where they are none. */
function rowsFrom(lines: readonly Line[], first: number, separator: string, text: string): number {
  const header = lines[first];
  const cells = header?.line.split(separator).length ?? 0;
  if (!header || cells < 2 || !isHeader(header.line.split(separator))) return 0;
  let rows = 1;
  for (let before = header; ; rows++) {
    const next = lines[first + rows];
    const isNext =
      next !== undefined &&
      next.start + next.line.length - header.start <= MAX_TABLE_CHARS &&
      text.slice(before.start + before.line.length, next.start).trim() === "" &&
      next.start - (before.start + before.line.length) <= 2 &&
      next.line.split(separator).length === cells;
    if (!isNext) break;
    before = next;
  }
  const own = lines.slice(first, first + rows).map(({ line }) => line);
  if (rows < MIN_LINES || rows * cells < MIN_CELLS) return 0;
  return separator !== "," || own.every((line) => !line.includes(", ")) || hasNumbers(own) ? rows : 0;
}

const isHeader = (names: readonly string[]): boolean =>
  names.every((name) => name.trim().length <= MAX_NAME_CHARS && !/[.?!:]\s*$/.test(name)) &&
  names.some((name) => /\p{L}/u.test(name));

/** Whether some column of numbers stands under a header that is none. */
const hasNumbers = ([header = "", ...rows]: readonly string[]): boolean =>
  header.split(",").some((name, column) => {
    const cells = rows.map((row) => row.split(",")[column] ?? "");
    return !/\d/.test(name) && cells.every((cell) => /^\s*["$€£-]?\d[\d\s.]*%?"?\s*$/.test(cell));
  });
