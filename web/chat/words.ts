import { shownName } from "../values/words.ts";

/** What a conversation is called in a list: as it began, on one line, with nothing that is not seen. */
export const titleWords = (title: string): string =>
  shownName(title.replaceAll(/\s+/g, " ").trim() || "Without a title");

/** The day of something in a list. */
export const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** Whether a title has each of some words, or the beginning of it, in whatever case. */
export function hasWords(title: string, words: string): boolean {
  const text = title.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The beginning of a text, on one line. */
export function beginningOf(text: string, maxChars: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars).toWellFormed().trimEnd()}…`;
}

/** A longer message is folded, so that what came of it is in sight; what is folded away has to be worth a click. */
const MAX_UNFOLDED_CHARS = 900;
const MAX_UNFOLDED_LINES = 14;
const FOLDED_LINES = 8;
const FOLDED_CHARS = 500;

/** What of a long message is shown while it is folded; null for one that is not. */
export function foldedText(text: string): string | null {
  const lines = text.split("\n", MAX_UNFOLDED_LINES + 1);
  if (text.length <= MAX_UNFOLDED_CHARS && lines.length <= MAX_UNFOLDED_LINES) return null;
  return `${lines.slice(0, FOLDED_LINES).join("\n").slice(0, FOLDED_CHARS).toWellFormed().trimEnd()}…`;
}

/** Words as they are read: Markdown's backslashes, and how a text is broken into lines, are not. */
const asRead = (text: string): string =>
  text
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .replaceAll(/\s+(?:\/\s+)?/g, " ")
    .trim();

/** An answer cuts off words that are longer than some hundreds. */
const MAX_COMPARED_CHARS = 300;

/** Whether an answer, in Markdown, has these plain words in it, as far as it has room for them. */
export const tells = (answer: string, words: string): boolean =>
  asRead(answer).includes(asRead(words).slice(0, MAX_COMPARED_CHARS));
