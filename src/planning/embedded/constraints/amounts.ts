import type { PriceUnit } from "../../../domain/catalogue.ts";
import type { RequestSpan } from "./blank.ts";

/** What an amount counts. Money is in US dollars, time in milliseconds. */
export type AmountMeasure = "money" | "time" | "parameters" | "bytes" | "calls" | "tasks" | "times";

/** A number with its unit, and the bound that its words set: "at most 3B" → 3e9 parameters, `max`. */
export interface SaidAmount extends RequestSpan {
  readonly measure: AmountMeasure;
  readonly value: number;
  /** The lower end of a range. */
  readonly low?: number;
  readonly bound: "max" | "min" | null;
  /** The unit tells that nothing else is counted: "3B parameters". */
  readonly isSure: boolean;
  /** Of a price. */
  readonly per?: PriceUnit;
  /** Where the number begins. */
  readonly at: number;
}

const UNITS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...UNITS.slice(1, 10).flatMap((unit, value) =>
    TENS.map((ten, place) => [`${ten}-${unit}`, place * 10 + 21 + value] as const),
  ),
  ...TENS.map((word, place) => [word, place * 10 + 20] as const),
  ...([
    ["a", 1],
    ["an", 1],
    ["single", 1],
    ["a single", 1],
    ["a couple of", 2],
    ["fifteen", 15],
    ["hundred", 100],
    ["a hundred", 100],
  ] as const),
  ...([
    ["one hundred", 100],
    ["two hundred", 200],
    ["five hundred", 500],
    ["half a", 0.5],
    ["half an", 0.5],
  ] as const),
  ...([
    ["a quarter of a", 0.25],
    ["one and a half", 1.5],
    ["two and a half", 2.5],
    ["a quarter", 0.25],
  ] as const),
]);
const SPELT = [...NUMBER_WORDS.keys()].toSorted((a, b) => b.length - a.length).join("|");
/** A number in digits or words. */
export const NUMBER = `(?:\\d{1,3}(?:,\\d{3}){1,4}(?!\\d)|\\d{1,12}(?:[.,]\\d{1,6})?|\\.\\d{1,6}|(?:${SPELT})(?![\\w-]))`;

/** What a number in digits or words comes to, or `null`. "1,000" is a thousand, "0,5" a half. */
export function numberOf(words: string): number | null {
  const spelt = NUMBER_WORDS.get(words);
  if (spelt !== undefined) return spelt;
  const digits = /^\d{1,3}(?:,\d{3})+$/.test(words) ? words.replaceAll(",", "") : words.replace(",", ".");
  const value = Number(digits);
  return digits !== "" && Number.isFinite(value) ? value : null;
}

/** Sheds what counting in binary fractions adds: 0.1 × 3 is 0.3. */
export const rounded = (value: number): number => Number(value.toPrecision(12));

const COMPARED = "(?:more|bigger|larger|greater|longer|slower|heavier|higher|dearer|pricier|older|more expensive)";
const SMALLER = "(?:less|fewer|smaller|lower|lighter|cheaper|shorter|faster|quicker)";
const AT_MOST = `(?:(?:(?:no|not|isn't|aren't|any) ${COMPARED}|${SMALLER}) than|under|below|beneath|at (?:the )?(?:very )?most|(?:not|never|n't|without) (?:be |go |going )?(?:over|above|beyond|exceed(?:ing)?|more than)|no more|up to|(?:a )?max(?:imum)?\\.?(?: of)?|within|sub-?|<=|<|capped at|limited to|limit(?: of)?)`;
const AT_LEAST = `(?:${COMPARED} than|over|above|exceed(?:ing)?|beyond|at (?:the )?least|(?:no|not) (?:less|fewer|smaller|lower|worse) than|(?:a )?min(?:imum)?\\.?(?: of)?|upwards of|>=|>)`;
const MAX_BEFORE = new RegExp(`(?:^|[^\\w])(${AT_MOST}) ?(?:only |just |about |a total of |an? )?$`);
const MIN_BEFORE = new RegExp(`(?:^|[^\\w])(${AT_LEAST}) ?(?:an? )?$`);
/** Whether words end in what bounds the number that follows from above. */
export const BOUNDED_BEFORE = new RegExp(`(?:^|[^\\w])(?:${AT_MOST}) ?$`);
const MAX_AFTER =
  /^,? ?(?:or (?:less|fewer|smaller|below|under|lower|lighter|so at most|cheaper|faster|quicker)|at (?:the )?(?:very )?most|max(?:imum)?\b|tops|and (?:below|under|less|smaller)|(?:and |but )?not? (?:a [a-z]{1,12} )?more(?! than)|(?:only|limit|cap|ceiling|budget|deadline|timeout|time limit|spending limit)\b)/;
const MIN_AFTER =
  /^,? ?(?:\+|or (?:more|bigger|larger|above|up|over)|at (?:the )?least|min(?:imum)?\b|and (?:up|above|more|over)|upwards)/;

const LLM = "(?:llm|(?:large )?language[- ]model|gpt|chat model|model|ai)";
const CALL = "(?:calls?|requests?|invocations?|prompts?|queries|round ?-?trips?)";
/** Units as people write them, longer ones first; what they measure, and how much each is. */
const SCALES: readonly (readonly [spoken: string, measure: AmountMeasure, each: number])[] = [
  [`${LLM}s?[- ]?${CALL}|${CALL} (?:to|of) (?:an? |the |any |your )?${LLM}s?`, "calls", 1],
  ["(?:ai )?(?:sub-?)?(?:tasks?|steps?|stages?)", "tasks", 1],
  ["times", "times", 1],
  ["(?:us[- ]|u\\.s\\. |american )?dollars?|usd|us\\$|bucks?|\\$", "money", 1],
  ["(?:us )?cents?|cts?|¢|penn(?:y|ies)", "money", 0.01],
  ["dimes?", "money", 0.1],
  ["nickels?", "money", 0.05],
  ["milliseconds?|msecs?|ms", "time", 1],
  ["seconds?|secs?|s", "time", 1e3],
  ["minutes?|mins?", "time", 60e3],
  ["hours?|hrs?|h", "time", 3600e3],
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
const PARAMETERS = " ?-?(?:parameters?|params?|weights)(?![a-z])";
const THING =
  "(?:(?:input|output|prompt|completion|generated) )?(?:tokens?|m?tok)|characters?|chars?|(?:generated |output )?(?:images?|pictures?|photos?|drawings?)|(?:(?:audio|video|recorded|recording) )?(?:seconds?|secs?|minutes?|mins?|hours?)|(?:api |model )?(?:calls?|predictions?|inferences?)";
const COUNT = "(?:1 |one |a )?million|1,?000,?000|1 ?m|m|mio|(?:1 |one |a )?thousand|1,?000|1 ?k|k|hundred|100";
const PER = `(?<priced> ?(?:per|/|an?|each|every|for (?:an?|each|every|one)) ?(?:(?<count>${COUNT}) ?)?(?<thing>${THING})(?![a-z])(?: of (?:audio|video|sound|speech|input|output))?)?`;

let pattern: RegExp | undefined;

/** All amounts that the words name, in order. */
export function amountsIn(text: string): readonly SaidAmount[] {
  if (
    !/\d|(?<![a-z])(?:an?|one|single|two|three|four|five|six|seven|eight|nine|ten|half|dozen|[a-z]{3,7}ty|[a-z]{3,5}teen|twelve|eleven|hundred)(?![a-z])/.test(
      text,
    )
  )
    return [];
  pattern ??= new RegExp(
    `(?<![\\w.$,/])(?:(?:us ?)?\\$ ?(?<usd>${NUMBER})(?: (?:dollars?|usd)(?![a-z]))?|usd ?(?<code>${NUMBER})|(?:(?<low>${NUMBER})(?: ?-?(?:billions?|bn|b|millions?|m)(?![a-z]))?(?: to | and | ?- ?))?(?<n>${NUMBER})(?: single)? ?-?(?<unit>${UNIT})(?![a-z\\d])(?<params>${PARAMETERS})?|(?<bare>\\d{5,12})(?=${PARAMETERS}))${PER}`,
    "g",
  );
  return [...text.matchAll(pattern)].flatMap((match) => amountOf(match, text) ?? []);
}

const LOOK_CHARS = 40;

function amountOf(match: RegExpMatchArray, text: string): SaidAmount | null {
  const { usd, code, low, n, unit = "dollar", params, bare, priced = "", count, thing } = match.groups ?? {};
  const value = numberOf(usd ?? code ?? n ?? bare ?? "");
  const [measure, each] = bare === undefined ? scaleOf(unit) : (["parameters", 1] as const);
  const at = match.index ?? 0;
  const end = at + match[0].length - (measure === "money" ? 0 : priced.length);
  if (value === null) return null;
  const before = text.slice(Math.max(0, at - LOOK_CHARS), at);
  const after = text.slice(end, end + LOOK_CHARS);
  const [most, least] = [MAX_BEFORE.exec(before)?.[1], MIN_BEFORE.exec(before)?.[1]];
  const [mostAfter, leastAfter] = [MAX_AFTER.exec(after)?.[0], MIN_AFTER.exec(after)?.[0]];
  const isMax = most !== undefined || (least === undefined && mostAfter !== undefined);
  const isMin = !isMax && (least !== undefined || leastAfter !== undefined);
  const lead = (isMax ? most : least) ?? "";
  const lowest = low === undefined || measure !== "parameters" ? null : numberOf(low);
  const isRange =
    lowest !== null &&
    (/\b(?:between|from|range(?: of)?|ranging from|of|in the) ?$/.test(before) || !match[0].includes(" and "));
  return {
    start: lead === "" ? at : at - (before.length - before.lastIndexOf(lead)),
    at,
    end: end + (lead === "" ? ((isMax ? mostAfter : leastAfter) ?? "").length : 0),
    measure,
    value: rounded(value * each),
    bound: isMax ? "max" : isMin ? "min" : null,
    isSure: params !== undefined || bare !== undefined || measure === "calls",
    ...(isRange && lowest !== null ? { low: rounded(lowest * each) } : {}),
    ...(measure === "money"
      ? pricedPer(
          rounded(value * each),
          thing === undefined ? perBefore(text.slice(Math.max(0, at - 2 * LOOK_CHARS), at)) : { count, thing },
        )
      : {}),
  };
}

let scales: readonly (readonly [RegExp, AmountMeasure, number])[] | undefined;
function scaleOf(unit: string): readonly [AmountMeasure, number] {
  scales ??= SCALES.map(([spoken, measure, each]) => [new RegExp(`^(?:${spoken})$`), measure, each] as const);
  const [, measure, each] = scales.find(([spoken]) => spoken.test(unit)) ?? ([/./, "money", 1] as const);
  return [measure, each];
}

/** "0.2 cents per 1k tokens" in the unit that prices are kept in: 2 dollars a million output tokens. */
function pricedPer(
  usd: number,
  { count, thing }: { count?: string | undefined; thing?: string | undefined },
): Partial<Pick<SaidAmount, "value" | "per">> {
  if (thing === undefined) return {};
  const [per, each] = priceUnitOf(thing);
  return { value: rounded((usd * each) / countOf(count)), per };
}

let before: RegExp | undefined;
/** "the price per image must be below …" */
function perBefore(lead: string): { count?: string; thing?: string } {
  before ??= new RegExp(`\\b(?:prices?|costs?|charges?)${PER.slice(0, -1)}[^,;.]{0,30}$`);
  return before.exec(lead)?.groups ?? {};
}

function priceUnitOf(thing: string): readonly [PriceUnit, number] {
  // Without a word for it, output is meant: it is the dearer of both with every maker.
  if (/tok/.test(thing))
    return [/input|prompt/.test(thing) ? "million-input-tokens" : "million-output-tokens", /^m/.test(thing) ? 1 : 1e6];
  if (/char/.test(thing)) return ["million-characters", 1e6];
  if (/sec/.test(thing)) return ["second", 1];
  if (/hour/.test(thing)) return ["minute", 1 / 60];
  if (/min/.test(thing)) return ["minute", 1];
  return [/call|prediction|inference/.test(thing) ? "call" : "image", 1];
}

function countOf(words = ""): number {
  if (words === "") return 1;
  if (/million|000,?000|m/.test(words)) return 1e6;
  return /hundred|^100$/.test(words) ? 100 : 1e3;
}
