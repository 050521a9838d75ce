const OPENING = "<think>";
const CLOSING = "</think>";

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
