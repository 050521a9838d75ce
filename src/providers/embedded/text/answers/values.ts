import { findDates } from "../entities/dates.ts";
import { findEmails } from "../entities/find-entities.ts";
import { findMoney } from "../entities/money.ts";

/** A stretch of a text that may be an answer. */
export interface AnswerSpan {
  readonly start: number;
  readonly end: number;
}

/** Kinds of values that can be told by their form. */
export type ValueType =
  | "money"
  | "date"
  | "time"
  | "number"
  | "identifier"
  | "email"
  | "phone"
  | "iban"
  | "url"
  | "terms"
  | "frequency";

const NUMBER_WORDS =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|a dozen|dozens|half)";
export const NUMBER_SOURCE = `(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{1,15}(?:[.,]\\d{1,6})?|${NUMBER_WORDS}(?:[ -]${NUMBER_WORDS}){0,3})(?:[ ](?:hundred|thousand|million|billion|trillion)\\b)?`;

const PATTERNS = {
  time: /(?<![\d:.])(?:[01]?\d|2[0-3])[:.][0-5]\d(?::[0-5]\d)?(?: ?[ap]\.?m\.?)?(?![\d:.]|\p{L})|(?<!\p{N})(?:1[0-2]|0?[1-9]) ?[ap]\.?m\b\.?/giu,
  number: new RegExp(`(?<![\\p{L}\\p{N}.,/-])${NUMBER_SOURCE}(?![\\p{L}\\p{N}]|[.,/-]\\d)`, "giu"),
  // Groups such as "DE89 3704 0044" go on only where the next one holds a digit.
  identifier:
    /(?<![\p{L}\p{N}])#?(?=[\p{Lu}\p{N}./_-]{0,30}\d)[\p{Lu}\p{N}][\p{Lu}\p{N}./_-]{0,30}(?: (?=[\p{Lu}\d-]{0,8}\d)[\p{Lu}\d-]{1,8}(?![\p{L}\p{N}/.]))*|(?<![\p{L}\p{N}])[\p{Lu}]{2,3} \d[\d ]{4,20}\d/gu,
  phone:
    /(?<![\p{L}\p{N}.,/-])(?:\+\d{1,3}[ -]?(?:\(0\)[ ]?)?\d{1,4}(?:[ .-]?\d{2,4}){1,4}|\(\d{2,5}\)[ -]?\d{2,4}(?:[ .-]?\d{2,4}){1,3}|0\d{1,4}[ /-]\d{2,4}(?:[ -]?\d{2,4}){1,3}|\d{3}[-.]\d{3}[-.]\d{4}|\d{3}[- ]\d{4})(?![\p{L}\p{N}]|[.,-]\d)/gu,
  iban: /(?<![p{L}p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Z0-9])/g,
  url: /(?<![\p{L}\p{N}@])(?:https?:\/\/[^\s<>"']{3,200}|www\.[^\s<>"']{3,200}|(?:[a-z0-9-]{2,63}\.){1,4}(?:com|org|net|edu|gov|io|co\.uk|uk|de|eu|fr|example)(?:\/[^\s<>"']{0,200})?)(?![\p{L}\p{N}@])/giu,
  terms:
    /\bnet \d{1,3}(?: days)?\b|\bwithin \d{1,3} (?:\w{2,10} )?days(?: of (?:receipt|invoice|delivery|the invoice date))?|\b(?:up)?on receipt\b|\bcash on delivery\b|\bimmediately\b|\b\d{1,3} days\b/gi,
  frequency: new RegExp(
    `\\b(?:every|each) (?:(?:other|second|third|${NUMBER_SOURCE}) )?(?:minute|hour|night|day|weekday|weekend|week|month|quarter|year|\\p{Lu}\\p{Ll}+day)s?\\b|\\b(?:once|twice|${NUMBER_SOURCE} times) (?:an?|per|every|each) \\p{L}+|\\b(?:hourly|daily|weekly|monthly|quarterly|yearly|annually)\\b`,
    "giu",
  ),
} as const;

/** In a form a number with two decimals is an amount, also without a currency; a percentage is none. */
const BARE_AMOUNT =
  /(?<![\p{L}\p{N}.,/:-])-?(?:\d{1,3}(?:[,.]\d{3}){1,4}|\d{1,9})[.,]\d{2}(?![\p{N}%]|[.,:/-]\d| ?%)/gu;

const spanOf = (match: RegExpMatchArray): AnswerSpan => ({
  start: match.index ?? 0,
  end: (match.index ?? 0) + match[0].length,
});

/**
 * The values of a type in a text, in order. `inForm`: read as a form's line, where bare decimals are amounts.
 */
export function valuesOf(type: ValueType, text: string, inForm = false): AnswerSpan[] {
  switch (type) {
    case "money": {
      const money = findMoney(text);
      const bare = inForm ? [...text.matchAll(BARE_AMOUNT)].map(spanOf) : [];
      const free = bare.filter((span) => money.every((other) => span.end <= other.start || span.start >= other.end));
      return [...money, ...free].map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start);
    }
    case "date":
      return findDates(text)
        .map(({ start, end }) => ({ start, end }))
        .sort((a, b) => a.start - b.start);
    case "email":
      return findEmails(text);
    case "identifier":
      // "20-45-77." at a sentence's end
      return [...text.matchAll(PATTERNS.identifier)].map((match) => ({
        start: match.index,
        end: match.index + match[0].replace(/[./_-]+$/, "").length,
      }));
    default:
      return [...text.matchAll(PATTERNS[type])].map(spanOf);
  }
}
