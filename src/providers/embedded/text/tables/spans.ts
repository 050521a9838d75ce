import { calendarKind } from "./calendar-words.ts";
import type { Column, TypedTable } from "./columns.ts";
import { type DatePart, partOf } from "./dates.ts";
import type { Token } from "./words.ts";

type Unit = "week" | "month" | "year";

/** So many days from the first to the last are a whole one: a week without its end, a month or a year but for a quarter. */
const LEAST_DAYS: Readonly<Record<Unit, number>> = { week: 4, month: 21, year: 270 };
/** So many different ones are a whole one, where a table names its days or months: a week's, a year's. */
const LEAST_NAMED = { week: 4, year: 9 } as const;

/** They speak of the time that a table is of: "this week", "the whole year"; "last week" is another. */
const OF_THE_TABLE = /^(?:this|that|the|whole|entire)$/;

/** Places of "week", "month" and "year" that limit nothing, as the table is of one and no more: "this week" of seven days. */
export function wholeTimes(tokens: readonly Token[], table: TypedTable): number[] {
  const units = tokens.filter(
    ({ at, word }) => /^(?:week|month|year)$/.test(word) && OF_THE_TABLE.test(tokens[at - 1]?.word ?? ""),
  );
  return units.filter(({ word }) => isWhole(table, word as Unit)).map(({ at }) => at);
}

const UNIT = /^(?:day|week|weekend|month|quarter|season|year)$/;
const OF_ANOTHER = /^(?:this|that|last|next|past|previous|coming)$/;

/** Places of what limits a question to one time of many, and names neither a column nor rows: "last month", "this week". */
export const timeLimits = (tokens: readonly Token[]): number[] =>
  tokens.flatMap(({ at, word }) => (UNIT.test(word) && OF_ANOTHER.test(tokens[at - 1]?.word ?? "") ? [at] : []));

/** Whether the days of a table are of one week, month or year, from its begin to its end. */
function isWhole({ columns, rows }: TypedTable, unit: Unit): boolean {
  const dates = columns.filter(({ type }) => type === "date");
  if (dates.length > 0) return dates.every((column) => isOfOne(column, rows, unit));
  if (unit === "month") return false;
  const kind = unit === "week" ? "Day" : "Month";
  return columns.some(({ cells }) => {
    const named = new Set(rows.map((row) => cells[row] ?? "").filter((cell) => cell !== ""));
    return named.size >= LEAST_NAMED[unit] && [...named].every((cell) => calendarKind(cell) === kind);
  });
}

function isOfOne({ values }: Column, rows: readonly number[], unit: Unit): boolean {
  const days = rows.flatMap((row) => values[row] ?? []);
  if (days.length === 0) return false;
  const [first, last] = [
    days.reduce((one, other) => Math.min(one, other)),
    days.reduce((one, other) => Math.max(one, other)),
  ];
  return last - first + 1 >= LEAST_DAYS[unit] && nameOf(first, unit) === nameOf(last, unit);
}

/** Days since the epoch, a Thursday; weeks begin on Mondays. */
const nameOf = (days: number, unit: Unit): string =>
  unit === "week" ? String(Math.floor((days + 3) / 7)) : partOf(days, unit satisfies DatePart);
