import { languageOfWord } from "./languages.ts";

const MODELS = /\b(?:models?|supports?|knows?|understands?|speaks?|trained)\b/i;
/** The language is the first or the second word: "in German please", "in plain German". */
const IN_LANGUAGE = /\b(?:in|into|to) (\p{L}+)(?: (\p{L}+))?/giu;

/**
 * A wish for an answer in a language is a constraint, and a step as well: a translation. So where the words of a
 * constraint say it ("answer in German") they are given back to the words that are planned by.
 * @param rest as long as `text`, with blanks where it spoke of constraints.
 */
export function withReplyLanguage(text: string, rest: string): string {
  let words = "";
  let at = 0;
  for (const { index, 0: blank } of rest.matchAll(/\s+/g)) {
    const said = text.slice(index, index + blank.length);
    words += rest.slice(at, index) + (saysReplyLanguage(said) ? said : blank);
    at = index + blank.length;
  }
  return words + rest.slice(at);
}

const saysReplyLanguage = (said: string): boolean =>
  said.trim() !== "" &&
  !MODELS.test(said) &&
  [...said.matchAll(IN_LANGUAGE)].some(([, ...words]) =>
    words.some((word) => languageOfWord(word ?? "") !== undefined),
  );
