import type { AskedBudget, Constraints } from "../../../domain/constraints.ts";
import { isLooseNoun, isPaper, kindOfNoun } from "../read/vocabulary.ts";
import { wordSet } from "../read/word-set.ts";
import { anchorsIn } from "./anchors.ts";
import { blank } from "./blank.ts";
import { type ConstraintClause, clausesOf } from "./clauses.ts";
import { amountsOf } from "./combine-amounts.ts";
import { benchmarksIn } from "./combine-benchmarks.ts";
import { languagesIn } from "./combine-languages.ts";
import { namedIn } from "./combine-names.ts";
import { qualitiesIn } from "./combine-qualities.ts";
import { contradictionsIn } from "./contradictions.ts";
import { merge } from "./merge.ts";
import { nativeRepliesIn } from "./native-reply.ts";
import { ownWordsOf } from "./own-words.ts";
import type { Finding } from "./said.ts";
import { unreadIn } from "./unread.ts";

export { MAX_READ_CHARS } from "./own-words.ts";
export { MAX_UNREAD, noteOfUnread } from "./unread.ts";

/** What the words of a request restrict. */
export interface ConstraintReading {
  readonly constraints: Constraints;
  readonly budget: AskedBudget;
  /** The request, as long as before, with spaces where it spoke of constraints. */
  readonly rest: string;
  /** Clauses that may restrict the models as well, and that were not understood; in the letters of the request, cut. */
  readonly unread: readonly string[];
}

/** What follows the colon is to be written, said, compared or explained: "Write an ad: free of charge, only today". */
const WORDED =
  /\b(?:write|draft|compose|say|saying|says?|said|reads?|reading|words?|slogan|headline|title|motto|note|message|signs?|posters?|flyers?|labels?|sentence|text|ads?|advert\w*|jokes?|poem|explain|compare|translat\w*|difference|differ|define|story|rules?|design|this|these)\b[^:¤]{0,60}:[^:¤]*$/;

/** "…, says the ad" */
const SAYS = /^\W*(?:says?|said|reads)\b/;
/** "The hero never pays a cent" */
const SUBJECT =
  /^\W*(?:(?:and|but|so) )?(?:my|our|the|his|her) ([a-z]+) (only|just|never|always|must|should|can|cannot|may|has|is|are|was|wants?|[a-z]{3,}s)\b/;
/** What belongs to a run, or to who has it done: what is said of these may restrict it. */
const OF_A_RUN = wordSet(
  "whole total entire budget limit cost costs price time deadline data run job work task pipeline plan thing answer answers reply replies response responses output outputs result results latency gpu laptop machine computer size parameter parameters provider language score max maximum summary summaries translation translations transcription transcript transcripts caption captions company employer policy policies lawyer lawyers boss client clients customer customers manager team",
);
/** "The letter says that nothing leaves the house" */
const REPORTS = wordSet("says reads states tells claims mentions writes explains");
/** Whether somebody or something else is spoken of than a run, its material and who has it done. */
function isOfOthers(text: string): boolean {
  const [, subject, verb = ""] = SUBJECT.exec(text) ?? [];
  if (subject === undefined || OF_MODELS.test(text)) return false;
  if (REPORTS.has(verb)) return true;
  return !OF_A_RUN.has(subject) && !isLooseNoun(subject) && !isPaper(subject) && kindOfNoun(subject) === undefined;
}
/** Words of the lexicon that make such a clause one about models all the same. */
const OF_MODELS = /[µ¬‡¶]|licen[sc]|\bllms?\b/;

/** Whether a clause is spoken, written or said of somebody else. */
const isOfContent = ({ text, before, after }: ConstraintClause): boolean =>
  WORDED.test(before) || SAYS.test(after) || isOfOthers(text);

/** Findings beyond these are more than anybody asks for. */
const MAX_FINDINGS = 64;

/**
 * Reads out of a request's own words what models may be used and what may be spent. Quotations, passages, files and
 * addresses are not read, nor words beyond `MAX_READ_CHARS`. Deterministic, never throws, linear in the text.
 *
 * 1. Names are found by a lexicon and marked (`anchors.ts`), and the words are split into clauses (`clauses.ts`).
 * 2. For each name, amount or quality the words before it in its clause tell whether it is wanted, refused or only
 *    spoken of (`direction.ts`); with that it is combined to a finding (`combine-….ts`).
 * 3. Findings are merged; a clause that directs at models and was not understood is told (`unread.ts`).
 */
export function readConstraints(text: string): ConstraintReading {
  const words = ownWordsOf(text, isRestriction);
  const { marked, names } = anchorsIn(words.text);
  const context = {
    words,
    marked,
    names,
    clauses: clausesOf(marked, names).filter((clause) => !isOfContent(clause)),
  };
  const found: readonly Finding[] = [
    ...namedIn(context),
    ...benchmarksIn(context),
    ...amountsOf(context),
    ...qualitiesIn(context),
    ...languagesIn(context),
    ...nativeRepliesIn(words.text),
  ]
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .slice(0, MAX_FINDINGS);
  const contradicting = contradictionsIn(context, found);
  const findings = found.filter((one) => !contradicting.includes(one));
  return {
    ...merge(findings),
    rest: blank(text, words, findings),
    unread: unreadIn(
      context,
      findings,
      contradicting.map(({ about }) => about),
    ),
  };
}

/** Whether a paragraph restricts models or spending, and does nothing else. */
function isRestriction(paragraph: string): boolean {
  const { rest, unread } = readConstraints(paragraph);
  const left = (words: string): string => words.replaceAll(/[\p{P}\s]/gu, "");
  return (rest !== paragraph || unread.length > 0) && left(rest) === left(unread.join(""));
}
