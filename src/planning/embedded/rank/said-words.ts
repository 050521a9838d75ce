import { cueWords, plainWords } from "../read/vocabulary.ts";

/** A word of the user's, and where it stands in the clause's cue words. */
export interface SaidWord {
  readonly word: string;
  readonly stem: string;
  readonly at: number;
  readonly end: number;
}

/**
 * The words of a clause one by one, hyphenated ones apart. `heard` are its cue words; where those are blank the words are
 * left out.
 */
export function saidWords(said: string, heard = cueWords(said)): readonly SaidWord[] {
  const cues = [...cueWords(said).matchAll(/\S+/g)];
  return plainWords(said).flatMap((whole, index) => {
    const cue = cues[index];
    if (!cue || heard.slice(cue.index, cue.index + cue[0].length).trim() === "") return [];
    const isSame = cue[0] === whole;
    return [...whole.matchAll(/[^-/+]+/g)].map((piece) => ({
      word: piece[0],
      stem: stemOf(piece[0]),
      at: isSame ? cue.index + piece.index : cue.index,
      end: isSame ? cue.index + piece.index + piece[0].length : cue.index + cue[0].length,
    }));
  });
}

/** Endings of what is done, of who or what does it, and of several; what is left has three letters at least. */
const ENDING =
  /(?<=.{3})(?:y|ies|ied|ying|ications?|(?:at|it)?(?:ions?|ors?)|at(?:es?|ed|ing)|is(?:es?|ed|ing|ations?|ers?)|ings?|ers?|e[ds]?|al|is|(?<!s)s)$/;

/** What inflected and derived forms of an English word share: "extraction" and "extracts" → "extract". Masks have that of their kind. */
export const stemOf = (word: string): string =>
  word
    .replace(/^@/, "")
    .replaceAll("z", "s")
    .replace(ENDING, "")
    .replace(/([bdgmnprt])\1$/, "$1");
