import type { WorkBudget } from "../../work.ts";
import { indexTerms, type TermIndex } from "../bm25.ts";
import type { Reader } from "./reader.ts";
import { type LikelySpan, likelySpans, type ReadWindow } from "./spans.ts";
import { type Unit, unitsOf } from "./units.ts";
import { likeliestWindows, MAX_WINDOWS, termsOf, type Window, windowsOf } from "./windows.ts";

/** A text with all that questions to it need, whatever they ask. */
export interface AskedText {
  readonly text: string;
  readonly units: readonly Unit[];
  readonly windows: readonly Window[];
  readonly index: TermIndex;
}

/** Makes a text ready for questions, and gives the thread back after it. @throws {AppError} as `work.spend` does */
export async function askedText(text: string, reader: Reader, work: Pick<WorkBudget, "spend">): Promise<AskedText> {
  const windows = windowsOf(reader.wordsOf(text), reader.room);
  const asked = { text, units: unitsOf(text), windows, index: indexTerms(windows.map(termsOf)) };
  await work.spend("characters", text.length);
  return asked;
}

/** How many pieces so many questions to a text take at most. */
export const piecesToRead = ({ windows }: AskedText, questions: number, reader: Reader): number =>
  questions * Math.min(windows.length, MAX_WINDOWS) * reader.maxPieces;

/** The stretches of a text that may answer a question, the likeliest first. @throws {AppError} as `work.spend` does */
export async function spansFor(
  question: string,
  { windows, index, units }: AskedText,
  reader: Reader,
  work: Pick<WorkBudget, "spend">,
): Promise<readonly LikelySpan[]> {
  const read: ReadWindow[] = [];
  for (const window of likeliestWindows(reader.wordsOf(question), windows, index))
    read.push({ window, bounds: await reader.boundsOf(question, window, work) });
  return likelySpans(read, units);
}
