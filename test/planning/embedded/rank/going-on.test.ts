import { describe, expect, it } from "vitest";
import { goesOnFrom } from "../../../../src/planning/embedded/rank/going-on.ts";
import { loadWordVectors } from "../../../../src/words/stored.ts";
import { resource } from "../../resources.ts";

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

  it.each(["it", "its", "they", "them", "her", "there"])(
    "is about it with a pronoun, whatever else it says: %s",
    (word) => {
      expect(goesOnFrom(LOG, `who wrote the symphony for ${word}?`, vectors)).toBe(true);
    },
  );

  it("is about a file that is called so", () => {
    const log = [{ role: "user", text: "here you are", resources: [resource("symphony_2.pdf")] }] as const;
    expect(goesOnFrom(log, "who wrote the symphony?", vectors)).toBe(true);
    expect(goesOnFrom([{ ...log[0], resources: [] }], "who wrote the symphony?", vectors)).toBe(false);
  });
});
