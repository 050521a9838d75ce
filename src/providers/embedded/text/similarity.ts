import { type TextToken, tokens } from "./english.ts";
import { withFigures } from "./quantities.ts";

/**
 * What articles, prepositions and auxiliaries weigh beside 1 for a content word. It stands in for the inverse
 * document frequency, which two sentences do not have.
 */
const FUNCTION_WORD_WEIGHT = 0.12;
const FUNCTION_POS = /^(?:DET|ADP|AUX|CCONJ|SCONJ|PART|PRON)$/;
/** Shares of the score: base forms of words, trigrams of their characters, word order, and how it is written. */
const WORD_SHARE = 0.65;
const TRIGRAM_SHARE = 0.1;
const ORDER_SHARE = 0.08;
const SURFACE_SHARE = 0.17;
/** "I like it", "I do not like it": the same words, and the contrary. */
const NEGATION_FACTOR = 0.6;
/** What lies beyond adds little; some 5,000 words. Cut before it is taken apart, which is what takes long. */
export const MAX_COMPARED_CHARS = 30_000;

/**
 * How similar two English texts are by the words they share, from 0 to 1; 1 only for the same words in the
 * same order. Base forms count as equal ("dogs", "dog"), numbers in words and figures too; synonyms do not.
 */
export const similarity = (first: string, second: string): number => compare(analyse(first), analyse(second));

/** The same of texts that were taken apart before: of many, each once. */
export function compare(a: Analysed, b: Analysed): number {
  if (a.surface === b.surface) return 1;
  const canonical = sameWords([...a.words, ...b.words]);
  const [x, y] = [features(a, canonical), features(b, canonical)];
  const words = cosine(x.weights, y.weights);
  const negated = a.negations % 2 === b.negations % 2 ? 1 : NEGATION_FACTOR;
  const score =
    WORD_SHARE * words +
    TRIGRAM_SHARE * Math.sqrt(words) * cosine(x.trigrams, y.trigrams) +
    ORDER_SHARE * cosine(x.bigrams, y.bigrams) +
    SURFACE_SHARE * words * cosine(counts(grams(a.surface, 3)), counts(grams(b.surface, 3)));
  return Math.min(0.99, Math.round(score * negated * 1_000) / 1_000);
}

/** A text taken apart into what is compared. */
export interface Analysed {
  readonly words: readonly TextToken[];
  /** The words as written, in small letters. */
  readonly surface: string;
  readonly negations: number;
}

interface Features {
  readonly weights: ReadonlyMap<string, number>;
  readonly trigrams: ReadonlyMap<string, number>;
  readonly bigrams: ReadonlyMap<string, number>;
}

export function analyse(text: string): Analysed {
  const words = tokens(text.slice(0, MAX_COMPARED_CHARS)).filter((token) => /[\p{L}\p{N}]/u.test(token.text));
  return {
    words,
    surface: words.map((word) => word.text.toLowerCase()).join(" "),
    negations: words.filter((word) => NEGATION.test(word.lemma)).length,
  };
}

const NEGATION = /^(?:not|no|never|nobody|nothing|none|neither|without)$/;

/**
 * One name for words that share their base form or stem: the tagger's base form of "running" may be a noun's,
 * and the stem of "bought" is not "buy".
 */
function sameWords(words: readonly TextToken[]): (lemma: string) => string {
  const parent = new Map<string, string>();
  const find = (form: string): string => {
    let root = form;
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) root = next;
    return root;
  };
  for (const { lemma, stem } of words) {
    const [a, b] = [find(lemma), find(stem)];
    if (a !== b) parent.set(a, b);
  }
  return find;
}

function features({ words }: Analysed, canonical: (lemma: string) => string): Features {
  const functional = new Set(words.filter(isFunctional).map((word) => word.lemma));
  const lemmas = withFigures(words.map((word) => word.lemma));
  const weights = new Map<string, number>();
  for (const lemma of lemmas) {
    const name = canonical(lemma);
    weights.set(name, (weights.get(name) ?? 0) + (functional.has(lemma) ? FUNCTION_WORD_WEIGHT : 1));
  }
  const content = lemmas.filter((lemma) => !functional.has(lemma)).map(canonical);
  return {
    weights,
    trigrams: counts(content.flatMap((word) => grams(` ${word} `, 3))),
    bigrams: counts(lemmas.slice(1).map((lemma, index) => `${canonical(lemmas[index] ?? "")} ${canonical(lemma)}`)),
  };
}

const isFunctional = (word: TextToken): boolean =>
  FUNCTION_POS.test(word.pos) && !/^(?:not|no|never|both)$/.test(word.lemma);

const grams = (word: string, length: number): string[] =>
  word.length < length
    ? [word]
    : Array.from({ length: word.length - length + 1 }, (_, at) => word.slice(at, at + length));

function counts(items: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const item of items) found.set(item, (found.get(item) ?? 0) + 1);
  return found;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [key, value] of a) product += value * (b.get(key) ?? 0);
  const length = Math.sqrt(squares(a) * squares(b));
  return length === 0 ? 0 : product / length;
}

const squares = (vector: ReadonlyMap<string, number>): number =>
  [...vector.values()].reduce((sum, value) => sum + value * value, 0);
