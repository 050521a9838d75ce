import { bm25, indexTerms, inverseDocumentFrequency, type TermIndex } from "../bm25.ts";
import { type TextToken, tokens } from "../english.ts";
import type { Sentence } from "../sentences.ts";
import type { Keyword, Question } from "./question.ts";

/** A sentence that may hold the answer. */
export interface Ranked {
  readonly sentence: Sentence;
  readonly tokens: readonly TextToken[];
  /** Share of the question's content that it, or what it leans on, speaks of: 0 to 1. */
  readonly coverage: number;
  /** True when it says how the answer relates to the rest of the question. */
  readonly relates: boolean;
}

/** Enough to hold the right one; each costs a search for names. */
const CANDIDATE_SENTENCES = 8;
/** What a word is worth that only the sentence before, or the text's first one, mentions. */
const LEANING = 0.6;

/** What the rest is worth when the text nowhere mentions a thing the question is about. */
const UNHEARD = 0.6;
/** What the first sentence is worth for "where is it", which names nothing. */
const TOPIC = 0.6;

/** The sentences that fit a question best, by BM25 and then by how much of the question they cover. */
export function rankSentences(text: string, all: readonly Sentence[], question: Question): Ranked[] {
  const words = groupBySentence(tokens(text), all);
  const terms = words.map((list) => list.flatMap((token) => [token.lemma, token.stem]));
  const index = indexTerms(terms);
  if (!namesKnown(index, question)) return [];
  const first = all[0];
  if (
    question.general &&
    question.type === "place" &&
    first?.prose === true &&
    /\b(?:it|this|that|he|she|they)\b/.test(question.lower)
  ) {
    return [{ sentence: first, tokens: words[0] ?? [], coverage: TOPIC, relates: true }];
  }
  const scores = bm25(
    index,
    question.keywords.map((keyword) => keyword.terms),
  );
  return scores
    .map((score, at) => ({ score, at }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, CANDIDATE_SENTENCES)
    .flatMap(({ at }) => {
      const sentence = all[at];
      const own = words[at];
      if (sentence === undefined || own === undefined) return [];
      const relates = question.relation === null || mentions(index, at, question.relation);
      return [{ sentence, tokens: own, coverage: coverage(index, all, at, question), relates }];
    });
}

function groupBySentence(words: readonly TextToken[], all: readonly Sentence[]): TextToken[][] {
  const groups: TextToken[][] = all.map(() => []);
  let at = 0;
  for (const word of words) {
    while (at < all.length && word.start >= (all[at]?.end ?? 0)) at++;
    const sentence = all[at];
    if (sentence !== undefined && word.start >= sentence.start) groups[at]?.push(word);
  }
  return groups;
}

const mentions = (index: TermIndex, at: number, keyword: Keyword): boolean =>
  keyword.terms.some((term) => index.counts[at]?.has(term) === true);

/** A text that never mentions a name or number of the question says nothing about it. */
const namesKnown = (index: TermIndex, question: Question): boolean =>
  question.keywords.every(
    (keyword) => !keyword.proper || keyword.terms.some((term) => index.documentFrequency.has(term)),
  );

function coverage(index: TermIndex, all: readonly Sentence[], at: number, question: Question): number {
  const before = all[at - 1]?.paragraph === all[at]?.paragraph ? at - 1 : -1;
  let total = 0;
  let said = 0;
  for (const keyword of question.keywords) {
    // A word that all sentences share tells little about which one is meant.
    const rarity = Math.max(
      ...keyword.terms.map((term) => (index.documentFrequency.has(term) ? inverseDocumentFrequency(index, term) : 0)),
    );
    const weight = keyword.weight * (rarity === 0 ? 1 : Math.min(1, 0.4 + rarity / 3));
    total += weight;
    if (mentions(index, at, keyword)) said += weight;
    else if (
      keyword !== question.relation &&
      ((before >= 0 && mentions(index, before, keyword)) || mentions(index, 0, keyword))
    )
      said += weight * LEANING;
  }
  const unheard = question.keywords.some(
    (keyword) =>
      keyword.thing &&
      keyword !== question.relation &&
      !keyword.terms.some((term) => index.documentFrequency.has(term)),
  );
  return total === 0 ? 0 : (said / total) * (unheard ? UNHEARD : 1);
}
