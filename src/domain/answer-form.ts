/** How an answer begins that leaves a part of the request out: said before what was done, with a line for each part. */
export const BEFORE_RESULTS = "I did not do:";

/**
 * How the lines begin that follow the results in an answer. `src/response/` writes them, and planning, which
 * takes an earlier answer for material ("translate it"), reads no further than the first.
 */
export const AFTER_RESULTS = {
  results: "The results, as they came:",
  more: "There are more results:",
  rows: "The rows as a file:",
  failed: "This part could not be done:",
  nothingDone: "This could not be done:",
  how: "How it was done:",
} as const;

/** How the line of an answer begins that says which language model its words are of. */
export const SPOKEN_BY = "the words of the answer:";

/** The most rows of a table that an answer tells; where there are more, all of them are in a file beside it. */
export const MAX_TOLD_ROWS = 50;

/** What the result of a task type is called in an answer, where that is not the name of the type. */
const TITLES: Readonly<Record<string, string>> = {
  "optical-character-recognition": "Text read",
  "automatic-speech-recognition": "Transcript",
  "token-classification": "Names, dates and amounts",
  "text-classification": "Sentiment",
  "language-identification": "Language",
  "zero-shot-classification": "Label",
  "zero-shot-image-classification": "Label",
  "sentence-similarity": "Similarity",
  "text-to-speech": "Read aloud",
  "audio-to-audio": "Cleaned recording",
  "barcode-reading": "Code",
  "object-detection": "Found",
  summarization: "Summary",
};

export const titleOf = (taskType: string): string =>
  TITLES[taskType] ?? taskType.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());

/** Before the lines on how an answer was done. */
export const HOW = `\n\n${AFTER_RESULTS.how}\n\n`;

/**
 * An answer up to how it was done, which is always the last of it.
 * @param isWhole false of one that is still being written: what may become the heading is held back
 */
export function withoutHow(answer: string, isWhole: boolean): string {
  // The heading may be all there is, with nothing before it.
  const text = `\n\n${answer}`;
  const at = text.lastIndexOf(HOW);
  if (at !== -1) return text.slice(2, Math.max(2, at));
  const begun = isWhole
    ? 0
    : (Array.from(HOW, (_, length) => length).findLast((length) => text.endsWith(HOW.slice(0, length))) ?? 0);
  return text.slice(2, Math.max(2, text.length - begun));
}
