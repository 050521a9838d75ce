import { bm25, type TermIndex } from "../bm25.ts";
import type { ReadWord } from "./reader.ts";

/** Words that are read in view of each other, one after the other. */
export type Window = readonly ReadWord[];

/** More of a text are not read for one question, as each takes up to four tenths of a second. */
export const MAX_WINDOWS = 6;
/** So much of a window is read again with the next one, as what an answer is told by may stand before it. */
const OVERLAP = 0.25;

/** The words of a text in windows of so many pieces at most; each but the first begins with a line where it can. */
export function windowsOf(words: readonly ReadWord[], room: number): readonly Window[] {
  const windows: Window[] = [];
  for (let start = 0; start < words.length; ) {
    let [end, left] = [start, room];
    for (let own = words[end]; own !== undefined && own.pieces.length <= left; own = words[end]) {
      left -= own.pieces.length;
      end++;
    }
    // What has more pieces than a window is no word.
    const window = words.slice(start, Math.max(end, start + 1));
    windows.push(window);
    if (end >= words.length) break;
    const again = end - Math.floor(window.length * OVERLAP);
    const line = words.slice(again, end).findIndex(({ endsLine }) => endsLine);
    start = Math.max(start + 1, again + line + 1);
  }
  return windows;
}

/** What a window says, each word by its first piece. */
export const termsOf = (words: Window): readonly string[] => words.map(({ pieces: [first] }) => `${first}`);

/** The windows of a text that most likely answer a question: the first, the last, and those that say most of its words. */
export function likeliestWindows(question: Window, all: readonly Window[], index: TermIndex): readonly Window[] {
  if (all.length <= MAX_WINDOWS) return all;
  const scores = bm25(index, termsOf(question));
  const last = all.length - 1;
  const best = [...all.keys()]
    .filter((at) => at !== 0 && at !== last)
    .toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  return [0, last, ...best.slice(0, MAX_WINDOWS - 2)]
    .toSorted((one, other) => one - other)
    .flatMap((at) => [all[at] ?? []]);
}
