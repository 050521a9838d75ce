import { plural } from "../../words/nouns.ts";

/** A name as plain words, however it is written: `dueDate`, `due-date` and `due_date` are "due date". */
export const plain = (name: string): string =>
  name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

/** A name and what it may be the plural or singular of, to be looked up under each. */
export const formsOf = (words: string): readonly string[] => [words, plural(words)];

/** What a name asks the number of: "number of dogs" and "dog count" → "dogs" and "dog", "count" → "", "dogs" → "dogs". */
export function countedBy(words: string): string {
  const [, behind, before] = /^(?:(?:total )?(?:number|count) of|num|how many) (.+)$|^(.*?) ?count$/.exec(words) ?? [];
  return behind ?? before ?? words;
}

/**
 * What a question asks for by name: "What is the due date of the invoice?" → "due date". Only where it is a noun between
 * the question's verb and what it is of: who sent something, or when, has no name in it.
 */
export function askedName(question: string): string | null {
  const [, named] =
    /^\W*(?:what|which)(?:'s| is| are| was| were)? (?:(?:the|its|their|your) )?([\p{L}\p{N} -]{1,60}?)(?: (?:of|in|on|at|for|from|to) .*)?[?.!\s]*$/iu.exec(
      question.replaceAll("’", "'"),
    ) ?? [];
  return named === undefined ? null : plain(named);
}
