import { bm25, indexTerms, inverseDocumentFrequency } from "../bm25.ts";
import { type TextToken, tokens } from "../english.ts";
import type { Sentence } from "../sentences.ts";
import { type AskedText, wordsBetween } from "./form.ts";
import type { Question } from "./question.ts";
import { saidBy } from "./widen.ts";

/** A sentence that may hold the answer. */
export interface Ranked {
  readonly sentence: Sentence;
  readonly tokens: readonly TextToken[];
  /** Share of the question's content that it, or what it leans on, speaks of: 0 to 1. */
  readonly coverage: number;
  /** How much it says of how the answer relates to the rest of the question: 0 to 1. */
  readonly relates: number;
}

/** Enough to hold the right one; each costs a search for names. */
const CANDIDATE_SENTENCES = 8;
/** What a word is worth that only the sentence before, or the text's first one, mentions. */
const LEANING = 0.6;
/** What stands for a thing that the sentence before names: "A new one costs EUR 640." */
const INSTEAD = /^(?:it|its|they|their|them|one|this|these|he|his|him|she|her)$/;
const MAX_HEADING_CHARS = 60;
/** What the rest is worth when the text nowhere mentions a thing the question is about. */
const UNHEARD = 0.6;
/** What the first sentence is worth for "where is it", which names nothing. */
const TOPIC = 0.6;

/** For each sentence the line above it that heads its section: a few words by themselves, with running text below. */
function headings(sentences: readonly Sentence[]): (number | undefined)[] {
  let heading: number | undefined;
  return sentences.map(({ text, prose }, at) => {
    if (!prose && sentences[at + 1]?.prose && text.length <= MAX_HEADING_CHARS && !/[:,;]/.test(text)) heading = at;
    return heading;
  });
}

/** The sentences that fit a question best, by BM25 and by how much of the question they cover. */
export function rankSentences(asked: AskedText, question: Question): Ranked[] {
  const { sentences } = asked;
  const words = sentences.map(({ start, end }) => wordsBetween(asked, start, end));
  const { keywords } = question;
  const said = words.map((own) => keywords.map((keyword) => saidBy(keyword, own)));
  const heard = keywords.map((_, term) => said.reduce((most, degrees) => Math.max(most, degrees[term] ?? 0), 0));
  // A text that never mentions a name or number of the question says nothing about it.
  if (keywords.some((keyword, term) => keyword.proper && heard[term] === 0)) return [];
  const first = sentences[0];
  if (
    question.general &&
    question.type === "place" &&
    first?.prose === true &&
    /\b(?:it|this|that|he|she|they)\b/.test(question.lower)
  ) {
    return [{ sentence: first, tokens: [], coverage: TOPIC, relates: 1 }];
  }
  const heading = headings(sentences);
  const index = indexTerms(words.map((own) => own.flatMap((word) => [word.lemma, word.stem])));
  const relation = question.relation === null ? -1 : keywords.indexOf(question.relation);
  const weights = keywords.map(({ weight, terms }, term) => {
    if (heard[term] === 0) return weight;
    const known = [...terms].filter(([word]) => index.documentFrequency.has(word));
    const rarity = Math.max(...known.map(([word, part]) => part * inverseDocumentFrequency(index, word)));
    // A word that all sentences share tells little about which one is meant.
    return weight * Math.min(1, 0.4 + rarity / 3);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const things = heard.filter((_, term) => keywords[term]?.thing && term !== relation);
  const known = UNHEARD + (1 - UNHEARD) * Math.min(1, ...things);
  const before = (at: number): readonly number[] | undefined =>
    sentences[at - 1]?.paragraph === sentences[at]?.paragraph ? said[at - 1] : undefined;
  const relates = (at: number): number => {
    if (relation === -1) return 1;
    const leant = keywords[relation]?.thing && (words[at] ?? []).some(({ lemma }) => INSTEAD.test(lemma)) ? LEANING : 0;
    const headed = heading[at] === undefined ? 0 : LEANING * (said[heading[at]]?.[relation] ?? 0);
    return Math.max(said[at]?.[relation] ?? 0, headed, leant * (before(at)?.[relation] ?? 0));
  };
  const coverage = (at: number): number => {
    const covered = weights.reduce((sum, weight, term) => {
      const context = Math.max(before(at)?.[term] ?? 0, said[heading[at] ?? 0]?.[term] ?? 0, said[0]?.[term] ?? 0);
      const leant = LEANING * context;
      return sum + weight * (term === relation ? relates(at) : Math.max(said[at]?.[term] ?? 0, leant));
    }, 0);
    return total === 0 ? 0 : (known * covered) / total;
  };
  const scores = bm25(
    index,
    keywords.map((keyword) => keyword.terms),
  );
  return scores
    .map((score, at) => ({ score, at, covers: coverage(at) }))
    .filter(({ covers }) => covers > 0)
    .sort((a, b) => b.covers * (1 + b.score) - a.covers * (1 + a.score) || a.at - b.at)
    .slice(0, CANDIDATE_SENTENCES)
    .flatMap(({ at, covers }) => {
      const sentence = sentences[at];
      if (sentence === undefined) return [];
      const own = tokens(asked.text.slice(sentence.start, sentence.end)).map((token) => ({
        ...token,
        start: sentence.start + token.start,
        end: sentence.start + token.end,
      }));
      return [{ sentence, tokens: own, coverage: covers, relates: relates(at) }];
    });
}
