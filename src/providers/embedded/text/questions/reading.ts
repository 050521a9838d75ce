import { similarity, type WordVectors } from "../../../../words/vectors.ts";
import type { WorkBudget } from "../../work.ts";
import { bm25, indexTerms, inverseDocumentFrequency, type TermIndex } from "../bm25.ts";
import { type EnglishWord, tokens, wordsOf } from "../english.ts";
import { type Unit, unitsOf } from "./layout.ts";
import { amountIn, type TypedValue, valuesIn } from "./values.ts";

/** A text with all that questions to it need, whatever they ask. */
export interface AskedText {
  readonly text: string;
  readonly units: readonly Unit[];
  /** Of each unit its words and its values, in order. */
  readonly words: readonly (readonly EnglishWord[])[];
  readonly values: readonly (readonly TypedValue[])[];
  /** Of money; 0 where there is none. */
  readonly largestAmount: number;
  readonly index: TermIndex;
  /** Of each word as it is written, its stem. */
  readonly stems: ReadonlyMap<string, string>;
  /** Words' stems, with a vector where the base form has one. */
  readonly vocabulary: ReadonlyMap<string, Float32Array | null>;
}

/** Gives the thread back between units of text. */
type Turns = Pick<WorkBudget, "spend">;

export async function readForQuestions(text: string, vectors: WordVectors, work: Turns): Promise<AskedText> {
  const units = unitsOf(text);
  const values: TypedValue[][] = [];
  for (const unit of units) {
    const own = valuesIn(unit.text);
    values.push(own.map(({ type, start, end }) => ({ type, start: unit.start + start, end: unit.start + end })));
    await work.spend("characters", unit.text.length);
  }
  const all = wordsOf(text);
  const words = shared(all, units);
  const vocabulary = new Map<string, Float32Array | null>();
  for (const { stem, lemma } of all) if (!vocabulary.has(stem)) vocabulary.set(stem, vectors.vectorOf(lemma));
  return {
    text,
    units,
    words,
    values,
    largestAmount: values.flat().reduce((most, value) => {
      const amount = value.type === "money" ? amountIn(text, value) : 0;
      return amount > most ? amount : most;
    }, 0),
    index: indexTerms(words.map((those) => those.map(({ stem }) => stem))),
    stems: new Map(all.map(({ text: written, stem }) => [written, stem])),
    vocabulary,
  };
}

/** The stems of a stretch of the text, such as a label. */
export const stemsIn = (stretch: string, { stems }: AskedText): string[] =>
  (stretch.match(/[\p{L}\p{M}]+/gu) ?? []).flatMap((word) => stems.get(word) ?? []);

/** Of each unit the words that begin in it; both in the order of the text. */
function shared(words: readonly EnglishWord[], units: readonly Unit[]): EnglishWord[][] {
  let at = 0;
  return units.map(({ start, end }) => {
    const own: EnglishWord[] = [];
    for (let word = words[at]; word !== undefined && word.start < end; word = words[++at])
      if (word.start >= start) own.push(word);
    return own;
  });
}

/** What a question is about: each term with the words of the text that say the same or nearly, 0 to 1. */
export interface AskedTerms {
  readonly stems: ReadonlySet<string>;
  /** As the question writes them. */
  readonly written: readonly string[];
  readonly alternatives: readonly ReadonlyMap<string, number>[];
  /** How much each term tells: rare ones more. */
  readonly weights: readonly number[];
}

/** A question asks about few things; more are no question any more, and each is compared with all words of the text. */
const MAX_TERMS = 16;
/** What a question says besides how it asks. */
const TELLING = new Set(["NOUN", "PROPN", "VERB", "ADJ", "NUM", "X"]);
/** Words of asking that are tagged as adjectives or nouns, and what politeness adds. */
const ASKING = new Set("much many long old what which who please tell give name".split(" "));
/** Cosines of words of one field begin here; what is used alike has some 0.8. */
const LEAST_LIKENESS = 0.55;

export function askedTerms(question: string, { vocabulary, index }: AskedText, vectors: WordVectors): AskedTerms {
  const telling = tokens(question).filter(
    ({ pos, lemma, text }) => TELLING.has(pos) && !ASKING.has(lemma) && /[\p{L}\p{N}]/u.test(text),
  );
  const distinct = [...new Map(telling.map((token) => [token.stem, token])).values()].slice(0, MAX_TERMS);
  const alternatives = distinct.map(({ stem, lemma }) => {
    const like = new Map<string, number>();
    const vector = vectors.vectorOf(lemma);
    for (const [other, otherVector] of vocabulary) {
      if (vector === null || otherVector === null) continue;
      const likeness = (similarity(vector, otherVector) - LEAST_LIKENESS) / (1 - LEAST_LIKENESS);
      if (likeness > 0) like.set(other, likeness);
    }
    if (vocabulary.has(stem)) like.set(stem, 1);
    return like;
  });
  const weights = distinct.map(({ stem }) => inverseDocumentFrequency(index, stem));
  return {
    stems: new Set(distinct.map(({ stem }) => stem)),
    written: distinct.map(({ text }) => text),
    alternatives,
    weights,
  };
}

/** BM25 of each unit for what is asked. */
export const rankUnits = ({ index }: AskedText, { alternatives }: AskedTerms): number[] => bm25(index, alternatives);

/** The share of what is asked about that some words say, weighed by how much each term tells: 0 to 1. */
export function coverage(
  { alternatives, weights }: AskedTerms,
  stems: Iterable<string>,
  near: (stem: string) => number = () => 1,
): number {
  const best = alternatives.map(() => 0);
  for (const stem of stems)
    for (const [term, alternative] of alternatives.entries()) {
      const said = (alternative.get(stem) ?? 0) * near(stem);
      if (said > (best[term] ?? 0)) best[term] = said;
    }
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return all === 0 ? 0 : best.reduce((sum, said, term) => sum + said * (weights[term] ?? 0), 0) / all;
}
