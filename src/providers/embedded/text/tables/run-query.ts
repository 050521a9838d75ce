import { max, mean, median, min, sum } from "d3-array";
import { type Column, isFigure } from "./columns.ts";
import { partOf } from "./dates.ts";
import type { Key, Order, Query, TableMeasure, TableOperation } from "./query.ts";

export interface SeriesPoint {
  readonly label: string;
  readonly value: number;
  /** As the table writes it. */
  readonly figure: string;
}

/** What a query gives. */
export interface QueryResult {
  /** In words: a cell, a list of them, a figure, or a line for each group; what comes first is told without its figure. */
  readonly answer: string;
  /** The same as a table. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** A figure for each of several things, where that is what was asked; `null` elsewhere. */
  readonly series: readonly SeriesPoint[] | null;
  /** Rows of the table that was asked, and the column that the answer is made of. */
  readonly sources: readonly number[];
  readonly source: Column;
}

/** An answer that lists more is no answer to read. */
const MAX_LISTED = 50;

/** Runs a query on some rows of a table; `null` where it finds nothing. */
export function runQuery(query: Query, all: readonly number[]): QueryResult | null {
  const rows = all.filter((row) => query.where.every(({ holds }) => holds(row)));
  switch (query.form) {
    case "rows":
      return query.order === null
        ? listOf(query.whole ?? query.show, rows)
        : rankingOf(query.show, rows, query.order, query.whole);
    case "figure":
      return figureOf(query.measure, rows, measured(query.measure, rows));
    case "groups":
      return groupsOf(query, rows);
    case "difference": {
      const sides = query.between.map(({ holds }) => measured(query.measure, rows.filter(holds)));
      const [one, other] = sides;
      return one == null || other == null ? null : figureOf(query.measure, rows, Math.abs(one - other));
    }
    case "share": {
      const part = measured(
        query.measure,
        rows.filter((row) => query.part.every(({ holds }) => holds(row))),
      );
      const whole = measured(query.measure, rows);
      if (part === null || whole === null || whole === 0) return null;
      return figureOf(query.measure, rows, part / whole, (share) =>
        share.toLocaleString("en", { style: "percent", maximumFractionDigits: 2 }),
      );
    }
  }
}

const REDUCE: Readonly<
  Record<Exclude<TableOperation, "count" | "distinct">, (values: readonly number[]) => number | undefined>
> = {
  sum,
  mean: (values) => mean(values),
  median: (values) => median(values),
  min: (values) => min(values),
  max: (values) => max(values),
};

/** A figure out of cells, those that hold none left out; `null` where none is left. */
function measured({ operation, column }: TableMeasure, rows: readonly number[]): number | null {
  if (operation === "count") return rows.length;
  if (operation === "distinct") return new Set(rows.map((row) => column.cells[row]).filter((cell) => cell !== "")).size;
  const { ratio } = column;
  if (ratio !== undefined && (operation === "sum" || operation === "mean")) {
    const both = [ratio.of, ratio.to];
    const whole = rows.filter((row) => both.every(({ values }) => typeof values[row] === "number"));
    const [of, to] = both.map(({ values }) => sum(whole, (row) => values[row]));
    return of === undefined || !to ? null : (ratio.scale * of) / to;
  }
  const values = rows.flatMap((row) => column.values[row] ?? []);
  if (values.length === 0 || !isFigure(column)) return null;
  return REDUCE[operation](values) ?? null;
}

const writer = ({ operation, column }: TableMeasure): ((value: number) => string) =>
  operation === "count" || operation === "distinct" ? String : column.format;

function figureOf(
  measure: TableMeasure,
  rows: readonly number[],
  value: number | null,
  write = writer(measure),
): QueryResult | null {
  if (value === null) return null;
  const name = measure.operation === "count" ? "count" : measure.column.name;
  const base = { answer: write(value), columns: [name], rows: [[write(value)]], series: null };
  return { ...base, sources: rows, source: measure.column };
}

/** In order; of the first so many, with what is equal to the last of them. What has no figure is left out. */
function ordered<Item>(items: readonly Item[], { direction, most }: Order, by: (item: Item) => number | null): Item[] {
  const sign = direction === "falling" ? -1 : 1;
  const sorted = items
    .flatMap((item) => {
      const value = by(item);
      return value === null ? [] : [{ item, value: sign * value }];
    })
    .toSorted((one, other) => one.value - other.value);
  const last = sorted[Math.min(most ?? Infinity, sorted.length) - 1]?.value ?? 0;
  return sorted.filter(({ value }) => value <= last).map(({ item }) => item);
}

const list = (texts: readonly string[], separator: string): string => {
  const more = texts.length - MAX_LISTED;
  const end = separator === "\n" ? "\n" : " ";
  return `${texts.slice(0, MAX_LISTED).join(separator)}${more > 0 ? `${end}and ${more} more` : ""}`;
};

/** One column as a list, several as a line for each row. */
function listOf(show: readonly Column[], rows: readonly number[]): QueryResult | null {
  const [source, another] = show;
  const filled = rows.filter((row) => show.some(({ cells }) => (cells[row] ?? "") !== ""));
  if (source === undefined || filled.length === 0) return null;
  const table = filled.map((row) => show.map(({ cells }) => cells[row] ?? ""));
  const lines = table.map((cells) => show.map(({ name }, at) => `${name}: ${cells[at]}`).join(", "));
  const answer = another === undefined ? list([...new Set(table.flat())], ", ") : list(lines, "\n");
  return { answer, columns: show.map(({ name }) => name), rows: table, series: null, sources: filled, source };
}

/** Rows in order: the names of the first few, of more a line with their figures, or all that the table has of them. */
function rankingOf(
  show: readonly Column[],
  all: readonly number[],
  order: Order & { readonly by: Column },
  whole: readonly Column[] | undefined,
): QueryResult | null {
  const { by, most } = order;
  const rows = ordered(all, order, (row) => by.values[row] ?? null);
  if (most === 1) return withFigures(listOf(show, rows), show, by);
  const listed = listOf(whole ?? (show.includes(by) ? show : [...show, by]), rows);
  if (listed === null) return null;
  const series = rows.map((row) => ({
    label: show[0]?.cells[row] ?? "",
    value: by.values[row] ?? 0,
    figure: by.cells[row] ?? "",
  }));
  if (whole !== undefined) return { ...listed, series };
  const lines = listed.rows.map(([name = "", ...rest]) => (rest.length === 0 ? name : `${name}: ${rest.join(", ")}`));
  return { ...listed, answer: list(lines, "\n"), series };
}

/** What comes first, with the figure that it is first by as a further column. */
function withFigures(listed: QueryResult | null, show: readonly Column[], by: Column): QueryResult | null {
  if (listed === null || show.includes(by)) return listed;
  const { columns, rows, sources } = listed;
  return {
    ...listed,
    columns: [...columns, by.name],
    rows: rows.map((cells, at) => [...cells, by.cells[sources[at] ?? -1] ?? ""]),
  };
}

function groupsOf(
  { key, measure, order }: { readonly key: Key; readonly measure: TableMeasure; readonly order: Order | null },
  rows: readonly number[],
): QueryResult | null {
  const found = [...Map.groupBy(ordered(rows, BY_TIME, timeOf(key)), (row) => keyOf(key, row))].flatMap(
    ([name, of]) => {
      const value = name === "" ? null : measured(measure, of);
      return value === null ? [] : [{ name, of, value }];
    },
  );
  const shown = order === null ? found : ordered(found, order, ({ value }) => value);
  if (shown.length === 0) return null;
  const write = writer(measure);
  const table = shown.map(({ name, value }) => [name, write(value)]);
  const names = shown.map(({ name }) => name);
  const lines = table.map(([name, figure]) => `${name}: ${figure}`);
  return {
    answer: order?.most === 1 ? list(names, ", ") : list(lines, "\n"),
    columns: [key.part ?? key.column.name, measure.operation === "count" ? "count" : measure.column.name],
    rows: table,
    series: shown.map(({ name, value }) => ({ label: name, value, figure: write(value) })),
    sources: shown.flatMap(({ of }) => of),
    source: measure.column,
  };
}

const BY_TIME: Order = { direction: "rising", most: null };

/** Dates come in their order, all else as it stands in the table. */
const timeOf =
  ({ column }: Key) =>
  (row: number): number | null =>
    column.type === "date" ? (column.values[row] ?? null) : 0;

function keyOf({ column, part }: Key, row: number): string {
  if (part === null) return column.cells[row] ?? "";
  const days = column.values[row] ?? null;
  return days === null ? "" : partOf(days, part);
}
