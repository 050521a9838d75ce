import { AppError } from "../../../../domain/errors.ts";

export interface Table {
  /** The file's or sheet's name, where it has one: what its rows may be called. */
  readonly name?: string;
  readonly columns: readonly string[];
  /** Each as long as `columns`. */
  readonly rows: readonly (readonly string[])[];
}

/** Every question looks at every cell; larger tables belong in a database. */
export const MAX_ROWS = 5_000;
export const MAX_COLUMNS = 100;

/**
 * A table from rows of cells under a header, as workbooks and pages have them; from CSV (comma, semicolon, tab or bar; the
 * first line names the columns); or from JSON, or a dictionary as Python writes it: a list of objects, a list of lists
 * under a header, an object of columns, or one object, which is one row. What is nested in an object has its path for a
 * name: `{"cache": {"maxMb": 5}}` → "cache.maxMb". Titles above the header are left out.
 * @throws {AppError} `unsupported-input` when it is none of these, `resource-too-large` above the limits.
 */
export function readTable(from: string | readonly (readonly string[])[]): Table {
  const grid = typeof from === "string" ? gridOf(from.trim()) : from.map((row) => row.map((cell) => cell.trim()));
  const [header, ...rows] = underTitles(grid);
  if (header === undefined || header.length === 0 || rows.length === 0) {
    throw new AppError("unsupported-input", "The table has no rows under a header.");
  }
  if (header.length > MAX_COLUMNS || rows.length > MAX_ROWS) throw tooLarge();
  return { columns: header, rows: rows.map((row) => header.map((_, column) => row[column] ?? "")) };
}

/** People write no more lines above a table. */
const MAX_TITLE_ROWS = 8;
/** Of a narrower table a first row that is half empty is its header. */
const MIN_TITLED_COLUMNS = 3;

/**
 * The rows from the header on: above it, sheets often have a title, a date and a blank row, which fill a cell or two where the
 * header and the rows fill most. A header may be without its first cell, a title never is.
 */
function underTitles(grid: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const filled = grid.slice(0, 2 * MAX_TITLE_ROWS).map((row) => row.filter((cell) => cell !== "").length);
  const widest = Math.max(0, ...filled);
  const header = filled.findIndex((cells) => cells > widest / 2);
  const isTitle = (row: readonly string[], at: number): boolean =>
    filled[at] === 0 || (row[0] !== "" && (filled[at] ?? 0) <= Math.max(1, widest / 3));
  const isTitled =
    widest >= MIN_TITLED_COLUMNS &&
    header > 0 &&
    header <= MAX_TITLE_ROWS &&
    grid.length > header + 2 &&
    grid.slice(0, header).every(isTitle);
  return isTitled ? grid.slice(header) : grid;
}

const tooLarge = (): AppError =>
  new AppError("resource-too-large", `A table may have at most ${MAX_ROWS} rows and ${MAX_COLUMNS} columns.`);

/** The rows of a text as they stand, the header first; those of CSV may be of any length. @throws {AppError} for JSON that is no table */
export const gridOf = (text: string): string[][] => (/^[[{]/.test(text) ? gridOfJson(text) : gridOfDelimited(text));

/** One more row than may be, under a header, shows that there are too many. */
const MOST_LINES = MAX_ROWS + 2;
/** Of ties the first is taken. */
const DELIMITERS = ["\t", ";", "|", ","];
/** Rows that tell the delimiter. */
const SAMPLE_ROWS = 10;

function gridOfDelimited(text: string): string[][] {
  const lines = text.replace(/\r\n?/g, "\n");
  const grid = rowsOf(lines, delimiterOf(lines), MOST_LINES);
  // Markdown frames its rows with bars and rules off the header.
  const framed = grid.every((row) => row.length > 2 && row[0] === "" && row.at(-1) === "");
  return framed
    ? grid.map((row) => row.slice(1, -1)).filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)))
    : grid;
}

/** The delimiter that gives the most of the first rows as many cells as the header, and of these the most cells. */
function delimiterOf(text: string): string {
  let best = { delimiter: ",", alike: 0, width: 1 };
  for (const delimiter of DELIMITERS) {
    const [header = [], ...rows] = rowsOf(text, delimiter, SAMPLE_ROWS);
    const width = header.length;
    const alike = rows.filter((row) => row.length === width).length;
    const isBetter = alike > best.alike || (alike === best.alike && width > best.width);
    if (width > 1 && isBetter) best = { delimiter, alike, width };
  }
  return best.delimiter;
}

/**
 * The first rows of CSV (RFC 4180) that are not blank. A cell whose quotes do not close before a delimiter or line end is
 * taken as it stands. Linear in the text: a cell in quotes that fails ends at the next quote that is not doubled.
 */
function rowsOf(text: string, delimiter: string, most: number): string[][] {
  const cell = new RegExp(` *"((?:[^"]|"")*)" *(?=[${delimiter}\n]|$)|[^${delimiter}\n]*`, "y");
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length && rows.length < most; at = cell.lastIndex + 1) {
    cell.lastIndex = at;
    const [plain = "", quoted] = cell.exec(text) ?? [];
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (text[cell.lastIndex] === delimiter) continue;
    if (row.some((value) => value !== "")) rows.push(row);
    row = [];
  }
  return rows;
}

function gridOfJson(text: string): string[][] {
  const json = parsed(text) ?? parsed(inDoubleQuotes(text));
  if (json === undefined) throw new AppError("unsupported-input", "The table is not valid JSON.");
  const table = isRecord(json) ? (listIn(json) ?? json) : json;
  checkDepth(table);
  if (Array.isArray(table))
    return table.every((row) => Array.isArray(row)) ? table.map((row) => row.map(cellText)) : gridOfObjects(table);
  if (isRecord(table)) return gridOfRecord(table);
  throw new AppError("unsupported-input", NO_TABLE);
}

/** The table that an object holds: what it calls so, or its only list of objects, beside plain values at most. */
function listIn(record: Record<string, unknown>): unknown {
  if (isTableLike(record.table)) return record.table;
  const [only, ...others] = Object.values(record).filter((value) => isNested(value));
  return others.length === 0 && Array.isArray(only) && only.every(isRecord) ? only : undefined;
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A dictionary as Python writes it, in JSON's quotes and words: {'city': ['Oslo', None]} → {"city": ["Oslo", null]}. One
 * pass, which ends at a string that does not.
 */
const inDoubleQuotes = (text: string): string =>
  text.replace(/'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|\w+|[^\w'"]+/gy, (found, quoted: string | undefined) =>
    quoted === undefined ? (PYTHON_WORDS.get(found) ?? found) : JSON.stringify(quoted.replace(/\\(['"\\])/g, "$1")),
  );
const PYTHON_WORDS: ReadonlyMap<string, string> = new Map([
  ["None", "null"],
  ["True", "true"],
  ["False", "false"],
]);

const NO_TABLE =
  "This JSON is no table: a table is a list of objects with the same keys, an object of lists of the same length, or one object.";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value holds objects, or lists of lists. */
const isNested = (value: unknown): boolean =>
  Array.isArray(value) ? value.some((item) => typeof item === "object" && item !== null) : isRecord(value);

const isTableLike = (value: unknown): boolean => Array.isArray(value) || isRecord(value);

function gridOfObjects(list: readonly unknown[]): string[][] {
  const columns = new Set<string>();
  const rows = list.slice(0, MOST_LINES).map((row) => {
    if (!isRecord(row)) throw new AppError("unsupported-input", NO_TABLE);
    const cells = new Map<string, string>();
    for (const [name, text] of cellsOf(row)) {
      cells.set(name, text);
      if (columns.add(name).size > MAX_COLUMNS) throw tooLarge();
    }
    return cells;
  });
  const header = [...columns];
  return [header, ...rows.map((cells) => header.map((key) => cells.get(key) ?? ""))];
}

/** Deeper nesting is no settings file, and would run out of stack. */
const MAX_DEPTH = 14;

function checkDepth(value: unknown, depth = 0): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_DEPTH) throw new AppError("unsupported-input", `${NO_TABLE} This one is nested too deeply.`);
  for (const item of Object.values(value)) checkDepth(item, depth + 1);
}

/** A path is repeated for each cell under it: of a long one a small text would make gigabytes. */
const MAX_PATH_CHARS = 200;

/** The cells of an object, each with its path; the items of a list are numbered. */
function* cellsOf(record: object, path = ""): Generator<[name: string, text: string]> {
  if (path.length > MAX_PATH_CHARS) {
    throw new AppError(
      "resource-too-large",
      `What others are nested in may have at most ${MAX_PATH_CHARS} characters.`,
    );
  }
  for (const [key, value] of Object.entries(record)) {
    const name = Array.isArray(record) ? `${path} ${Number(key) + 1}` : `${path}${path === "" ? "" : "."}${key}`;
    if (typeof value === "object" && value !== null && isNested(value)) yield* cellsOf(value, name);
    else yield [name, cellText(value)];
  }
}

/** Values of one object; the largest settings files have some thousands. */
const MAX_FORM_CELLS = 10_000;

/** Lists are columns, which may come with their names apart; plain values, and lists among them, are one row. */
function gridOfRecord(table: Record<string, unknown>): string[][] {
  const { columns: names, rows } = table;
  if (Array.isArray(names) && Array.isArray(rows) && rows.every((row) => Array.isArray(row))) {
    return [names.map(cellText), ...rows.map((row) => row.map(cellText))];
  }
  const header = Object.keys(table);
  const values = Object.values(table);
  if (!values.every((value) => Array.isArray(value) && !isNested(value))) {
    const cells: [name: string, text: string][] = [];
    for (const cell of cellsOf(table)) {
      if (cells.push(cell) > MAX_FORM_CELLS) {
        throw new AppError("resource-too-large", `One object may have at most ${MAX_FORM_CELLS} values.`);
      }
    }
    return [cells.map(([name]) => name), cells.map(([, text]) => text)];
  }
  const columns = values.map((cells) => (Array.isArray(cells) ? cells.map(cellText) : []));
  const height = columns.reduce((most, cells) => Math.max(most, cells.length), 0);
  // One row may be a form. What is shorter is filled up, to far more cells than there are in the text.
  if (height > MAX_ROWS || (height > 1 && header.length > MAX_COLUMNS)) throw tooLarge();
  return [header, ...Array.from({ length: height }, (_, row) => columns.map((cells) => cells[row] ?? ""))];
}

/** The text of a plain value, or of the values of a list. */
function cellText(value: unknown): string {
  if (Array.isArray(value)) return value.map(cellText).join(", ");
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value.trim();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
