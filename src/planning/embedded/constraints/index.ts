import type { AskedBudget, Constraints } from "../../../domain/constraints.ts";
import { blank } from "./blank.ts";
import { clauseAround } from "./clause.ts";
import { type Marked, mark } from "./marked.ts";
import { matchesOf } from "./matches.ts";
import { merge } from "./merge.ts";
import { rulesFor } from "./readers.ts";
import type { Around, Rule, Said } from "./rule.ts";
import { namesLikeModels } from "./shared-names.ts";
import { isSpokenOf } from "./talk.ts";
import { ownWordsOf, type Words } from "./words.ts";

export { MAX_READ_CHARS } from "./words.ts";

/** What the words of a request restrict. */
export interface ConstraintReading {
  readonly constraints: Constraints;
  readonly budget: AskedBudget;
  /** The request, as long as before, with spaces where it spoke of constraints. */
  readonly rest: string;
}

/** Phrases beyond these are more than anybody asks for. */
const MAX_PHRASES = 64;
/** What stands further from a phrase than this doesn't tell what it means. */
const NEAR_CHARS = 300;

/** "max. 2 minutes" goes on. */
const SENTENCE_END = /(?<!\b(?:max|min|approx|no|e\.g|i\.e|etc|vs))[.!?]["')]? |\n/g;

interface Finding extends Said {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads out of a request's own words what models may be used and what may be spent. Quotations, passages, files and
 * addresses are not read, nor words beyond `MAX_READ_CHARS`. Deterministic, never throws, linear in the text.
 */
export function readConstraints(text: string): ConstraintReading {
  const words = ownWordsOf(text);
  const marked = mark(words.text);
  const findings = longest(rulesFor(marked).flatMap((rule) => findAll(rule, words, marked))).slice(0, MAX_PHRASES);
  return {
    ...merge(findings),
    rest: blank(text, words, findings),
  };
}

function findAll(rule: Rule, words: Words, marked: Marked): readonly Finding[] {
  const { over = "models", needs, guarded, pattern, read } = rule;
  if (needs?.some((need) => !need.test(marked[over]))) return [];
  const found: Finding[] = [];
  for (const match of matchesOf(pattern, marked[over])) {
    const start = match.index;
    const end = start + match[0].length;
    const phrase = words.text.slice(start, end);
    const around = lookAround(words, start, end);
    if (!guarded && isSpokenOf(around.before, phrase)) continue;
    const said = read(groupsOf(match, words.text), around, phrase);
    if (said)
      found.push({ ...said, ...(said.wholeClause ? clauseAround(words.text, { start, end }) : { start, end }) });
    if (found.length === MAX_PHRASES) break;
  }
  return found;
}

/** What the groups stand for in the words without marks. */
const groupsOf = (match: RegExpExecArray, text: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(match.indices?.groups ?? {}).map(([name, place]) => [
      name,
      // A group that took no part has no place, whatever its type says.
      place === undefined ? undefined : text.slice(...place),
    ]),
  );

function lookAround({ text, asWritten }: Words, start: number, end: number): Around {
  const near = text.slice(Math.max(0, start - NEAR_CHARS), start);
  const ends = [...near.matchAll(SENTENCE_END)].at(-1);
  return {
    before: ends ? near.slice(ends.index + ends[0].length) : near,
    after: text.slice(end, end + NEAR_CHARS),
    all: text,
    asWritten: asWritten.slice(start, end),
  };
}

/** Of phrases that overlap and speak of the same thing the longest counts. In the order of the text. */
function longest(findings: readonly Finding[]): readonly Finding[] {
  const kept: Finding[] = [];
  for (const finding of findings.toSorted(byWeight)) {
    const rival = kept.some((other) => rivals(finding, other));
    if (!rival) kept.push(finding);
  }
  return kept.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** What outdoes others counts before them, a phrase that was foreseen before a clause, the longer before the shorter. */
const byWeight = (a: Finding, b: Finding): number =>
  Number(outdoes(b)) - Number(outdoes(a)) ||
  Number(a.wholeClause ?? false) - Number(b.wholeClause ?? false) ||
  b.end - b.start - (a.end - a.start) ||
  a.start - b.start;

/** Readings of the same words; "DeepSeek" among licences is no maker. */
const rivals = (a: Finding, b: Finding): boolean =>
  a.start < b.end &&
  b.start < a.end &&
  (sameMatter(a, b) ||
    (a.constraints?.provider !== undefined &&
      b.constraints?.licence !== undefined &&
      a.end <= b.end &&
      b.start <= a.start) ||
    OUTDONE.some(([less, more]) => less(a) && more(b)));

/** Which of two readings of the same words gives way: a licence or maker called like a model, the whole request's money and time. */
const OUTDONE: readonly (readonly [less: (said: Said) => boolean, more: (said: Said) => boolean])[] = [
  [namesLikeModels, ({ constraints }) => constraints?.model !== undefined],
  [({ budget }) => budget?.usd !== undefined, ({ constraints }) => constraints?.price !== undefined],
  [({ budget }) => budget?.timeMs !== undefined, ({ constraints }) => constraints?.latency !== undefined],
];

const outdoes = (said: Said): boolean => OUTDONE.some(([, more]) => more(said));

const matters = ({ constraints = {}, budget = {} }: Said): readonly string[] => [
  ...Object.keys(constraints),
  ...Object.keys(budget),
];
const sameMatter = (a: Said, b: Said): boolean => matters(a).some((matter) => matters(b).includes(matter));
