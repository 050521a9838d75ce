import { type Column, readColumn } from "./columns.ts";
import { type Query, readQuery } from "./query.ts";
import type { Table } from "./read-table.ts";

/** In the shape of Hugging Face's table question answering. */
export interface TableAnswer {
  readonly answer: string;
  readonly aggregator: Query["aggregator"];
  readonly cells: readonly string[];
  /** [row, column] of each cell, from 0, the header not counted. */
  readonly coordinates: readonly (readonly [number, number])[];
}

/** An answer that lists more is no answer to read. */
const MAX_LISTED = 50;

/** Answers a question from a table, or `null` when the table does not seem to say. */
export function answerTable(table: Table, question: string): TableAnswer | null {
  const columns = table.columns.map((name, index) =>
    readColumn(
      name,
      index,
      table.rows.map((row) => row[index] ?? ""),
    ),
  );
  const query = readQuery(columns, question);
  if (query === null) return null;
  const filtered = table.rows.map((_, row) => row).filter((row) => matches(query, row));
  const rows = query.best === null ? filtered : bestRows(query.best, filtered);
  if (rows.length === 0)
    return query.aggregator === "COUNT" && hasFilter(query)
      ? { answer: "0", aggregator: "COUNT", cells: [], coordinates: [] }
      : null;
  return evidence(query, rows);
}

const hasFilter = (query: Query): boolean => query.comparisons.length > 0 || query.yesNo.length > 0;

/** Cells of one column are alternatives, those of different columns must all hold. */
function matches(query: Query, row: number): boolean {
  const byColumn = Map.groupBy(query.cells, (cell) => cell.column);
  for (const mentions of byColumn.values()) if (!mentions.some((mention) => mention.rows.has(row))) return false;
  for (const { column, yes } of query.yesNo) if ((column.values[row] === 1) !== yes) return false;
  return query.comparisons.every(({ column, holds }) => {
    const value = column.values[row] ?? null;
    return value !== null && holds(value);
  });
}

function bestRows(best: NonNullable<Query["best"]>, rows: readonly number[]): number[] {
  const { column, direction } = best;
  const measured = rows.flatMap((row) => {
    const value = column.values[row] ?? null;
    return value === null ? [] : [{ row, value: direction === "max" ? value : -value }];
  });
  const top = measured.reduce((most, { value }) => Math.max(most, value), -Infinity);
  return measured.filter(({ value }) => value === top).map(({ row }) => row);
}

function evidence(query: Query, rows: readonly number[]): TableAnswer | null {
  const { target, aggregator, distinct } = query;
  const filled = rows.filter((row) => (target.cells[row] ?? "") !== "");
  const shown = distinct ? firstOfEach(target, filled) : aggregator === "COUNT" ? rows : filled;
  const answer = answerOf(target, aggregator, shown);
  if (answer === null) return null;
  const listed = shown.slice(0, MAX_LISTED);
  return {
    answer,
    aggregator,
    cells: listed.map((row) => target.cells[row] ?? ""),
    coordinates: listed.map((row) => [row, target.index] as const),
  };
}

const firstOfEach = (column: Column, rows: readonly number[]): number[] =>
  [...new Map([...rows].reverse().map((row) => [column.cells[row], row])).values()].reverse();

function answerOf(target: Column, aggregator: Query["aggregator"], rows: readonly number[]): string | null {
  if (aggregator === "COUNT") return String(rows.length);
  if (aggregator === "NONE") {
    const distinct = [...new Set(rows.map((row) => target.cells[row] ?? ""))];
    const more = distinct.length - MAX_LISTED;
    return distinct.length === 0
      ? null
      : `${distinct.slice(0, MAX_LISTED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  }
  const values = rows.flatMap((row) => target.values[row] ?? []);
  if (values.length === 0 || target.type !== "number") return null;
  const sum = values.reduce((total, value) => total + value, 0);
  return target.format(aggregator === "SUM" ? sum : sum / values.length);
}
