import type { JsonValue } from "./json.ts";

/** The beginning of a text on one line, of at most `maxChars` UTF-16 units and an ellipsis. */
export function excerpt(text: string, maxChars: number): string {
  // A text may be a book: what is far beyond the excerpt is not looked at.
  const line = text
    .slice(0, maxChars * 4)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= maxChars && text.length <= maxChars * 4) return line.toWellFormed();
  const withoutHalf = line.slice(0, maxChars).replace(/[\ud800-\udbff]$/, "");
  return `${withoutHalf.toWellFormed().trimEnd()}…`;
}

/** A value of a plan as text: a text as it is, anything else as JSON. */
export const asText = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));
