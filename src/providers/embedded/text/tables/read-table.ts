import Papa from "papaparse";
import { AppError } from "../../../../domain/errors.ts";

export interface Table {
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
 * under a header, an object of columns, or one object, which is one row.
 * @throws {AppError} `unsupported-input` when it is none of these, `resource-too-large` above the limits.
 */
export function readTable(from: string | readonly (readonly string[])[]): Table {
  const grid = typeof from === "string" ? gridOfText(from.trim()) : from.map((row) => row.map((cell) => cell.trim()));
  const [header, ...rows] = grid;
  if (header === undefined || header.length === 0 || rows.length === 0) {
    throw new AppError("unsupported-input", "The table has no rows under a header.");
  }
  if (header.length > MAX_COLUMNS || rows.length > MAX_ROWS) {
    throw new AppError("resource-too-large", `A table may have at most ${MAX_ROWS} rows and ${MAX_COLUMNS} columns.`);
  }
  return { columns: header, rows: rows.map((row) => header.map((_, column) => row[column] ?? "")) };
}

const gridOfText = (text: string): string[][] => (/^[[{]/.test(text) ? gridOfJson(text) : gridOfDelimited(text));

/** One more row than may be, under a header, shows that there are too many. */
const MOST_LINES = MAX_ROWS + 2;

function gridOfDelimited(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text.replace(/\r\n?/g, "\n"), {
    delimitersToGuess: ["\t", ";", "|", ","],
    preview: MOST_LINES,
    skipEmptyLines: "greedy",
  });
  const grid = data.map((row) => row.map((cell) => cell.trim()));
  // Markdown frames its rows with bars and rules off the header.
  const framed = grid.every((row) => row.length > 2 && row[0] === "" && row.at(-1) === "");
  return framed
    ? grid.map((row) => row.slice(1, -1)).filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)))
    : grid;
}

function gridOfJson(text: string): string[][] {
  const json = parsed(text) ?? parsed(inDoubleQuotes(text));
  if (json === undefined) throw new AppError("unsupported-input", "The table is not valid JSON.");
  const table = isRecord(json) && isTableLike(json.table) ? json.table : json;
  if (Array.isArray(table))
    return table.every((row) => Array.isArray(row)) ? table.map((row) => row.map(cellText)) : gridOfObjects(table);
  if (isRecord(table)) return gridOfRecord(table);
  throw new AppError("unsupported-input", NO_TABLE);
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A dictionary as Python writes it, in JSON's quotes and words: {'city': ['Oslo', None]} → {"city": ["Oslo", null]}. */
const inDoubleQuotes = (text: string): string =>
  text.replace(/'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|\b(?:None|True|False)\b/g, (found, quoted: string | undefined) =>
    quoted === undefined ? (PYTHON_WORDS[found] ?? found) : JSON.stringify(quoted.replace(/\\(['"\\])/g, "$1")),
  );
const PYTHON_WORDS: Readonly<Record<string, string>> = { None: "null", True: "true", False: "false" };

const NO_TABLE =
  "This JSON is no table: a table is a list of objects with the same keys, an object of lists of the same length, or one object of plain values.";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTableLike = (value: unknown): boolean => Array.isArray(value) || isRecord(value);

function gridOfObjects(list: readonly unknown[]): string[][] {
  const columns = new Set<string>();
  for (const row of list) {
    if (!isRecord(row)) throw new AppError("unsupported-input", NO_TABLE);
    for (const key of Object.keys(row)) columns.add(key);
    if (columns.size > MAX_COLUMNS) break;
  }
  const header = [...columns];
  return [header, ...list.map((row) => header.map((key) => (isRecord(row) ? cellText(row[key]) : "")))];
}

/** Lists are columns, which may come with their names apart; plain values, and lists among them, are one row. */
function gridOfRecord(table: Record<string, unknown>): string[][] {
  const { columns: names, rows } = table;
  if (Array.isArray(names) && Array.isArray(rows) && rows.every((row) => Array.isArray(row))) {
    return [names.map(cellText), ...rows.map((row) => row.map(cellText))];
  }
  const header = Object.keys(table);
  const values = Object.values(table);
  if (!values.every((value) => Array.isArray(value))) return [header, values.map(cellText)];
  const columns = values.map((cells) => cells.map(cellText));
  const height = Math.max(0, ...columns.map((cells) => cells.length));
  return [header, ...Array.from({ length: height }, (_, row) => columns.map((cells) => cells[row] ?? ""))];
}

/** The text of a value, or of the values of a list. */
function cellText(value: unknown): string {
  if (Array.isArray(value) && !value.some((item) => typeof item === "object" && item !== null))
    return value.map(cellText).join(", ");
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new AppError("unsupported-input", `${NO_TABLE} Here a value is itself an object.`);
}
