import { detectAll } from "tinyld";
import { commonWordShares, isCommonWord } from "./common-words.ts";

export interface LanguageGuess {
  /** BCP 47 code. */
  readonly label: string;
  /** In English. */
  readonly name: string;
  /** Share among the languages considered, 0 to 1. */
  readonly score: number;
}

/** More text makes no difference to n-gram statistics. */
const SAMPLE_CHARS = 6_000;
/** Of a long text, as many stretches: a foreign quotation at its start should not decide. */
const SAMPLES = 3;
/** Fewer letters are no language, in scripts that several share. */
const MIN_LETTERS = 3;
/** Up to as many words, common words count for more than n-grams. */
const SHORT_WORDS = 6;
/** tinyld's measure, from 0 to 1, below which it has seen nothing telling. */
const MIN_ACCURACY = 0.05;
/** tinyld knows these, and sees them in serial numbers and program code far more often than they are written. */
const RARELY_MEANT = new Set(["ber", "rn", "vo", "tlh", "tk"]);
const GUESSES = 5;

/**
 * The languages a text may be in, best first; empty when it holds too little to tell.
 * Sixty languages by tinyld's n-grams; short texts also by their common words.
 */
export function identifyLanguage(text: string): LanguageGuess[] {
  const words = wordsOf(sample(text));
  const letters = words.join("").length;
  const ownScript = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Cyrillic}]/u.test(words.join(""));
  if (letters < (ownScript ? 1 : MIN_LETTERS)) return [];
  const scores = new Map<string, number>();
  for (const { lang, accuracy } of detectAll(words.join(" "))) if (!RARELY_MEANT.has(lang)) scores.set(lang, accuracy);
  if (words.length <= SHORT_WORDS) {
    for (const [language, share] of commonWordShares(words)) scores.set(language, (scores.get(language) ?? 0) + share);
  }
  const total = [...scores.values()].reduce((sum, score) => sum + score, 0);
  const best = Math.max(0, ...scores.values());
  if (best < MIN_ACCURACY) return [];
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, GUESSES)
    .map(([label, score]) => ({
      label,
      name: languageName(label),
      score: Math.round((score / total) * 1_000) / 1_000,
    }));
}

/** Below this share of all languages' scores n-grams only guess, as for "avg score", unless a small word of the language is there. */
const MIN_SURE_SCORE = 0.5;

/**
 * The language of a text, where that is more than a guess; null where not.
 * @param telling the words of it that may be small words of that language: all unless given
 */
export function sureLanguageOf(text: string, telling = wordsOf(sample(text))): LanguageGuess | null {
  const [guess] = identifyLanguage(text);
  if (guess === undefined) return null;
  return guess.score >= MIN_SURE_SCORE || telling.some((word) => isCommonWord(word, guess.label)) ? guess : null;
}

/** Words without addresses, codes and figures, which are in no language. */
function wordsOf(text: string): string[] {
  const plain = text.split(/\s+/).filter((word) => !/[@\d]|^https?:|^www\./.test(word));
  return (
    plain
      .join(" ")
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []
  );
}

function sample(text: string): string {
  if (text.length <= SAMPLE_CHARS) return text;
  const length = SAMPLE_CHARS / SAMPLES;
  const step = (text.length - length) / (SAMPLES - 1);
  return Array.from({ length: SAMPLES }, (_, index) =>
    text.slice(Math.floor(index * step), Math.floor(index * step) + length),
  ).join(" ");
}

const languageName = (code: string): string =>
  new Intl.DisplayNames(["en"], { type: "language", fallback: "code" }).of(code) ?? code;
