import { DAY_MS, dayOf, monthNamed } from "../../../../words/calendar.ts";

/** Reads the dates of a column as days since the epoch. Days come first, unless some date has its month first. */
export function dateReader(cells: readonly string[]): (cell: string) => number | null {
  const monthFirst = cells.some((cell) => Number(/^\d{1,2}[./-](\d{1,2})[./-]\d{4}$/.exec(cell)?.[1] ?? 0) > 12);
  return (cell) => {
    const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(cell);
    if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    const numeric = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(cell);
    if (numeric) {
      const [first, second] = [Number(numeric[1]), Number(numeric[2])];
      return monthFirst ? dayOf(Number(numeric[3]), first, second) : dayOf(Number(numeric[3]), second, first);
    }
    const month = /^(\d{4})-(\d{2})$/.exec(cell);
    if (month) return dayOf(Number(month[1]), Number(month[2]), 1);
    const named = /^(?:(\d{1,2})\.? )?(\p{L}{3,9})\.?(?: (\d{1,2}),)? (\d{4})$/u.exec(cell);
    if (!named) return null;
    return dayOf(Number(named[4]), monthNamed(named[2] ?? ""), Number(named[1] ?? named[3] ?? 1));
  };
}

/** A stretch of days since the epoch, from the first to the last. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** The days that a text names by a date, a month or a year: "2026", "2026-03", "5 March 2026". */
export function namedDays(text: string): Days | null {
  const [, year, month] = /^(\d{4})(?:-(\d{2}))?$/.exec(text) ?? [];
  if (year !== undefined) return daysOf(Number(year), month === undefined ? null : Number(month));
  const date = dateReader([text])(text);
  return date === null ? null : { first: date, last: date };
}

/** A year's days, or those of one of its months, from 1. */
export function daysOf(year: number, month: number | null): Days | null {
  const first = dayOf(year, month ?? 1, 1);
  const next = month === null || month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1);
  return first === null || next === null ? null : { first, last: next - 1 };
}

/** What dates can be put together by. */
export type DatePart = "month" | "quarter" | "year";

const iso = (days: number): string => new Date(days * DAY_MS).toISOString();

/** "2026-03", "2026 Q1" or "2026" of a day since the epoch. */
export function partOf(days: number, part: DatePart): string {
  const [year = "", month = ""] = iso(days).split("-");
  if (part === "year") return year;
  return part === "month" ? `${year}-${month}` : `${year} Q${Math.ceil(Number(month) / 3)}`;
}

/** Both count from 1. */
export const monthAndDateOf = (days: number): readonly [month: number, date: number] => {
  const day = iso(days);
  return [Number(day.slice(5, 7)), Number(day.slice(8, 10))];
};
