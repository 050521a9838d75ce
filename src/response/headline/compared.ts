import { listed } from "../../domain/listed.ts";
import type { AskedComparison, ComparedMeasure } from "../../words/comparing/index.ts";
import { plural, singular } from "../../words/nouns.ts";
import { isOnlyProbable } from "../../words/sureness.ts";
import { scaleOf, type TypedValue, valuesIn } from "../../words/typed-values.ts";
import { cut } from "../markdown.ts";
import { type ResultThat, sourceName, type Told } from "./told.ts";

type Answer = ResultThat<"answer">;
type ValueKind = Parameters<typeof valuesIn>[1];

/** What answers to a measure may be values of, the likeliest first. */
const KINDS: Readonly<Record<ComparedMeasure, readonly ValueKind[]>> = {
  price: ["money", "number"],
  amount: ["money", "date", "duration", "number"],
  time: ["date", "duration"],
  pace: ["duration", "date"],
  length: ["duration", "number"],
  number: ["money", "number"],
  degree: ["number", "duration"],
};
/** What is said of the least where only the difference is asked. */
const LEAST: Readonly<Record<ValueKind, string>> = {
  money: "lower",
  number: "lower",
  date: "earlier",
  duration: "shorter",
};
/** An answer, or a passage that may hold one. */
const MAX_SAID_CHARS = 200;

/**
 * Answers to one question that compares the files it was put to: "EasyMove.pdf is cheaper, by £27.60: £784.80, against £812.40
 * in Harrow.pdf.", or that they cannot be compared, with what each has. Null for a question by which nothing is compared.
 * @param comparisons all that the request compares
 */
export function comparedBy(
  question: string,
  same: readonly Answer[],
  comparisons: readonly AskedComparison[],
): Told | null {
  const comparison = comparisons.find((one) => one.question === question);
  if (!comparison) return null;
  return { text: verdictOn(comparison, same) ?? cannotTell(comparison, same), tells: same };
}

/** Of the first kind of value that any of them has; of two kinds nothing is compared. */
function verdictOn(comparison: AskedComparison, same: readonly Answer[]): string | null {
  const kind = KINDS[comparison.measure].find((one) =>
    same.some(({ answer }) => valuesIn(answer ?? "", one).length > 0),
  );
  const values = kind === undefined ? [] : same.flatMap((answer) => valueIn(answer, kind) ?? []);
  const scale = values.length < same.length ? null : scaleOf(values);
  if (kind === undefined || !scale) return null;
  const ranked = same
    .map((answer, at) => ({ answer, value: values[at]?.written ?? "", number: scale.numbers[at] ?? 0 }))
    .toSorted((one, other) => (one.number - other.number) * (comparison.end === "most" ? -1 : 1));
  const [best, next, ...rest] = ranked;
  if (!best || !next) return null;
  const ties = ranked.filter(({ number }) => number === best.number);
  if (ties.length === ranked.length)
    return `No difference: ${best.value} in ${same.length === 2 ? "both" : `all ${same.length}`}.`;
  const against = againstIn(ranked.slice(ties.length));
  if (ties.length > 1) return `${listed(ties.map(({ answer }) => nameOf(answer)))} are equal: ${best.value}${against}.`;
  const said = saidOf(comparison, kind, rest.length > 0);
  const isSure = !same.some(({ score }) => isOnlyProbable(score));
  const by = rest.length > 0 ? "" : `, by ${scale.inWords(Math.abs(next.number - best.number))}`;
  return `${nameOf(best.answer)} ${isSure ? said : probably(said)}${by}: ${best.value}${against}.`;
}

/** "is probably cheaper", "probably has the lower deposit". */
const probably = (said: string): string =>
  said.startsWith("is ") ? said.replace("is ", "is probably ") : `probably ${said}`;

const againstIn = (others: readonly { readonly answer: Answer; readonly value: string }[]): string =>
  others.length === 0 ? "" : `, against ${listed(others.map(({ answer, value }) => `${value} in ${nameOf(answer)}`))}`;

function saidOf({ said, noun }: AskedComparison, kind: ValueKind, isOfAll: boolean): string {
  if (said) return isOfAll ? said.ofAll : said.ofTwo;
  const word = isOfAll ? LEAST[kind].replace("ier", "iest").replace(/er$/, "est") : LEAST[kind];
  return noun === null ? `is ${word}` : `has the ${word} ${noun}`;
}

/** The one value of a kind that an answer names; null where it names none or several. */
function valueIn({ answer }: Answer, kind: ValueKind): TypedValue | null {
  const [value, another] = answer === null ? [] : valuesIn(answer, kind);
  return value && !another ? value : null;
}

/** What each has, where that settles nothing. */
function cannotTell({ noun }: AskedComparison, same: readonly Answer[]): string {
  const each = same.map((answer) => `${nameOf(answer)} ${said(answer)}`);
  return `I can't compare ${noun === null ? "them" : `the ${plural(singular(noun))}`} for sure: ${each.join("; ")}.`;
}

function said({ answer, passages }: Answer): string {
  const quoted = (text: string): string => `“${cut(text.trim().replace(/\s+/g, " "), MAX_SAID_CHARS)}”`;
  if (answer !== null) return `says ${quoted(answer)}`;
  const near = passages.map(({ text }) => quoted(text));
  return near.length === 0 ? "does not say it" : `may say it in ${listed(near, "or")}`;
}

const nameOf = (answer: Answer): string => sourceName(answer, "the text");
