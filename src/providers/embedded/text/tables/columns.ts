import { type DecimalMark, formatted, numberOf, numberStyle, shownMark } from "../../../../words/numbers.ts";
import { dateReader } from "./dates.ts";
import type { Table } from "./read-table.ts";

/** "unclear" is of numbers that may be read in two ways, with which nothing is reckoned. */
export type ColumnType = "number" | "money" | "percentage" | "date" | "yes-no" | "text" | "unclear";

/** A column with what can be reckoned with it. */
export interface Column {
  readonly index: number;
  readonly name: string;
  readonly type: ColumnType;
  readonly cells: readonly string[];
  /** Numbers, dates as days since the epoch, or 1 and 0 for yes and no; `null` where a cell holds none. */
  readonly values: readonly (number | null)[];
  /** Different cells, those without a text left out. */
  readonly distinct: number;
  /** The columns that it is reckoned out of, if it is none of the table's own. */
  readonly operands?: readonly Column[];
  /** What a quotient of two columns is of: that of several rows is reckoned out of their sums. */
  readonly ratio?: { readonly of: Column; readonly to: Column; readonly scale: number };
  /** Reads and writes a number as this column's cells do. */
  parse(text: string): number | null;
  format(value: number): string;
}

/** A table whose columns have types; rows are their places in the table that was read. */
export interface TypedTable {
  readonly name?: string;
  readonly columns: readonly Column[];
  /** All rows but those that only sum up the others. */
  readonly rows: readonly number[];
}

/** Cells of a column that show how a table writes its numbers. */
const MARK_CELLS = 200;
/** So many of the filled cells must be of a type for the column to be. */
const MOSTLY = 0.8;
const YES = /^(?:yes|y|true|x|✓|✔|1|ja|wahr)$/i;
const NO = /^(?:no|n|false|-|✗|✘|0|nein|falsch|)$/i;
const TOTALS = /^(?:grand |sub)?(?:totals?|sum|average|gesamt|summe|insgesamt)\b/i;
const MONEY = /\p{Sc}|\b(?:eur|usd|gbp|chf)\b|€/iu;

/** Gives the columns of a table their types, and sets its rows of totals apart. */
export function typedTable({ name: title, columns: names, rows }: Table): TypedTable {
  const isTotal = rows.map((row, at) => at > 0 && TOTALS.test(row.find((cell) => cell !== "") ?? ""));
  const cells = names.map((_, index) => rows.map((row) => row[index] ?? ""));
  const body = cells.map((column) => column.filter((_, row) => isTotal[row] !== true));
  const mark = markIn(body.map((column) => column.slice(0, MARK_CELLS)));
  return {
    ...(title === undefined ? {} : { name: title }),
    columns: names.map((name, index) => readColumn(name, index, cells[index] ?? [], mark, body[index])),
    rows: [...rows.keys()].filter((row) => isTotal[row] !== true),
  };
}

/** The decimal mark of a table: the one that its columns of numbers show, or the comma beside dates such as 31.12.2026. */
function markIn(cells: readonly (readonly string[])[]): DecimalMark | null {
  const shown = cells.map((column) => (isFigure(readColumn("", 0, column)) ? shownMark(filledOf(column)) : null));
  const marks = new Set(shown.filter((mark) => mark === "," || mark === "."));
  if (marks.size > 0) return marks.size === 1 ? ([...marks][0] ?? null) : null;
  return cells.some((column) => column.some((cell) => /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(cell))) ? "," : null;
}

const filledOf = (cells: readonly string[]): string[] => cells.filter((cell) => cell !== "");

/**
 * @param mark the decimal mark of the table, for numbers that may be read either way
 * @param body the cells that tell the type: those of totals do not
 */
export function readColumn(
  name: string,
  index: number,
  cells: readonly string[],
  mark: DecimalMark | null = null,
  body: readonly string[] = cells,
): Column {
  const filled = filledOf(body);
  const mostly = (read: (cell: string) => number | null): boolean =>
    filled.length > 0 && filled.filter((cell) => read(cell) !== null).length >= MOSTLY * filled.length;
  const distinct = new Set(filled).size;
  const common = { index, name, cells, distinct, parse: (text: string) => numberOf(text), format: String };
  if (
    filled.length > 0 &&
    filled.every((cell) => YES.test(cell) || NO.test(cell)) &&
    filled.some((cell) => /\p{L}|[✓✔✗✘]/u.test(cell))
  ) {
    return { ...common, type: "yes-no", values: cells.map((cell) => (YES.test(cell) ? 1 : 0)) };
  }
  const toDate = dateReader(body);
  if (mostly(toDate)) return { ...common, type: "date", values: cells.map(toDate) };
  const style = numberStyle(filled, mark);
  const parse = (text: string): number | null => numberOf(text, style?.decimalMark);
  if (style !== null && mostly(parse)) {
    const unit = `${style.before}${style.after}`;
    const type = unit.includes("%") ? "percentage" : MONEY.test(`${unit} ${name}`) ? "money" : "number";
    return { ...common, type, values: cells.map(parse), parse, format: (value) => formatted(value, style) };
  }
  const unclear = mostly(parse) && /^(?:unclear|mixed)$/.test(shownMark(filled) ?? "");
  return { ...common, type: unclear ? "unclear" : "text", values: cells.map(() => null) };
}

/** Whether it can be added up and compared. */
export const isFigure = ({ type }: Pick<Column, "type">): boolean =>
  type === "number" || type === "money" || type === "percentage";

/** Years are figures that are also dates. */
export const isYears = ({ type, values }: Column): boolean =>
  type === "number" &&
  values.every((value) => value === null || (Number.isInteger(value) && value > 1000 && value < 2200));

/** Figures that only name: what rises by one from row to row before all other columns, or is called a number. */
export const onlyNames = (column: Column): boolean =>
  (column.type === "number" || column.type === "text") &&
  ((column.type === "number" && column.index === 0 && column.cells.length > 2 && rises(column.values)) ||
    /(?:^|[\s_])(?:id|no\.?|nr\.?|nummer|code|zip|plz|phone)$/i.test(column.name.trim()));

/** Whole numbers without a gap often number rounds or weeks. */
export function isNumbering({ values }: Pick<Column, "values">): boolean {
  const filled = values.filter((value) => value !== null);
  return filled.every(Number.isInteger) && Math.max(...filled) - Math.min(...filled) === new Set(filled).size - 1;
}

const rises = (values: readonly (number | null)[]): boolean =>
  values.every((value, row) => value === null || (Number.isInteger(value) && value > (values[row - 1] ?? -1)));
