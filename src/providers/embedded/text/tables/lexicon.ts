import type { WordSenses } from "../../../../words/senses.ts";
import { similarity, type WordVectors } from "../../../../words/vectors.ts";
import { isMeantBy } from "./glossary.ts";
import { fold, type Token } from "./words.ts";

/** How a word of a question stands for a word of a table, the surest first. */
export const LIKENESSES = ["same", "stem", "glossary", "synonym", "derived", "broader", "near"] as const;
export type Likeness = (typeof LIKENESSES)[number];

/** How a word of a question may stand for one of a table; `null` where it may not. */
export type Likening = (asked: Token, named: Token) => Likeness | null;

export interface Lexicon {
  readonly likeness: Likening;
  /** Whether a folded word is what a kind of people is called. */
  isPerson(word: string): boolean;
}

/** The cosine from which words are near: those below are of one topic and seldom of one meaning. */
const NEAR = 0.62;
/** Letters of what forms of a word, and the parts of a German compound, must share. */
const MIN_STEM = 4;
const MIN_COMPOUND_PART = 5;

export function lexiconOf(vectors: WordVectors, senses: WordSenses): Lexicon {
  const known = new Map<string, Float32Array | null>();
  const vectorOf = (word: string): Float32Array | null => {
    const found = known.get(word) ?? vectors.vectorOf(word);
    known.set(word, found);
    return found;
  };
  /** From 0 to 1: how alike words are used. */
  const nearness = (one: Token, other: Token): number => {
    const [first, second] = [vectorOf(one.lemma), vectorOf(other.lemma)];
    return first && second ? Math.max(0, similarity(first, second)) : 0;
  };
  const pairs = new Map<string, Likeness | null>();
  const tell = (asked: Token, named: Token): Likeness | null => {
    if (asked.word === named.word || asked.lemma === named.lemma) return "same";
    const compound = asked.word.length >= MIN_COMPOUND_PART && named.word.endsWith(asked.word);
    if (compound || (asked.stem.length >= MIN_STEM && asked.stem === named.stem)) return "stem";
    if (isMeantBy(named.word, asked.word) || isMeantBy(named.word, fold(asked.lemma))) return "glossary";
    const isShort = named.word.length >= 3 && named.word.length <= 4 && asked.word.length >= named.word.length + 3;
    if (isShort && asked.word.startsWith(named.word)) return "derived";
    // What has a name is called so, whatever else WordNet knows of calling.
    if (named.word === "name") return null;
    return senses.kinship(asked.lemma, named.lemma) ?? (nearness(asked, named) >= NEAR ? "near" : null);
  };
  const likeness: Likening = (asked, named) => {
    const pair = `${asked.text} ${named.text}`;
    const found = pairs.has(pair) ? (pairs.get(pair) ?? null) : tell(asked, named);
    pairs.set(pair, found);
    return found;
  };
  return { likeness, isPerson: (word) => senses.isPerson(word) };
}
