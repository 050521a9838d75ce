import { distance } from "fastest-levenshtein";

/** A word of a name, without its ending; in "text to video", text is what the task starts from. */
interface Word {
  readonly text: string;
  readonly stem: string;
  readonly isSource: boolean;
}

/** A name, taken apart for comparison. */
export interface Described {
  readonly words: readonly Word[];
  readonly letters: string;
  /** The same with digits left in their place, where "2" was not spaced as "to". */
  readonly asWritten: string;
  readonly trigrams: ReadonlySet<string>;
}

/** "TextToSpeech" as "Text To Speech", "text2speech" as "text to speech"; an abbreviation stays whole. */
export const spaced = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ").replaceAll(/(?<=[a-z])2(?=[a-z])/gi, " to ");

export function describe(name: string): Described {
  const words = spaced(name)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const turn = words.indexOf("to");
  const letters = words.join("-");
  const trigrams = new Set(
    Array.from({ length: Math.max(0, letters.length - 2) }, (_, at) => letters.slice(at, at + 3)),
  );
  const asWritten = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return {
    words: words.map((text, place) => ({ text, stem: stem(text), isSource: place < turn })),
    letters,
    asWritten,
    trigrams,
  };
}

const MIN_STEM_CHARS = 4;
const SUFFIX = /(?:isation|ization|iser|izer|ise|ize|ational|ation|ition|ing|ion|ment|ied|ify|ies|er|or|ed|al|es|s|e)$/;

/** Enough of a word to know "classify" in "classification" by. */
function stem(word: string): string {
  const short = word.replace(SUFFIX, "");
  return short.length >= MIN_STEM_CHARS ? short : word;
}

/** Letters that may be wrong in a name or a word before it is another one: one, and two in longer ones. */
const slipsAllowed = (letters: string, longer: number): number => (letters.length > longer ? 2 : 1);
const LONG_NAME_CHARS = 12;
const LONG_WORD_CHARS = 7;

/** Shorter names are abbreviations: another letter is another one. */
const MIN_SLIP_CHARS = 5;

/** How many letters of a name are wrong; `null` when it is another name. */
export function slips(a: Described, b: Described): number | null {
  if (b.letters.length < MIN_SLIP_CHARS) return null;
  const allowed = slipsAllowed(b.letters, LONG_NAME_CHARS);
  return withinSlips(a.letters, b.letters, allowed) ?? withinSlips(a.asWritten, b.asWritten, allowed);
}

function withinSlips(a: string, b: string, allowed: number): number | null {
  if (Math.abs(a.length - b.length) > allowed) return null;
  const found = distance(a, b);
  return found <= allowed ? found : null;
}

/** What agreement of the words counts against agreement of the letters. */
const WORD_WEIGHT = 0.7;
/** A misspelt word is almost the word. */
const MISSPELT = 0.9;

/** Likeness of the words, each with its weight, and of all letters (Dice's coefficients), together from 0 to 1. */
export function compare(a: Described, b: Described, weight: (stem: string) => number): number {
  const found = (words: readonly Word[], among: readonly Word[]): number =>
    words.reduce((sum, word) => sum + weight(word.stem) * Math.max(0, ...among.map((one) => likeness(word, one))), 0);
  const all = [...a.words, ...b.words].reduce((sum, word) => sum + weight(word.stem), 0);
  const words = all === 0 ? 0 : (found(a.words, b.words) + found(b.words, a.words)) / all;
  const letters = (2 * a.trigrams.intersection(b.trigrams).size) / Math.max(a.trigrams.size + b.trigrams.size, 1);
  return Math.min(1, WORD_WEIGHT * words + (1 - WORD_WEIGHT) * letters);
}

function likeness(a: Word, b: Word): number {
  if (a.isSource !== b.isSource) return 0;
  if (a.stem === b.stem) return 1;
  if (a.stem.length <= MIN_STEM_CHARS || b.stem.length <= MIN_STEM_CHARS) return 0;
  return withinSlips(a.stem, b.stem, slipsAllowed(b.stem, LONG_WORD_CHARS)) === null ? 0 : MISSPELT;
}
