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
  const isOfPairs = columns.length >= MIN_PAIRS && columns.every((cell) => typeof cell === "number");
  if (isRecord(value) && isOfPairs) return [PAIR_HEADER, ...Object.entries(value)];
  const height = Array.isArray(columns[0]) ? columns[0].length : 0;
  const isOfColumns = columns.every((cells) => Array.isArray(cells) && cells.length === height && isRow(cells));
  return isRecord(value) && columns.length >= MIN_COLUMNS && height > 0 && isOfColumns ? value : null;
}

const MIN_COLUMNS = 2;
/** Two names with a number each are a remark: "room 12, floor 3". */
export const MIN_PAIRS = 3;
/** What the columns of names and numbers are called where nobody named them. */
export const PAIR_HEADER = ["name", "value"] as const;
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
  const lines = [...text.matchAll(/[^\n]+/g)].map(({ index, 0: line }) => lineAt(index, line.trimEnd()));
  const grids = SEPARATORS.map((separator) => gridOf(lines, separator));
  const found: WrittenTable[] = [];
  // Where the longest table from a line on would end: it moves on with the line, so that none is looked at again.
  let reach = 0;
  for (let first = 0; first < lines.length && found.length < MAX_TABLES; ) {
    const start = lines[first]?.start ?? 0;
    while ((lines[reach]?.end ?? Number.POSITIVE_INFINITY) - start <= MAX_TABLE_CHARS) reach++;
    const rows = grids.map((grid) => rowsFrom(grid, first, Math.max(first + 1, reach))).find((run) => run > 0) ?? 0;
    const last = lines[first + rows - 1];
    if (rows > 0 && last) found.push({ start, end: last.end, text: text.slice(start, last.end) });
    first += Math.max(1, rows);
  }
  return found;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly line: string;
}
const lineAt = (start: number, line: string): Line => ({ start, end: start + line.length, line });

/** Lines that follow each other with no blank line between them. */
const MAX_GAP = 2;

/** A line's cells under a separator, and how far what holds of it holds of the lines below: each the first line it does not. */
interface Row {
  readonly cells: readonly string[];
  /** As many cells. */
  readonly run: number;
  /** No separator with a space behind it, as a sentence has. */
  readonly tight: number;
  /** A number in each column. */
  readonly numbers: readonly number[];
}

/** Lines under a separator, told from the last one up: a table is tried from every line, and no line is walked twice. */
function gridOf(lines: readonly Line[], separator: string): readonly Row[] {
  const grid: Row[] = new Array(lines.length);
  for (let at = lines.length - 1; at >= 0; at--) {
    const [own, next, below] = [lines[at], lines[at + 1], grid[at + 1]];
    if (own === undefined) continue;
    const cells = own.line.split(separator);
    const goesOn =
      next !== undefined &&
      below !== undefined &&
      next.start - own.end <= MAX_GAP &&
      below.cells.length === cells.length;
    const rest = goesOn ? below : null;
    const until = (holds: boolean, further: number | undefined): number => (holds ? (further ?? at + 1) : at);
    grid[at] = {
      cells,
      run: until(true, rest?.run),
      tight: until(!own.line.includes(`${separator} `), rest?.tight),
      numbers: separator === "," ? cells.map((cell, column) => until(isNumber(cell), rest?.numbers[column])) : [],
    };
  }
  return grid;
}

/** How many lines from one on, to `reach` at most, are the header and rows of a table; 0 where they are none. */
function rowsFrom(grid: readonly Row[], first: number, reach: number): number {
  const [header, below] = [grid[first], grid[first + 1]];
  if (!header || !below) return 0;
  const end = Math.min(header.run, reach);
  const [rows, { length: columns }] = [end - first, header.cells];
  if (columns < MIN_COLUMNS || rows < MIN_LINES || rows * columns < MIN_CELLS || !isHeader(header.cells)) return 0;
  // Only commas stand in sentences: there, some column of numbers has to stand under a header that is none.
  const isData =
    below.numbers.length === 0 ||
    header.tight >= end ||
    header.cells.some((name, column) => (below.numbers[column] ?? 0) >= end && !/\d/.test(name));
  return isData ? rows : 0;
}

const isHeader = (names: readonly string[]): boolean =>
  names.every((name) => name.trim().length <= MAX_NAME_CHARS && !/[.?!:]\s*$/.test(name)) &&
  names.some((name) => /\p{L}/u.test(name));

/** Without the spaces around it, which the pattern would go through again for each of them. */
const isNumber = (cell: string): boolean => /^["$€£-]?\d[\d\s.]*%?"?$/.test(cell.trim());
