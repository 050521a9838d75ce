import { similarity } from "../../../../words/vectors.ts";
import type { EnglishWord } from "../english.ts";
import type { AskedText } from "./form.ts";
import type { Keyword, Question } from "./question.ts";

/** Words less alike than this often share no more than a topic: "cable" and "plug". */
const LEAST_COSINE = 0.55;
/** What a word says that is only used alike, for a cosine of 1: "rent" for "fee", but "train" for "flight" as well. */
const USED_ALIKE = 0.7;
/** What a word of the same family says: "month" for "monthly". */
const FAMILY = 0.85;
/** Words that begin alike are of one family if they are at all alike in use: "inventor" of "invent", not "inventory". */
const LEAST_FAMILY_COSINE = 0.3;

/**
 * A question whose keywords know the text's other words for them: "fee" is said in part by "pays", "monthly" nearly by
 * "month". Names, numbers and the "high" of "how high" are said by nothing but themselves.
 */
export function widen(question: Question, asked: AskedText): Question {
  const wide = new Map(question.keywords.map((keyword) => [keyword, widened(keyword, asked)]));
  return {
    ...question,
    keywords: [...wide.values()],
    relation: question.relation === null ? null : (wide.get(question.relation) ?? null),
  };
}

function widened(keyword: Keyword, { vocabulary, vectors }: AskedText): Keyword {
  const own = keyword.literal ? null : vectors.vectorOf(keyword.lemma);
  if (own === null) return keyword;
  const terms = new Map(keyword.terms);
  for (const [word, vector] of vocabulary) {
    const cosine = terms.has(word) ? 0 : similarity(own, vector);
    if (cosine >= LEAST_FAMILY_COSINE && isFamily(keyword.lemma, word)) terms.set(word, FAMILY);
    else if (cosine >= LEAST_COSINE) terms.set(word, USED_ALIKE * cosine ** 2);
  }
  return { ...keyword, terms };
}

/** How much shared beginning makes a family: most of the longer word, and at least a syllable or two. */
const SHARED_CHARS = 4;
const SHARED_PART = 0.6;

function isFamily(one: string, other: string): boolean {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared++;
  return shared >= SHARED_CHARS && shared >= SHARED_PART * Math.max(one.length, other.length);
}

/** How much a word of a text says a keyword, from 0 to 1. */
export const says = (keyword: Keyword, word: EnglishWord): number =>
  Math.max(keyword.terms.get(word.lemma) ?? 0, keyword.terms.get(word.stem) ?? 0);

/** The words of these that say a keyword best. */
export function sayingBest<T extends EnglishWord>(keyword: Keyword, words: readonly T[]): readonly T[] {
  const most = saidBy(keyword, words);
  return most === 0 ? [] : words.filter((word) => says(keyword, word) === most);
}

/** How much the word of these says it that says it best. */
export const saidBy = (keyword: Keyword, words: readonly EnglishWord[]): number =>
  words.reduce((most, word) => Math.max(most, says(keyword, word)), 0);
