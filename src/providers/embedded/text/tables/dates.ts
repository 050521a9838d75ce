const DAY_MS = 86_400_000;

/** Reads the dates of a column as days since the epoch. Days come first, unless some date has its month first. */
export function dateReader(cells: readonly string[]): (cell: string) => number | null {
  const monthFirst = cells.some((cell) => Number(/^\d{1,2}[./-](\d{1,2})[./-]\d{4}$/.exec(cell)?.[1] ?? 0) > 12);
  return (cell) => {
    const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(cell);
    if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    const numeric = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(cell);
    if (numeric) {
      const [first, second] = [Number(numeric[1]), Number(numeric[2])];
      return monthFirst ? day(Number(numeric[3]), first, second) : day(Number(numeric[3]), second, first);
    }
    if (!/^(?:\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,9}\.?,? \d{4})$/u.test(cell)) return null;
    const parsed = Date.parse(`${cell} UTC`);
    return Number.isNaN(parsed) ? null : parsed / DAY_MS;
  };
}

const day = (year: number, month: number, date: number): number | null =>
  month >= 1 && month <= 12 && date >= 1 && date <= 31 ? Date.UTC(year, month - 1, date) / DAY_MS : null;

/** The days that a question names by a date or a year, from the first to the last. */
export function namedDays(text: string): { readonly first: number; readonly last: number } | null {
  if (/^\d{4}$/.test(text)) {
    const [first, next] = [day(Number(text), 1, 1), day(Number(text) + 1, 1, 1)];
    return first === null || next === null ? null : { first, last: next - 1 };
  }
  const date = dateReader([text])(text);
  return date === null ? null : { first: date, last: date };
}

const MONTHS = "january february march april may june july august september october november december".split(" ");

/** 1 for "January" or "jan", in any case; 0 for what is no month. */
export const monthNamed = (word: string): number =>
  word.length < 3 ? 0 : MONTHS.findIndex((month) => month === word || month.slice(0, 3) === word) + 1;

/** "2026-02", the month of a day since the epoch. */
export const monthOf = (days: number): string => new Date(days * DAY_MS).toISOString().slice(0, 7);
export const yearOf = (days: number): string => monthOf(days).slice(0, 4);
