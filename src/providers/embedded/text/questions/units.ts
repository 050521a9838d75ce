import { lineSpans, sentences } from "../sentences.ts";

/** A stretch of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What says one thing: a sentence, or a line that stands by itself. */
export interface Unit extends Span {
  /** With line ends as blanks, so that offsets hold. */
  readonly text: string;
}

/** The units of a text, in order. */
export const unitsOf = (text: string): readonly Unit[] =>
  sentences(text).flatMap((sentence) => {
    const spans = sentence.prose
      ? [{ start: 0, end: sentence.end - sentence.start }]
      : lineSpans(text.slice(sentence.start, sentence.end));
    return spans.map(({ start, end }) => {
      const own = { start: sentence.start + start, end: sentence.start + end };
      return { ...own, text: text.slice(own.start, own.end).replace(/[\n\r\u00a0]/g, " ") };
    });
  });

/** The place of the last unit that begins at a place of the text or before it; -1 where none does. */
export function unitAt(units: readonly Unit[], place: number): number {
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle]?.start ?? place) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
