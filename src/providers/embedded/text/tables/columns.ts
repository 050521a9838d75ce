import { type DecimalMark, formatted, numberOf, numberStyle, shownMark } from "../../../../words/numbers.ts";
import { dateReader, monthOf, yearOf } from "./dates.ts";
import type { Table } from "./read-table.ts";
import { words } from "./words.ts";

/** "unclear" is of numbers that may be read in two ways, with which nothing is reckoned. */
export type ColumnType = "number" | "date" | "yes-no" | "text" | "unclear";

/** A column with what can be reckoned with it. */
export interface Column {
  readonly index: number;
  readonly name: string;
  /** The words of its name, folded. */
  readonly words: readonly string[];
  readonly type: ColumnType;
  readonly cells: readonly string[];
  /** Numbers, or dates as days since the epoch; `null` where a cell holds none. */
  readonly values: readonly (number | null)[];
  /** Reads and writes a number as this column's cells do. */
  parse(text: string): number | null;
  format(value: number): string;
}

/** So many of the filled cells must be of a type for the column to be. */
const MOSTLY = 0.8;
const YES = /^(?:yes|y|true|x|✓|✔|1|ja|wahr)$/i;
const NO = /^(?:no|n|false|-|✗|✘|0|nein|falsch|)$/i;

export function columnsOf({ columns, rows }: Table): Column[] {
  const cells = columns.map((_, index) => rows.map((row) => row[index] ?? ""));
  const mark = markIn(cells);
  return columns.map((name, index) => readColumn(name, index, cells[index] ?? [], mark));
}

/** The decimal mark of a table: the one that its columns of numbers show, or the comma beside dates such as 31.12.2026. */
function markIn(cells: readonly (readonly string[])[]): DecimalMark | null {
  const shown = cells.map((column) =>
    readColumn("", 0, column).type === "number" ? shownMark(filledOf(column)) : null,
  );
  const marks = new Set(shown.filter((mark) => mark === "," || mark === "."));
  if (marks.size > 0) return marks.size === 1 ? ([...marks][0] ?? null) : null;
  return cells.some((column) => column.some((cell) => /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(cell))) ? "," : null;
}

const filledOf = (cells: readonly string[]): string[] => cells.filter((cell) => cell !== "");

/** @param mark the decimal mark of the table, for numbers that may be read either way */
export function readColumn(
  name: string,
  index: number,
  cells: readonly string[],
  mark: DecimalMark | null = null,
): Column {
  const filled = filledOf(cells);
  const mostly = (values: readonly (number | null)[]): boolean =>
    filled.length > 0 && values.filter((value) => value !== null).length >= MOSTLY * filled.length;
  const common = { index, name, words: words(name), cells, parse: (text: string) => numberOf(text), format: String };
  if (
    filled.length > 0 &&
    filled.every((cell) => YES.test(cell) || NO.test(cell)) &&
    filled.some((cell) => /\p{L}|[✓✔✗✘]/u.test(cell))
  ) {
    return { ...common, type: "yes-no", values: cells.map((cell) => (YES.test(cell) ? 1 : 0)) };
  }
  const dates = cells.map(dateReader(cells));
  if (mostly(dates)) return { ...common, type: "date", values: dates };
  const style = numberStyle(filled, mark);
  const parse = (text: string): number | null => numberOf(text, style?.decimalMark);
  const numbers = cells.map(parse);
  if (style !== null && mostly(numbers))
    return { ...common, type: "number", values: numbers, parse, format: (value) => formatted(value, style) };
  const unclear = mostly(numbers) && /^(?:unclear|mixed)$/.test(shownMark(filled) ?? "");
  return { ...common, type: unclear ? "unclear" : "text", values: cells.map(() => null) };
}

/** Years and numbers that only name are no amounts; nor is what rises from row to row before all other columns. */
export const isAmount = ({ type, index, cells, values, words: name }: Column): boolean =>
  type === "number" &&
  !(index === 0 && cells.length > 1 && rises(values)) &&
  !/^(?:id|no|nr|number|nummer|code|zip|plz|phone)$/.test(name.at(-1) ?? "") &&
  !(name.some((word) => word === "year" || word === "jahr") && values.every(isYear));

const isYear = (value: number | null): boolean => value === null || (value >= 1000 && value < 3000);

const rises = (values: readonly (number | null)[]): boolean =>
  values.every((value, row) => value !== null && Number.isInteger(value) && value > (values[row - 1] ?? -1));

export const isUnique = ({ cells }: Column): boolean => new Set(cells).size === cells.length;

/** The column that names the rows: one called so, or the text that differs most from row to row. */
export function rowName(columns: readonly Column[]): Column | null {
  const texts = columns.filter((column) => column.type === "text");
  const [mostVaried] = texts
    .map((column) => ({ column, distinct: new Set(column.cells).size }))
    .sort((a, b) => b.distinct - a.distinct || a.column.index - b.column.index);
  const called = texts.find((column) => column.words.some((word) => word === "name" || word === "title"));
  return called ?? mostVaried?.column ?? columns[0] ?? null;
}

/** The months or years of a column of dates, as a column of texts in its place. */
export const partOfDate = (dates: Column, part: "month" | "year"): Column => ({
  ...dates,
  type: "text",
  cells: dates.values.map((days) => (days === null ? "" : part === "month" ? monthOf(days) : yearOf(days))),
  values: dates.values.map(() => null),
});
