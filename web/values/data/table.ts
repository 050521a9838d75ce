import type { JsonValue } from "../../../src/domain/json.ts";
import { isObject } from "./read-found.ts";

/** A table as far as it is shown. */
export interface TableView {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What there is in all; null where only the beginning was read. */
  readonly allRows: number | null;
  readonly allColumns: number;
}

export const MAX_ROWS = 1_000;
export const MAX_COLUMNS = 50;
/** What a cell shows of what is in it. */
const MAX_CELL_CHARACTERS = 300;

/** Rows of text of which the first names the columns. @param isWhole false where more rows come after them */
export function tableOf(lines: readonly (readonly string[])[], isWhole: boolean): TableView {
  const [head = [], ...rows] = lines;
  const allColumns = lines.slice(0, MAX_ROWS + 1).reduce((most, line) => Math.max(most, line.length), 0);
  const width = Math.min(MAX_COLUMNS, allColumns);
  const filled = (line: readonly string[]): readonly string[] =>
    Array.from({ length: width }, (_, column) => shortened(line[column] ?? ""));
  return {
    columns: filled(head),
    rows: rows.slice(0, MAX_ROWS).map(filled),
    allRows: isWhole ? rows.length : null,
    allColumns,
  };
}

/** A list of objects as a table with a column for each field; null for anything else. */
export function tableOfRecords(data: JsonValue): TableView | null {
  if (!Array.isArray(data) || data.length === 0) return null;
  const values: readonly JsonValue[] = data;
  if (!values.every(isObject)) return null;
  const names = new Set<string>();
  for (const record of values.slice(0, MAX_ROWS)) for (const name of Object.keys(record)) names.add(name);
  if (names.size === 0) return null;
  const columns = [...names].slice(0, MAX_COLUMNS);
  return {
    columns,
    rows: values.slice(0, MAX_ROWS).map((record) => columns.map((name) => cellOf(record[name]))),
    allRows: values.length,
    allColumns: names.size,
  };
}

/** A column of numbers is set to the right. */
export const isNumeric = ({ rows }: TableView, column: number): boolean => {
  const cells = rows.map((row) => row[column] ?? "").filter((cell) => cell.trim() !== "");
  return cells.length > 0 && cells.every((cell) => /^[-+]?[\d.,]+(?:e[-+]?\d+)?%?$/i.test(cell.trim()));
};

function cellOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return shortened(typeof value === "object" ? JSON.stringify(value) : String(value));
}

const shortened = (text: string): string =>
  text.length <= MAX_CELL_CHARACTERS ? text : `${text.slice(0, MAX_CELL_CHARACTERS)}…`;

/** "1,000 of 2,400 rows", and columns where some are left out: what of a table is not to be seen; null for nothing. */
export function missingWords({ rows, columns, allRows, allColumns }: TableView): string | null {
  const parts = [
    ...(allRows === null ? [`the first ${count(rows.length)} rows`] : []),
    ...(allRows !== null && allRows > rows.length ? [`${count(rows.length)} of ${count(allRows)} rows`] : []),
    ...(allColumns > columns.length ? [`${columns.length} of ${count(allColumns)} columns`] : []),
  ];
  return parts.length === 0 ? null : `Shown are ${parts.join(" and ")}.`;
}

const count = (number: number): string => number.toLocaleString("en");
