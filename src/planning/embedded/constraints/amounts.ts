import type { PriceUnit } from "../../../domain/catalogue.ts";
import { SMALL_NUMBERS } from "../../../words/numbers.ts";

/** What an amount counts. Money is in US dollars, time in milliseconds. */
export type AmountMeasure = "money" | "time" | "parameters" | "bytes";

/** A number with its unit. */
export interface SaidAmount {
  readonly measure: AmountMeasure;
  readonly value: number;
  /** The lower end of a range: "between 1B and 7B". */
  readonly low?: number;
  /** What a price is per unit. */
  readonly price?: UnitPrice;
}

export interface UnitPrice {
  readonly usd: number;
  readonly per: PriceUnit;
}

const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const OTHER_NUMBERS: readonly (readonly [number, string])[] = [
  [1, "single, once"],
  [2, "twice, a couple of, a couple"],
  [3, "thrice"],
  [6, "half a dozen"],
  [12, "a dozen"],
  [13, "thirteen"],
  [14, "fourteen"],
  [15, "fifteen"],
  [16, "sixteen"],
  [17, "seventeen"],
  [18, "eighteen"],
  [19, "nineteen"],
  [100, "hundred, a hundred, one hundred"],
  [200, "two hundred"],
  [500, "five hundred"],
  [1_000, "thousand, a thousand, one thousand"],
];
/** What says how many only before a unit: "half a dollar", "sub-second". */
const ARTICLES: readonly (readonly [number, string])[] = [
  [0.25, "a quarter of a, a quarter"],
  [0.5, "half a, half an, half"],
  [1, "a, an, sub"],
  [1.5, "one and a half"],
  [2.5, "two and a half"],
];
const listed = (entries: readonly (readonly [number, string])[]): readonly (readonly [string, number])[] =>
  entries.flatMap(([value, words]) => words.split(", ").map((word) => [word, value] as const));

const NUMERALS: ReadonlyMap<string, number> = new Map([
  ...SMALL_NUMBERS.map((word, value) => [word, value] as const),
  ...TENS.map((word, place) => [word, place * 10 + 20] as const),
  ...TENS.flatMap((ten, place) =>
    SMALL_NUMBERS.slice(1, 10).map((unit, value) => [`${ten}-${unit}`, place * 10 + 21 + value] as const),
  ),
  ...listed(OTHER_NUMBERS),
]);
const SPELT: ReadonlyMap<string, number> = new Map([...NUMERALS, ...listed(ARTICLES)]);
const longestFirst = (words: Iterable<string>): string => [...words].toSorted((a, b) => b.length - a.length).join("|");
const DIGITS = "\\d{1,3}(?:,\\d{3}){1,4}(?!\\d)|\\d{1,12}(?:[.,]\\d{1,6})?|\\.\\d{1,6}";
const NUMBER = `(?:${DIGITS}|(?:${longestFirst(SPELT.keys())})(?!\\w))`;

/** What a number in digits or words comes to. "1,000" is a thousand, "0,5" a half. */
function numberOf(words: string): number {
  const digits = /^\d{1,3}(?:,\d{3})+$/.test(words) ? words.replaceAll(",", "") : words.replace(",", ".");
  return SPELT.get(words) ?? Number(digits);
}

let numbers: RegExp | undefined;
/** The numbers that words hold, in digits or spelt; "a" is none. */
export function numbersIn(text: string): readonly number[] {
  numbers ??= new RegExp(`(?<![\\w.,-])(?:${DIGITS}|${longestFirst(NUMERALS.keys())})(?![\\w-])`, "g");
  return (text.match(numbers) ?? []).map(numberOf);
}

/** Units as people write them, longer ones first; what they measure, and how much each is. */
const SCALES: readonly (readonly [spoken: string, measure: AmountMeasure, each: number])[] = [
  ["(?:us[- ]|u\\.s\\. |american )?dollars?|usd|us\\$|bucks?|\\$", "money", 1],
  ["(?:us )?cents?|cts?|c|¢|penn(?:y|ies)", "money", 0.01],
  ["dimes?", "money", 0.1],
  ["nickels?", "money", 0.05],
  ["milliseconds?|msecs?|ms", "time", 1],
  ["seconds?|secs?|s", "time", 1e3],
  ["minutes?|mins?", "time", 60e3],
  ["hours?|hrs?|h", "time", 3_600e3],
  ["kib|kibibytes?", "bytes", 2 ** 10],
  ["mib|mebibytes?", "bytes", 2 ** 20],
  ["gib|gibibytes?", "bytes", 2 ** 30],
  ["kb|kilobytes?", "bytes", 1e3],
  ["mb|megabytes?|megs?", "bytes", 1e6],
  ["gb|gigabytes?|gigs?|g", "bytes", 1e9],
  ["billions?|bn|b", "parameters", 1e9],
  ["millions?|mn|mio|m", "parameters", 1e6],
  ["thousand|k", "parameters", 1e3],
];
const UNIT = SCALES.map(([spoken]) => spoken).join("|");
const PARAMETERS = " ?-?(?:parameters?|params?|weights)";
const THING =
  "(?:(?:input|output|prompt|completion|generated) )?(?:tokens?|m?tok)|characters?|chars?|(?:generated |output )?(?:images?|pictures?|photos?|drawings?)|(?:(?:audio|video|recorded|recording) )?(?:seconds?|secs?|minutes?|mins?|hours?)|(?:api |model )?(?:calls?|predictions?|inferences?|requests?)";
const COUNT = "(?:1 |one |a )?million|1,?000,?000|1 ?m|m|mio|(?:1 |one |a )?thousand|1,?000|1 ?k|k|hundred|100";
const PER = `(?:per|/|an?|each|every|for (?:an?|each|every|one)) ?(?:(?<count>${COUNT})(?: ?(?<counted>${THING}))?|(?<thing>${THING}))(?![a-z])`;

let amounts: RegExp | undefined;
/** All amounts that words name, in order. */
export function amountsIn(text: string): readonly SaidAmount[] {
  amounts ??= new RegExp(
    `(?<![\\w.$,/])(?:(?:us ?)?\\$ ?(?<usd>${NUMBER})|usd ?(?<code>${NUMBER})|(?:(?<low>${NUMBER})(?: ?-?(?<lowUnit>billions?|bn|b|millions?|m)(?![a-z]))?(?: to | and | - |-(?=\\d)))?(?<n>${NUMBER})(?: single)? ?-?(?<unit>${UNIT})(?![a-z\\d])|(?<bare>\\d{5,12})(?=${PARAMETERS}))`,
    "g",
  );
  return Array.from(text.matchAll(amounts), (match) => amountOf(match, text));
}

function amountOf({ 0: found, index, groups = {} }: RegExpExecArray, text: string): SaidAmount {
  const { usd, code, low, lowUnit, n, unit = "dollar", bare } = groups;
  const [measure, each] = bare === undefined ? scaleOf(unit) : (["parameters", 1] as const);
  const value = rounded(numberOf(usd ?? code ?? n ?? bare ?? "") * each);
  if (measure === "money") {
    const price = priceOf(value, text.slice(0, index), text.slice(index + found.length));
    return { measure, value, ...(price === null ? {} : { price }) };
  }
  if (low === undefined || measure !== "parameters") return { measure, value };
  return { measure, value, low: rounded(numberOf(low) * (lowUnit === undefined ? each : scaleOf(lowUnit)[1])) };
}

/** Sheds what counting in binary fractions adds: 0.1 × 3 is 0.3. */
const rounded = (value: number): number => Number(value.toPrecision(12));

let scales: readonly (readonly [RegExp, AmountMeasure, number])[] | undefined;
function scaleOf(unit: string): readonly [AmountMeasure, number] {
  scales ??= SCALES.map(([spoken, measure, each]) => [new RegExp(`^(?:${spoken})$`), measure, each] as const);
  const [, measure, each] = scales.find(([spoken]) => spoken.test(unit)) ?? ([/./, "money", 1] as const);
  return [measure, each];
}

let perBehind: RegExp | undefined;
let perBefore: RegExp | undefined;
/** "0.2 cents per 1k tokens" is 2 dollars a million output tokens; "the price per image is at most 1 cent" is a price too. */
function priceOf(usd: number, before: string, behind: string): UnitPrice | null {
  perBehind ??= new RegExp(`^ ?${PER}`);
  perBefore ??= new RegExp(`\\b(?:prices?|costs?|charges?|rate|fee) ${PER}`);
  const { count, counted, thing } = (perBehind.exec(behind) ?? perBefore.exec(before))?.groups ?? {};
  if (count === undefined && thing === undefined) return null;
  // What is sold by the million, without a word for it, is tokens.
  const [per, each] = priceUnitOf(thing ?? counted ?? "tokens");
  return { usd: rounded((usd * each) / countOf(count)), per };
}

function priceUnitOf(thing: string): readonly [PriceUnit, number] {
  // Without a word for it, output is meant: it is the dearer of both with every maker.
  if (/tok/.test(thing))
    return [/input|prompt/.test(thing) ? "million-input-tokens" : "million-output-tokens", /^m/.test(thing) ? 1 : 1e6];
  if (/char/.test(thing)) return ["million-characters", 1e6];
  if (/sec/.test(thing)) return ["second", 1];
  if (/hour/.test(thing)) return ["minute", 1 / 60];
  if (/min/.test(thing)) return ["minute", 1];
  return [/call|prediction|inference|request/.test(thing) ? "call" : "image", 1];
}

function countOf(words = ""): number {
  if (words === "") return 1;
  if (/million|000,?000|m/.test(words)) return 1e6;
  return /hundred|^100$/.test(words) ? 100 : 1e3;
}
