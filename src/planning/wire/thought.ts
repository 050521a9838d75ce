/** What a thought begins with. */
export const OPENING = "<think>";
const CLOSING = "</think>";
/** A plan of the most tasks allowed, in few words each; what is longer is no answer to any prompt here. */
export const MAX_ANSWER_CHARS = 200_000;

/**
 * An answer without the thinking aloud before it; nothing where that never ends. Some servers give the beginning of a thought
 * with the prompt, so that an answer holds only its end; one that begins as JSON holds none.
 */
export function withoutThought(whole: string): string {
  const answer = whole.slice(0, MAX_ANSWER_CHARS);
  const begun = answer.trimStart();
  const end = answer.indexOf(CLOSING);
  if (begun.startsWith(OPENING)) return end < 0 ? "" : answer.slice(end + CLOSING.length);
  return isUnbegun(answer) ? answer.slice(end + CLOSING.length) : answer;
}

/** Whether an answer holds the end of a thought and not its beginning. */
export const isUnbegun = (answer: string): boolean =>
  answer.includes(CLOSING) && !answer.includes(OPENING) && !/^\s*[{[]/.test(answer);

/** Words as they come, without the thought that some models begin with. One that never ends leaves nothing. */
export async function* afterThought(words: AsyncIterable<string>): AsyncGenerator<string> {
  let stage: "beginning" | "thought" | "answer" = "beginning";
  let held = "";
  for await (const word of words) {
    if (stage === "answer") {
      yield word;
      continue;
    }
    held += word;
    if (stage === "beginning") {
      const begun = held.trimStart();
      if (OPENING.startsWith(begun)) continue;
      stage = begun.startsWith(OPENING) ? "thought" : "answer";
    }
    if (stage === "thought") {
      const end = held.indexOf(CLOSING);
      if (end < 0) {
        // Only what may be the beginning of its end is still needed.
        held = held.slice(-CLOSING.length);
        continue;
      }
      held = held.slice(end + CLOSING.length);
      stage = "answer";
    }
    yield held;
  }
  if (stage === "beginning") yield held;
}
