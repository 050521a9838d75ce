import { describe, expect, it } from "vitest";
import { goesOnFrom } from "../../../../src/planning/embedded/rank/going-on.ts";
import { loadWordVectors } from "../../../../src/words/stored.ts";

const vectors = await loadWordVectors();
const LOG = [
  { role: "user", text: "summarise the meeting", resources: [] },
  { role: "assistant", text: "**Summary:** The release moves to Friday, as two developers are ill.", resources: [] },
] as const;

describe("a question after an answer", () => {
  it.each([
    ["who leads them?", true],
    ["when is the release?", true],
    ["who wrote the symphony?", false],
  ])("%j is about what was said: %j", (question, isAbout) => {
    expect(goesOnFrom(LOG, question, vectors)).toBe(isAbout);
    expect(goesOnFrom([], question, vectors)).toBe(false);
  });
});
