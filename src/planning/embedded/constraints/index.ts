import type { AskedBudget, Constraints } from "../../../domain/constraints.ts";
import { blank } from "./blank.ts";
import { composed } from "./composed.ts";
import { type ConstraintFinding, findAll, MAX_PHRASES } from "./find-all.ts";
import { mark } from "./marked.ts";
import { sameMatter } from "./matters.ts";
import { merge } from "./merge.ts";
import { rulesFor } from "./readers.ts";
import type { PhraseMeaning } from "./rule.ts";
import { namesById, namesLikeModels } from "./shared-names.ts";
import { unreadIn } from "./unread.ts";
import { ownWordsOf } from "./words.ts";

export { MAX_UNREAD, noteOfUnread } from "./unread.ts";
export { MAX_READ_CHARS } from "./words.ts";

/** What the words of a request restrict. */
export interface ConstraintReading {
  readonly constraints: Constraints;
  readonly budget: AskedBudget;
  /** The request, as long as before, with spaces where it spoke of constraints. */
  readonly rest: string;
  /** Clauses that may restrict the models as well, and that no rule understands; in the letters of the request, cut. */
  readonly unread: readonly string[];
}

/**
 * Reads out of a request's own words what models may be used and what may be spent. Quotations, passages, files and
 * addresses are not read, nor words beyond `MAX_READ_CHARS`. Deterministic, never throws, linear in the text.
 */
export function readConstraints(text: string): ConstraintReading {
  const words = ownWordsOf(text, isRestriction);
  const marked = mark(words.text);
  const phrases = longest(rulesFor(marked).flatMap((rule) => findAll(rule, words, marked))).slice(0, MAX_PHRASES);
  const findings = [...phrases, ...composed(words, marked, phrases)];
  return {
    ...merge(findings),
    rest: blank(text, words, findings),
    unread: unreadIn(words, marked, findings),
  };
}

/** Whether a paragraph restricts models or spending, and does nothing else. */
function isRestriction(paragraph: string): boolean {
  const { rest, unread } = readConstraints(paragraph);
  const left = (words: string): string => words.replaceAll(/[\p{P}\s]/gu, "");
  return (rest !== paragraph || unread.length > 0) && left(rest) === left(unread.join(""));
}

/** Of phrases that overlap and speak of the same thing the longest counts. In the order of the text. */
function longest(findings: readonly ConstraintFinding[]): readonly ConstraintFinding[] {
  const kept: ConstraintFinding[] = [];
  for (const finding of findings.toSorted(byWeight)) {
    const rival = kept.some((other) => rivals(finding, other));
    if (!rival) kept.push(finding);
  }
  return kept.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** What outdoes others counts before them, a phrase that was foreseen before a clause, the longer before the shorter. */
const byWeight = (a: ConstraintFinding, b: ConstraintFinding): number =>
  Number(outdoes(b)) - Number(outdoes(a)) ||
  Number(a.wholeClause ?? false) - Number(b.wholeClause ?? false) ||
  b.end - b.start - (a.end - a.start) ||
  a.start - b.start;

/** Readings of the same words; "DeepSeek" among licences is no maker. */
const rivals = (a: ConstraintFinding, b: ConstraintFinding): boolean =>
  a.start < b.end &&
  b.start < a.end &&
  (sameMatter(a, b) ||
    (a.constraints?.provider !== undefined &&
      b.constraints?.licence !== undefined &&
      a.end <= b.end &&
      b.start <= a.start) ||
    OUTDONE.some(([less, more]) => less(a) && more(b)));

/** Which of two readings of the same words gives way: a licence or maker called like a model, the whole request's money and time. */
const OUTDONE: readonly (readonly [less: (said: PhraseMeaning) => boolean, more: (said: PhraseMeaning) => boolean])[] =
  [
    [namesLikeModels, ({ constraints }) => constraints?.model !== undefined],
    [({ constraints }) => constraints?.provider !== undefined, namesById],
    [({ budget }) => budget?.usd !== undefined, ({ constraints }) => constraints?.price !== undefined],
    [({ budget }) => budget?.timeMs !== undefined, ({ constraints }) => constraints?.latency !== undefined],
  ];

const outdoes = (said: PhraseMeaning): boolean => OUTDONE.some(([, more]) => more(said));
