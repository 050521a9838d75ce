import type { Column } from "./columns.ts";
import type { DatePart } from "./dates.ts";

/** What is reckoned out of the cells of a column; "count" is of rows. */
export type TableOperation = "sum" | "mean" | "median" | "min" | "max" | "count" | "distinct";

export interface TableMeasure {
  readonly operation: TableOperation;
  /** For "count", the column that stands for the rows. */
  readonly column: Column;
}

/** What the rows of a group have in common: a cell, or a part of a date. */
export interface Key {
  readonly column: Column;
  readonly part: DatePart | null;
}

/** Which rows are meant. */
export interface RowCondition {
  readonly column: Column;
  /** As it is told: "red", "over 40", "not yes". */
  readonly words: string;
  readonly holds: (row: number) => boolean;
}

export interface Order {
  readonly direction: "rising" | "falling";
  /** How many are wanted, with those that are equal to the last of them; `null` for all. */
  readonly most: number | null;
}

/** What is asked of the rows that meet all conditions. */
export type QueryForm =
  | {
      readonly form: "rows";
      readonly show: readonly Column[];
      /** All columns, where the table itself is asked for. */
      readonly whole?: readonly Column[];
      readonly order: (Order & { readonly by: Column }) | null;
    }
  | { readonly form: "figure"; readonly measure: TableMeasure }
  | { readonly form: "groups"; readonly key: Key; readonly measure: TableMeasure; readonly order: Order | null }
  /** Between the rows of one condition and those of another. */
  | {
      readonly form: "difference";
      readonly measure: TableMeasure;
      readonly between: readonly [RowCondition, RowCondition];
    }
  /** How much of the whole the rows of these conditions have. */
  | { readonly form: "share"; readonly measure: TableMeasure; readonly part: readonly RowCondition[] };

export type Query = QueryForm & { readonly where: readonly RowCondition[] };

const OPERATIONS: Readonly<Record<TableOperation, string>> = {
  sum: "total",
  mean: "average",
  median: "median",
  min: "lowest",
  max: "highest",
  count: "number of rows",
  distinct: "number of different",
};

const said = ({ operation, column }: TableMeasure): string =>
  operation === "count" ? OPERATIONS.count : `${OPERATIONS[operation]} ${column.name}`;

/** A query in words, so that it can be seen what a question was taken to ask: "average Price, where Colour is red". */
export function queryInWords(query: Query): string {
  const conditions = (list: readonly RowCondition[]): string =>
    list.map(({ column, words }) => `${column.name} is ${words}`).join(" and ");
  const where = query.where.length === 0 ? "" : `, where ${conditions(query.where)}`;
  switch (query.form) {
    case "rows": {
      const { show, whole, order } = query;
      const what = whole === undefined ? show.map(({ name }) => name).join(" and ") : "the table";
      const by = order === null ? "" : `, by ${order.by.name} ${order.direction}`;
      const most = order?.most ?? null;
      return `${what}${by}${most === null ? "" : `, first ${most}`}${where}`;
    }
    case "figure":
      return `${said(query.measure)}${where}`;
    case "groups": {
      const { key, measure, order } = query;
      const of = key.part === null ? key.column.name : `${key.part} of ${key.column.name}`;
      const by = order === null ? "" : `, ${order.direction}${order.most === null ? "" : `, first ${order.most}`}`;
      return `${said(measure)} per ${of}${by}${where}`;
    }
    case "difference":
      return `difference of ${said(query.measure)} between ${query.between.map(({ words }) => words).join(" and ")}${where}`;
    case "share":
      return `share of ${said(query.measure)} where ${conditions(query.part)}${where}`;
  }
}
