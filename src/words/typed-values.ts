import { dayOf, monthNamed } from "./calendar.ts";
import { counted } from "./nouns.ts";
import { formatted, type NumberStyle, numberOf, numberStyle, SMALL_NUMBERS } from "./numbers.ts";

/** A value in words, as something that can be compared with others of its kind. */
export type TypedValue =
  /** Money, or a number with or without a unit, as it is written. */
  | { readonly is: "amount"; readonly isMoney: boolean; readonly written: string }
  /** Days since the epoch; without a year, days since the beginning of any. */
  | { readonly is: "date"; readonly day: number; readonly hasYear: boolean; readonly written: string }
  | { readonly is: "duration"; readonly count: number; readonly unit: DurationUnit; readonly written: string };

export type DurationUnit = "minute" | "hour" | "day" | "week" | "month" | "year";

/** A leap year, so that it has every day of a year that is not told. */
const ANY_YEAR = 2000;
/** Values stand in an answer or in its sentence. */
const MAX_READ_CHARS = 500;

/** Days, of months and years the mean. */
const DAYS: Readonly<Record<DurationUnit, number>> = {
  minute: 1 / 1_440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 365.25 / 12,
  year: 365.25,
};

const CURRENCY = String.raw`(?:\p{Sc}|\b(?:EUR|USD|GBP|CHF|CAD|AUD|JPY|SEK|NOK|DKK|PLN|CZK)\b)`;
const DIGITS = String.raw`\d+(?:[.,'’ \u00a0\u202f]\d{3})*(?:[.,]\d{1,2})?(?!\d)`;
const MONEY = new RegExp(
  String.raw`${CURRENCY}\s?${DIGITS}|${DIGITS}\s?(?:${CURRENCY}|(?:euros?|pounds?|dollars?|francs?)\b)`,
  "giu",
);
const NUMBER = new RegExp(String.raw`(?<![\p{L}\p{Sc}\d.,-]\s?)${DIGITS}(?:\s?(?:%|\p{L}{1,12}\b))?`, "giu");
const DURATION = new RegExp(
  String.raw`\b(\d+(?:[.,]\d+)?|an?|${SMALL_NUMBERS.join("|")})(?:\s|-)(?:full |calendar |working |business )?(minute|min|hour|day|week|month|year)s?\b`,
  "giu",
);
const MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?";
const DATES: readonly {
  readonly form: RegExp;
  readonly read: (found: readonly string[]) => readonly (string | undefined)[];
}[] = [
  { form: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g, read: ([, year, month, day]) => [year, month, day] },
  { form: /\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/g, read: ([, day, month, year]) => [year, month, day] },
  {
    form: new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?\.?(?: of)? ${MONTH}(?:,? (\d{4}))?\b`, "giu"),
    read: ([, day, month, year]) => [year, month, day],
  },
  {
    form: new RegExp(String.raw`\b${MONTH} (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?\b`, "giu"),
    read: ([, month, day, year]) => [year, month, day],
  },
];

/** The values of one kind that a text names, each once and in their order. English, and dates and money of other countries. */
export function valuesIn(text: string, is: "money" | "number" | "date" | "duration"): readonly TypedValue[] {
  const read = text.slice(0, MAX_READ_CHARS);
  const found = is === "date" ? datesIn(read) : is === "duration" ? durationsIn(read) : amountsIn(read, is === "money");
  return [...new Map(found.map((value) => [JSON.stringify({ ...value, written: keyOf(value) }), value])).values()];
}

const keyOf = (value: TypedValue): string => (value.is === "amount" ? value.written.replace(/\s/g, "") : "");

const amountsIn = (text: string, isMoney: boolean): readonly TypedValue[] =>
  [...text.matchAll(isMoney ? MONEY : NUMBER)].map(([written]) => ({ is: "amount", isMoney, written: written.trim() }));

function durationsIn(text: string): readonly TypedValue[] {
  return [...text.matchAll(DURATION)].flatMap(([written, number = "", unit = ""]): readonly TypedValue[] => {
    const lower = number.toLowerCase();
    const count = /^an?$/.test(lower)
      ? 1
      : SMALL_NUMBERS.includes(lower)
        ? SMALL_NUMBERS.indexOf(lower)
        : Number(lower.replace(",", "."));
    const name = unit.toLowerCase() === "min" ? "minute" : (unit.toLowerCase() as DurationUnit);
    return [{ is: "duration", count, unit: name, written }];
  });
}

function datesIn(text: string): readonly TypedValue[] {
  return DATES.flatMap(({ form, read }) =>
    [...text.matchAll(form)].flatMap((found): readonly TypedValue[] => {
      const [year, month = "", date] = read(found);
      const day = dayOf(Number(year ?? ANY_YEAR), Number(month) || monthNamed(month), Number(date));
      return day === null ? [] : [{ is: "date", day, hasYear: year !== undefined, written: found[0] }];
    }),
  );
}

/** Several values of one kind on one scale, and how a difference on it is written. */
export interface Scale {
  readonly numbers: readonly number[];
  /** "£27.60", "12 days". */
  readonly inWords: (difference: number) => string;
}

/** Null where values cannot be compared: of two kinds, currencies or units, or of a year that is not told. */
export function scaleOf(values: readonly TypedValue[]): Scale | null {
  const amounts = values.flatMap((value) => (value.is === "amount" ? [value.written] : []));
  if (amounts.length === values.length) return scaleOfAmounts(amounts);
  const dates = values.flatMap((value) => (value.is === "date" ? [value] : []));
  if (dates.length === values.length) {
    const isOneForm = dates.every(({ hasYear }) => hasYear === dates[0]?.hasYear);
    return isOneForm ? { numbers: dates.map(({ day }) => day), inWords: (days) => timeInWords(days, "day") } : null;
  }
  const durations = values.flatMap((value) => (value.is === "duration" ? [value] : []));
  if (durations.length < values.length) return null;
  const units = new Set(durations.map(({ unit }) => unit));
  const [only] = units;
  // A month has no number of days.
  const isRough = units.size > 1 && (units.has("month") || units.has("year"));
  return {
    numbers: durations.map(({ count, unit }) => count * DAYS[unit]),
    inWords: (days) =>
      only !== undefined && units.size === 1
        ? timeInWords(days / DAYS[only], only)
        : `${isRough ? "about " : ""}${timeInWords(isRough ? Math.round(days) : days, "day")}`,
  };
}

function scaleOfAmounts(written: readonly string[]): Scale | null {
  const style = numberStyle(written, null);
  const numbers = style ? written.flatMap((one) => numberOf(one, style.decimalMark) ?? []) : [];
  if (!style || numbers.length < written.length || !haveOneUnit(written)) return null;
  const shown: NumberStyle = {
    ...style,
    decimals: written.some((one) => /[.,]\d{2}(?!\d)/.test(one)) ? 2 : style.decimals,
  };
  return { numbers, inWords: (difference) => formatted(difference, shown) };
}

/** Amounts of which one has a unit and another none may be of two. */
const haveOneUnit = (written: readonly string[]): boolean =>
  new Set(written.map((one) => /[^\d.,'’\s]/u.test(one))).size === 1;

const timeInWords = (count: number, unit: DurationUnit): string => counted(unit, Number(count.toFixed(1)));
