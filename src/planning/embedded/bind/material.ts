import { type Clause, plainly } from "../read/clauses.ts";
import { kindOfNoun } from "../read/vocabulary.ts";

/** Words that only point at something. */
const POINTING: ReadonlySet<string> = new Set(
  "do run use apply perform it this that these those them its their his her he she they the a an my our your one ones some any all both each me us you i same above following attached given whole entire full question questions answer answers detail below for to of in on into from with and please now then too also again well".split(
    " ",
  ),
);
const LANGUAGE_PHRASE = /,? ?\b(?:in|into|to|from) (?:#?\p{Lu}\p{L}+)(?:,? (?:and|or) \p{Lu}\p{L}+)*[.?!]*$/u;

/**
 * The words of a clause that are to be worked on where nothing is quoted or attached: "say good morning in Spanish" →
 * "good morning". `null` when they only point at something that is not there.
 */
export function material(clause: Clause, deciding: readonly string[]): string | null {
  const bare = plainly(clause.text).replaceAll(/@\w+/g, " ").replace(LANGUAGE_PHRASE, "");
  const words = bare.split(/\s+/).filter((word) => word !== "");
  const decided = new Set(deciding.map((word) => word.toLowerCase()));
  const isDeciding = (word: string): boolean => decided.has(word.toLowerCase().replaceAll(/[^\p{L}'-]/gu, ""));
  const first = words.findLastIndex((word, at) => at < words.length / 2 && isDeciding(word)) + 1;
  const rest = words.slice(first);
  return rest.every((word) => isDeciding(word) || points(word)) ? null : rest.join(" ").replace(/^[:,;.\s]+/, "");
}

/** Whether words say nothing themselves: "the following questions in detail". */
export const pointsOnly = (words: string): boolean => words.split(/\s+/).every(points);

function points(word: string): boolean {
  const plain = word.toLowerCase().replaceAll(/[^\p{L}\p{N}'-]/gu, "");
  return plain === "" || POINTING.has(plain) || kindOfNoun(plain) !== undefined;
}
