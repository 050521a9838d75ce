export const DAY_MS = 86_400_000;

/** A date as days since the epoch; null for what is none. Months count from 1. */
export const dayOf = (year: number, month: number, date: number): number | null =>
  month >= 1 && month <= 12 && date >= 1 && date <= 31 ? Date.UTC(year, month - 1, date) / DAY_MS : null;

/** Months' names by language, long and as calendars shorten them. */
const LANGUAGES = ["en", "de"];
let months: ReadonlyMap<string, number> | undefined;

/** 1 for "January", "jan" or "Januar", in any case; 0 for what is no month. */
export function monthNamed(text: string): number {
  months ??= new Map(
    LANGUAGES.flatMap((language) => {
      const name = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, month) => name.format(Date.UTC(2000, month)).toLowerCase());
    }).flatMap((name, at) => [name, name.slice(0, 3)].map((form) => [form, (at % 12) + 1] as const)),
  );
  return months.get(text.toLowerCase()) ?? 0;
}
