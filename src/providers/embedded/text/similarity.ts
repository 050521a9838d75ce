import { withFigures } from "./quantities.ts";

/**
 * How a cosine becomes a share of "the same", and what of that is lost where one text denies what the other says, or tells
 * another number: vectors hardly see either. Fitted by least squares to the grades of `DEV_PAIRS`
 * (test/fixtures/text/sentence-pairs.ts).
 */
const SLOPE = 1.11;
const NEGATION_LOSS = 0.39;
const NUMBER_LOSS = 0.32;
/** For the very same text alone. */
const MAX_OF_DIFFERENT = 0.99;

const NEGATION = /^(?:not|no|never|nobody|nothing|none|neither|nor|without|cannot)$|n['’]t$/;
const WORD = /\d+(?:[.,:]\d+)*|\p{L}+(?:['’]\p{L}+)*/gu;

/**
 * How far two texts say the same, from 0 to 1.
 * @param cosine of their vectors
 */
export function likeness(one: string, other: string, cosine: number): number {
  if (one === other) return 1;
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const denied = a.negations % 2 === b.negations % 2 ? 0 : NEGATION_LOSS;
  const isOtherNumber = a.numbers.difference(b.numbers).size > 0 && b.numbers.difference(a.numbers).size > 0;
  const slope = SLOPE - denied - (isOtherNumber ? NUMBER_LOSS : 0);
  return Math.min(MAX_OF_DIFFERENT, Math.max(0, cosine) * slope);
}

/** Numbers in figures, also where they are words: "a pair" is "2". */
function wordsOf(text: string): { readonly negations: number; readonly numbers: ReadonlySet<string> } {
  const words = withFigures(text.toLowerCase().match(WORD) ?? []);
  return {
    negations: words.filter((word) => NEGATION.test(word)).length,
    numbers: new Set(words.filter((word) => /^\d/.test(word))),
  };
}
