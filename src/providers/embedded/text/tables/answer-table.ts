import { type Column, columnsOf } from "./columns.ts";
import type { Aggregator, Order, Query, TableMeasure } from "./query.ts";
import { readQuery } from "./read-query.ts";
import type { Table } from "./read-table.ts";

/** In the shape of Hugging Face's table question answering. */
export interface TableAnswer {
  readonly answer: string;
  readonly aggregator: Aggregator;
  readonly cells: readonly string[];
  /** [row, column] of each cell, from 0, the header not counted. */
  readonly coordinates: readonly (readonly [number, number])[];
  /** Columns of figures that the answer is reckoned with and the question does not name. */
  readonly unnamed: readonly string[];
}

/** An answer that lists more is no answer to read. */
const MAX_LISTED = 50;

/** Answers a question from a table, or `null` when the table does not seem to say. */
export function answerTable(table: Table, question: string): TableAnswer | null {
  const query = readQuery(columnsOf(table), question);
  const found = query === null ? null : runQuery(query, [...table.rows.keys()]);
  return query === null || found === null ? null : { ...found, unnamed: query.unnamed.map(({ name }) => name) };
}

type Found = Omit<TableAnswer, "unnamed">;

function runQuery(query: Query, all: readonly number[]): Found | null {
  const rows = all.filter((row) => query.conditions.every(({ holds }) => holds(row)));
  switch (query.kind) {
    case "cells":
      return listOf(query.columns, query.order === null ? rows : ranked(rows, query.order, valuesOf(query.order.by)));
    case "measure": {
      const answer = measured(query.measure, rows)?.text;
      return answer === undefined ? null : evidence(answer, query.measure, rows);
    }
    case "groups":
      return groupsOf(query, rows);
  }
}

const valuesOf =
  (column: Column) =>
  (row: number): number | null =>
    column.values[row] ?? null;

/** What has most, or least, with what is equal to the last of it. */
function ranked<Item>(
  items: readonly Item[],
  { direction, count }: Order,
  measure: (item: Item) => number | null,
): Item[] {
  const sign = direction === "max" ? -1 : 1;
  const sorted = items
    .flatMap((item) => {
      const value = measure(item);
      return value === null ? [] : [{ item, value: sign * value }];
    })
    .toSorted((a, b) => a.value - b.value);
  const last = sorted[Math.min(count, sorted.length) - 1]?.value ?? 0;
  return sorted.filter(({ value }) => value <= last).map(({ item }) => item);
}

/** One column as a list, several as a line for each row. */
function listOf(columns: readonly Column[], rows: readonly number[]): Found | null {
  const [target, another] = columns;
  if (target === undefined) return null;
  if (another === undefined) {
    const filled = rows.filter((row) => target.cells[row] !== "");
    const answer = list(filled.map((row) => target.cells[row] ?? ""));
    return filled.length === 0 ? null : evidence(answer, { by: "NONE", of: target, distinct: false }, filled);
  }
  const lines = rows.map((row) => columns.map(({ name, cells }) => `${name}: ${cells[row] ?? ""}`).join(", "));
  const places = rows.slice(0, MAX_LISTED).flatMap((row) => columns.map((column) => ({ row, column })));
  return lines.length === 0 ? null : answered(list(lines, "\n"), "NONE", places);
}

function list(texts: readonly string[], separator = ", "): string {
  const distinct = [...new Set(texts)];
  const more = distinct.length - MAX_LISTED;
  return `${distinct.slice(0, MAX_LISTED).join(separator)}${more > 0 ? `${separator === "\n" ? "\n" : " "}and ${more} more` : ""}`;
}

/** A figure and how it is written; `null` where there is nothing to reckon with. */
function measured({ by, of, distinct }: TableMeasure, rows: readonly number[]): { value: number; text: string } | null {
  if (by === "COUNT") {
    const count = distinct ? new Set(rows.map((row) => of.cells[row]).filter((cell) => cell !== "")).size : rows.length;
    return { value: count, text: String(count) };
  }
  if (by === "NONE")
    return { value: 0, text: list(rows.map((row) => of.cells[row] ?? "").filter((cell) => cell !== "")) };
  const values = rows.flatMap((row) => of.values[row] ?? []);
  if (values.length === 0 || of.type !== "number") return null;
  const sum = values.reduce((total, value) => total + value, 0);
  const value = by === "SUM" ? sum : sum / values.length;
  return { value, text: of.format(value) };
}

function groupsOf({ key, measure, order }: Query & { kind: "groups" }, rows: readonly number[]): Found | null {
  const byKey = [...Map.groupBy(rows, (row) => key.cells[row] ?? "")].filter(([name]) => name !== "");
  const groups = byKey.flatMap(([name, of]) => {
    const found = measured(measure, of);
    return found === null ? [] : [{ name, rows: of, ...found }];
  });
  const shown = order === null ? groups : ranked(groups, order, ({ value }) => value);
  if (shown.length === 0) return null;
  const answer = list(
    shown.map(({ name, text }) => `${name}: ${text}`),
    "\n",
  );
  return evidence(
    answer,
    measure,
    shown.flatMap((group) => group.rows),
  );
}

/** The answer with the cells that it is made of. */
function evidence(answer: string, { by, of, distinct }: TableMeasure, rows: readonly number[]): Found {
  const filled = by === "COUNT" && !distinct ? rows : rows.filter((row) => of.cells[row] !== "");
  const shown = by === "COUNT" && distinct ? firstOfEach(of, filled) : filled;
  return answered(
    answer,
    by,
    shown.slice(0, MAX_LISTED).map((row) => ({ row, column: of })),
  );
}

const answered = (
  answer: string,
  aggregator: Aggregator,
  places: readonly { readonly row: number; readonly column: Column }[],
): Found => ({
  answer,
  aggregator,
  cells: places.map(({ row, column }) => column.cells[row] ?? ""),
  coordinates: places.map(({ row, column }) => [row, column.index] as const),
});

const firstOfEach = (column: Column, rows: readonly number[]): number[] =>
  [...new Map([...rows].reverse().map((row) => [column.cells[row], row])).values()].reverse();
