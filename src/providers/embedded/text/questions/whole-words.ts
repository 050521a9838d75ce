import { findDates } from "../entities/dates.ts";
import type { Span } from "./units.ts";

/** So far behind a stretch its last word, date or time may end. */
const MAX_MORE_CHARS = 40;
const HALF_OF_DAY = /^ ?(?:[ap]\.m\.|[ap]m\b)/i;
/** The rest of a word that a stretch ends in: "nginx" of "nginx:1.25". Commas part, and brackets and quotes end. */
const REST_OF_WORD = /^(?:[\p{L}\p{N}/@&_+-]|[.:](?=\d|\p{Ll}))*[\p{L}\p{N}]/u;
/** What nothing ends with: "€289 per". */
const DANGLING = /\s(?:an|and|of|or|per|the)$/;
const DANGLING_CHARS = 5;

/** A stretch of a text that ends where its last word, date or time does, and with no word that leads on. */
export function withWholeWords(text: string, span: Span): Span {
  const tail = Math.max(span.start, span.end - DANGLING_CHARS);
  const dangling = DANGLING.exec(text.slice(tail, span.end));
  if (dangling) return { start: span.start, end: tail + dangling.index };
  const from = Math.max(span.start, span.end - MAX_MORE_CHARS);
  const date = findDates(text.slice(from, span.end + MAX_MORE_CHARS)).find(
    ({ start, end }) => from + start < span.end && from + end > span.end,
  );
  const end = date ? from + date.end : span.end;
  const [rest = ""] = REST_OF_WORD.exec(text.slice(end, end + MAX_MORE_CHARS)) ?? [];
  const [half = ""] = HALF_OF_DAY.exec(text.slice(end, end + MAX_MORE_CHARS)) ?? [];
  const isTime = half !== "" && /\d$/.test(text.slice(span.start, end));
  return { start: span.start, end: end + (isTime ? half : rest).length };
}
