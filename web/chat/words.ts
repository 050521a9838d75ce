import { shownName } from "../values/words.ts";

/** What a conversation is called in a list: as it began, on one line, with nothing that is not seen. */
export const titleWords = (title: string): string =>
  shownName(title.replaceAll(/\s+/g, " ").trim() || "Without a title");

/** The beginning of a text, on one line. */
export function beginningOf(text: string, maxChars: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars).toWellFormed().trimEnd()}…`;
}
