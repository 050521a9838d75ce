import type { Column } from "./columns.ts";
import type { CellCondition } from "./comparisons.ts";

export type Aggregator = "NONE" | "COUNT" | "SUM" | "AVERAGE";

/** What is reckoned out of some rows: NONE lists their cells. */
export interface TableMeasure {
  readonly by: Aggregator;
  readonly of: Column;
  /** True when equal cells count once. */
  readonly distinct: boolean;
}

export interface Order {
  readonly direction: "max" | "min";
  /** How many are wanted; those that are equal to the last of them come with it. */
  readonly count: number;
}

/** What is asked of the rows that a question speaks of. */
export type QueryCore =
  | {
      readonly kind: "cells";
      readonly columns: readonly Column[];
      readonly order: (Order & { readonly by: Column }) | null;
    }
  | { readonly kind: "measure"; readonly measure: TableMeasure }
  | { readonly kind: "groups"; readonly key: Column; readonly measure: TableMeasure; readonly order: Order | null };

/** What a question asks of a table, of the rows that meet all conditions. */
export type Query = QueryCore & {
  readonly conditions: readonly CellCondition[];
  /** Columns of figures that it reckons with and the question does not name: "sold" is taken to mean units. */
  readonly unnamed: readonly Column[];
};
