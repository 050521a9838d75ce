import { languageOfWord } from "../languages.ts";
import { overlap, type RequestSpan } from "./blank.ts";
import type { ConstraintFinding } from "./find-all.ts";
import { MARKS, type Marked } from "./marked.ts";
import { matchesOf } from "./matches.ts";
import { MODEL_ID } from "./model-ids.ts";

/** What a word about models speaks of. */
export type Matter =
  | "licence"
  | "provider"
  | "model"
  | "benchmark"
  | "size"
  | "money"
  | "gated"
  | "local"
  | "cheap"
  | "language"
  | "place"
  | "speed";

/** A word, or several, that restricts models where it stands by their noun. */
export interface Quality extends RequestSpan {
  readonly matter: Matter;
}

/** Findings of these parts tell that words of a matter were read. */
const READ_AS: Readonly<Record<Matter, readonly string[]>> = {
  licence: ["licence"],
  provider: ["provider", "model"],
  model: ["model", "provider", "benchmark"],
  benchmark: ["benchmark"],
  size: ["size", "price", "benchmark", "usd", "maxLlmCalls"],
  money: ["price", "usd"],
  gated: ["gated"],
  local: ["provider"],
  cheap: ["prefer", "price", "usd"],
  language: ["language", "benchmark"],
  place: ["provider", "language"],
  speed: ["latency", "timeMs"],
};

/** Words of a matter that are no names. */
const WORDS: readonly (readonly [Matter, RegExp])[] = [
  ["model", new RegExp(`(?<![\\w'/-])${MODEL_ID}`, "g")],
  [
    "licence",
    /(?<![\w'-])open(?=[- ]weights?(?!\w)|(?:,? (?!(?:an?|the|my|your|this|up)\b)[a-z-]{2,20}){0,3},? (?:models?|llms?(?! leader)|checkpoints?)(?!\w))/g,
  ],
  ["size", /(?<![\w'.$€£-])\d[\d.,]{0,12} ?-?(?:b|bn|m|billion|million|gb|mb)(?: ?-?param(?:eter)?s?)?(?![\w/])/g],
  ["size", /(?<![\w'-])(?:small(?:est)?|tiny|tiniest|compact|lightweight|largest|biggest|lightest)(?![\w-])/g],
  ["money", /[$€£¥] ?\d[\d.,]{0,12}(?<!\.)|(?<![\w'-])\d[\d.,]{0,12} ?(?:cents?|dollars?|euros?|usd|eur)(?!\w)/g],
  ["gated", /(?<![\w'-])(?:un|non-|not[- ])?gated(?![\w-])/g],
  ["local", /(?<![\w'-])(?:local|offline|on-device|self-hosted|on-prem(?:ises?)?)(?![\w-])/g],
  ["cheap", /(?<![\w'-])(?:cheap(?:er|est)?|least expensive|inexpensive)(?![\w-])/g],
  ["speed", /(?<![\w'-])(?:fast|quick)(?:er|est)?(?![\w-])/g],
  [
    "place",
    /(?<![\w'-])(?:non-)?(?:china|europe|the eu|russia|america|the usa?|germany|france|chinese|european|russian|american)(?![\w-])/g,
  ],
];

/** All such words, in the order of the text. */
export function qualitiesIn(marked: Marked): readonly Quality[] {
  const named = (text: string, char: string, matter: Matter): readonly Quality[] =>
    text.includes(char) ? spans(new RegExp(`${char}+`, "g"), text, matter) : [];
  return [
    ...named(marked.licences, MARKS.licence, "licence"),
    ...named(marked.providers, MARKS.provider, "provider"),
    ...named(marked.benchmarks, MARKS.benchmark, "benchmark"),
    ...named(marked.names, MARKS.named, "model"),
    ...WORDS.flatMap(([matter, words]) => spans(words, marked.plain, matter)),
    ...spans(/(?<![\w'-])[a-z]{4,12}(?!\w)/g, marked.plain, "language").filter(
      ({ start, end }) => languageOfWord(marked.plain.slice(start, end)) !== undefined,
    ),
  ].toSorted((a, b) => a.start - b.start || b.end - a.end);
}

const spans = (words: RegExp, text: string, matter: Matter): readonly Quality[] =>
  Array.from(matchesOf(words, text), ({ 0: found, index }) => ({ matter, start: index, end: index + found.length }));

/** The qualities that no finding speaks of, in their place; of several that share words, one is enough. */
export function unreadAmong(qualities: readonly Quality[], findings: readonly ConstraintFinding[]): readonly Quality[] {
  const read = qualities.filter((one) =>
    findings.some(
      (finding) =>
        overlap(finding, one) &&
        [...Object.keys(finding.constraints ?? {}), ...Object.keys(finding.budget ?? {})].some((part) =>
          READ_AS[one.matter].includes(part),
        ),
    ),
  );
  return qualities.filter((one) => !read.some((other) => overlap(one, other)));
}
