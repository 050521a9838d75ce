import { AppError } from "../../domain/errors.ts";

/** What the longest answer allowed could come to, and twice that. */
const MAX_ANSWER_CHARS = 200_000;

const THOUGHT_BEGINS = "<think>";
const THOUGHT_ENDS = "</think>";

/** Models vary from one answer to the next, so that another try makes sense. */
export const rejected = (why: string): AppError =>
  new AppError("provider-rejected", `The model ${why}.`, { retryable: true });

/**
 * What an answer says, without what was thought aloud before.
 * @throws {AppError} `provider-rejected` when it says nothing, or too much.
 */
export function wordsOf(answer: string): string {
  if (answer.length > MAX_ANSWER_CHARS) throw rejected(`answered with more than ${MAX_ANSWER_CHARS} characters`);
  const words = withoutThought(answer).trim();
  if (words === "") throw rejected("answered with nothing");
  return words;
}

/** Some servers cut off the beginning of a thought and leave its end. */
function withoutThought(answer: string): string {
  const begin = answer.indexOf(THOUGHT_BEGINS);
  const end = answer.indexOf(THOUGHT_ENDS);
  const thinksFirst = begin >= 0 && answer.slice(0, begin).trim() === "";
  if (thinksFirst) return end < 0 ? "" : answer.slice(end + THOUGHT_ENDS.length);
  return end >= 0 && begin < 0 ? answer.slice(end + THOUGHT_ENDS.length) : answer;
}
