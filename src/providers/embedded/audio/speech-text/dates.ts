const DATE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });
const MONTHS = Array.from({ length: 12 }, (_, month) => MONTH.format(Date.UTC(2000, month)));
const SHORT_MONTHS = "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec";

/** The date in words that Flite reads rightly ("the fifteenth", years in pairs); undefined when there is no such day. */
function sayDate(year: string, month: string, day: string): string | undefined {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCFullYear() === Number(year);
  return exists ? DATE.format(date) : undefined;
}

const ISO_DATE = /(?<![\d-])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:T(?=\d{2}:)|(?![\d/-]))/g;
const POINTED_DATE = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g;
const SLASHED_DATE = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g;
const EXACT_TIME = /(?<!\d)(\d{1,2}:\d{2}):(\d{2})(?:\.\d{1,9})?(?!\d)/g;

/** Before a number, or behind one. */
const SHORT_MONTH = new RegExp(String.raw`\b(?:(?=\w+\.?\s+\d)|(?<=\d(?:st|nd|rd|th)?\s))(${SHORT_MONTHS})\b\.?`, "g");
const fullMonth = (short: string): string => MONTHS.find((month) => month.startsWith(short.slice(0, 3))) ?? short;

/**
 * Spells out dates and times: 2026-12-15, 15.12.2026, 12/15/2026, 2026-12-15T10:30:00Z, 5 Jan. 2027. Of dates
 * with slashes only those that can be read in one way: 05/06/2026 stays, as it is May in some countries.
 */
export function spellDates(text: string): string {
  return text
    .replaceAll(ISO_DATE, (whole, year: string, _mark, month: string, day: string) => {
      const date = sayDate(year, month, day);
      return date ? date + (whole.endsWith("T") ? " at " : "") : whole;
    })
    .replaceAll(POINTED_DATE, (whole, day: string, month: string, year: string) => sayDate(year, month, day) ?? whole)
    .replaceAll(SLASHED_DATE, (whole, first: string, second: string, year: string) => {
      if (Number(first) > 12) return sayDate(year, second, first) ?? whole;
      return Number(second) > 12 || first === second ? (sayDate(year, first, second) ?? whole) : whole;
    })
    .replaceAll(EXACT_TIME, (_whole, time: string, seconds: string) =>
      seconds === "00" ? time : `${time} and ${Number(seconds)} seconds`,
    )
    .replaceAll(/(:\d{2})Z\b/g, "$1 U T C")
    .replaceAll(/(?<!\d)(\d{1,2}):00(?![\d:])(?!\s?[ap]\.?m)/gi, (_whole, hour: string) => `${Number(hour)} o'clock`)
    .replaceAll(/(\d)\s?([ap])\.?m\b\.?/gi, "$1 $2 m")
    .replaceAll(SHORT_MONTH, (_whole, month: string) => fullMonth(month));
}
