import { findDates } from "../entities/dates.ts";
import { findEmails } from "../entities/find-entities.ts";
import { findMoney } from "../entities/money.ts";

/** A stretch of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What can be told by its form, wherever it stands. */
export const VALUE_TYPES = [
  "money",
  "date",
  "time",
  "duration",
  "percentage",
  "quantity",
  "number",
  "identifier",
  "email",
  "phone",
  "iban",
  "url",
] as const;
export type TypedValueKind = (typeof VALUE_TYPES)[number];

export interface TypedValue extends Span {
  readonly type: TypedValueKind;
}

const NUMBER_WORD =
  "(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen|dozens|half|one|an?(?= (?:hour|day|week|month|year|decade|century|dozen)))";
/** In figures or words; "1,188", "1.087,40", "two hundred". */
const NUMBER = `(?:\\d{1,3}(?:[,.'’\\u00a0\\u202f]\\d{3}){1,5}(?:[.,]\\d{1,6})?|\\d{1,15}(?:[.,]\\d{1,6})?|${NUMBER_WORD}(?:[ -]${NUMBER_WORD}){0,3})(?: (?:hundred|thousand|million|billion|trillion)\\b)?`;
const BEFORE = "(?<![\\p{L}\\p{N}.,/#-])";
const AFTER = "(?![\\p{L}\\p{N}]|[.,/]\\d)";
/** Symbols of the International System with their prefixes, and what is measured in daily life. */
const UNIT =
  "(?:[kKMGTmcdµ]?(?:Wh?|Wp|g|m|l|L|V|A|Ah|Hz|B|bit|bps|t|J|Pa|cal|px)|mph|kmh|km\\/h|m\\/s|ha|lbs?|oz|ft|mi|inch|in|psi|bar|rpm|dB|°[CF]?|(?:kilo|milli|centi)?(?:met(?:re|er)|lit(?:re|er)|gram|watt)s?(?: per hour)?|(?:kilowatt[ -])hours?|miles?(?: per hour| an hour)?|feet|foot|yards?|inches|acres?|hectares?|tons?|tonnes?|ounces?|pounds?|gallons?|pints?|degrees?(?: (?:Celsius|Fahrenheit))?|square (?:met(?:re|er)|feet|mile|kilomet(?:re|er))s?|calories|volts?|pages?)[²³23]?";
const TIME_UNIT = "(?:second|minute|hour|night|day|week|fortnight|month|quarter|year|decade|centur(?:y|ie))";
const GERMAN_OR_FRENCH_TIME =
  "(?:Minuten?|Stunden?|Tagen?|Tage|Wochen?|Monaten?|Monate|Jahren?|Jahre|jours?|semaines?|mois|ans?|heures?)";

const PATTERNS = {
  duration: new RegExp(
    `${BEFORE}${NUMBER}(?:(?: to |[-–])${NUMBER})?[ -](?:(?:working|business|calendar|full) )?(?:${TIME_UNIT}s?|${GERMAN_OR_FRENCH_TIME})(?![\\p{L}\\p{N}])`,
    "giu",
  ),
  quantity: new RegExp(`${BEFORE}${NUMBER}[ \\u00a0-]?${UNIT}(?![\\p{L}\\p{N}])`, "gu"),
  percentage: new RegExp(`${BEFORE}${NUMBER}[ \\u00a0]?(?:%|percent\\b|per cent\\b|Prozent\\b)`, "giu"),
  time: /(?<![\d:.,])(?:[01]?\d|2[0-3])(?::[0-5]\d(?::[0-5]\d)?(?: ?[ap]\.?m\b\.?)?|\.[0-5]\d ?(?:[ap]\.?m\b\.?|Uhr\b))(?![\d:.,]\d|\p{L})|(?<!\p{N})(?:1[0-2]|0?[1-9]) ?[ap]\.?m\b\.?/giu,
  number: new RegExp(`${BEFORE}${NUMBER}${AFTER}`, "giu"),
  // Groups such as "8830 4471" go on only where the next one holds a digit.
  identifier:
    /(?<![\p{L}\p{N}])#?(?=[\p{L}\p{N}./_-]{0,30}\d)[\p{Lu}\p{N}][\p{L}\p{N}./_-]{0,30}(?: (?=[\p{Lu}\d-]{0,8}\d)[\p{Lu}\d-]{1,8}(?![\p{L}\p{N}/.]))*|(?<![\p{L}\p{N}])[\p{Lu}]{2,3} \d[\d ]{4,20}\d/gu,
  phone:
    /(?<![\p{L}\p{N}.,/-])(?:\+\d{1,3}[ -]?(?:\(0\)[ ]?)?\d{1,4}(?:[ .-]?\d{2,4}){1,4}|\(\d{2,5}\)[ -]?\d{2,4}(?:[ .-]?\d{2,4}){1,3}|0\d{1,4} ?[ /-] ?\d{2,4}(?:[ -]?\d{2,4}){1,3}|\d{3}[-.]\d{3}[-.]\d{4}|\d{3}[- ]\d{4})(?![\p{L}\p{N}]|[.,-]\d)/gu,
  iban: /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/gu,
  url: /(?<![\p{L}\p{N}@])(?:https?:\/\/[^\s<>"']{3,200}|www\.[^\s<>"']{3,200}|(?:[a-z0-9-]{2,63}\.){1,4}(?:com|org|net|edu|gov|io|co\.uk|uk|de|eu|fr|example)(?:\/[^\s<>"']{0,200})?)(?![\p{L}\p{N}@])/giu,
} as const;

/** A number with two decimals is an amount on a paper, also without a currency; a percentage is none. */
const BARE_AMOUNT =
  /(?<![\p{L}\p{N}.,/:-])-?(?:\d{1,3}(?:[,. ]\d{3}){1,4}|\d{1,9})[.,]\d{2}(?![\p{N}%]|[.,:/-]\d| ?%)|(?<![\p{L}\p{N}.,])\d{1,4}(?:\.\d{1,2})?p\b/gu;

/** These say what a stretch is; a number or code inside one is part of it. */
const WHOLE: readonly TypedValueKind[] = ["email", "url", "iban", "date", "money", "time", "percentage"];

/**
 * The values of a text, in its order; one stretch may be of several types, as "0711 99" is a phone number, an
 * identifier or a number. What lies within a surer value is left out: the year of a date is no number of its own.
 */
export function valuesIn(text: string): TypedValue[] {
  const matches = (type: keyof typeof PATTERNS): TypedValue[] =>
    [...text.matchAll(PATTERNS[type])].map((match) => ({
      type,
      start: match.index,
      // "20-45-77." at a sentence's end
      end: match.index + match[0].replace(/[./_,-]+$/, "").length,
    }));
  const found: TypedValue[] = [
    ...findEmails(text).map(({ start, end }) => ({ type: "email" as const, start, end })),
    ...findDates(text).map(({ start, end }) => ({ type: "date" as const, start, end })),
    ...findMoney(text).map(({ start, end }) => ({ type: "money" as const, start, end })),
    ...[...text.matchAll(BARE_AMOUNT)].map((match) => ({
      type: "money" as const,
      start: match.index,
      end: match.index + match[0].length,
    })),
    ...(["duration", "quantity", "percentage", "time", "identifier", "phone", "iban", "url"] as const).flatMap(matches),
  ];
  const whole = covered(found.filter(({ type }) => WHOLE.includes(type)));
  const numbers = matches("number");
  const any = covered([...found, ...numbers]);
  const kept = [...found, ...numbers].filter(
    (value) => !isInside(value, value.type === "number" || value.type === "identifier" ? any : whole),
  );
  return kept.toSorted((one, other) => one.start - other.start || other.end - one.end);
}

/** The longest of overlapping spans, in order. */
function covered(spans: readonly Span[]): Span[] {
  const longest: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = longest.at(-1);
    if (last === undefined || span.start >= last.end) longest.push(span);
    else if (span.end - span.start > last.end - last.start) longest[longest.length - 1] = span;
  }
  return longest;
}

/** Whether a span lies within another, longer one of these, which do not overlap and are in order. */
function isInside({ start, end }: Span, within: readonly Span[]): boolean {
  let [low, high] = [0, within.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((within[middle]?.end ?? start) <= start) low = middle + 1;
    else high = middle;
  }
  const other = within[low];
  return other !== undefined && other.start <= start && end <= other.end && other.end - other.start > end - start;
}

/** How much an amount of money is: "1.087,40 EUR" and "£1,087.40" are 1087.4. */
export function amountIn(text: string, { start, end }: Span): number {
  const figures = text.slice(start, end).replace(/[^\d.,]/g, "");
  return Number(figures.replace(/[.,](?=\d{3}(?:\D|$))/g, "").replace(",", "."));
}
