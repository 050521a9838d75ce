import type { PieceVocabulary } from "./encoder/pieces.ts";

/** What may be misspelt: shorter words are near to too many, longer ones cost too much. */
const WORD = /^[a-z]{4,20}$/;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * What a word was probably meant to be: itself where the vocabulary has it, else the most frequent word that differs in one
 * letter, or in two that have changed places, but not in its first (a noisy channel in which every such slip is as likely:
 * Kernighan et al. 1990); itself where there is none.
 * @param vocabulary the more frequent a word, the lower its place
 */
export function speltAsKnown(word: string, vocabulary: PieceVocabulary): string {
  if (!WORD.test(word) || vocabulary.has(word)) return word;
  let [best, lowest] = [word, Number.POSITIVE_INFINITY];
  for (const near of nearWords(word)) {
    const place = vocabulary.get(near);
    if (place !== undefined && place < lowest) [best, lowest] = [near, place];
  }
  return best;
}

function* nearWords(word: string): Iterable<string> {
  for (let at = 1; at <= word.length; at++) {
    const [head, next, tail] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
    yield head + tail;
    if (tail !== "") yield head + tail.slice(0, 1) + next + tail.slice(1);
    for (const letter of LETTERS) {
      yield head + letter + next + tail;
      if (next !== "") yield head + letter + tail;
    }
  }
}
