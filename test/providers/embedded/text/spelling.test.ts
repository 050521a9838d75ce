import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withSpelling } from "../../../../src/providers/embedded/text/tables/spelling.ts";

const TABLE = { columns: ["Engineer", "Labour", "Hours"], rows: [["Sandra", "12", "3"]] };
const KNOWN = new Set(["hours", "labour", "parts", "ports", "engine"]);
const spelled = (question: string, table = TABLE): string => withSpelling(question, table, (word) => KNOWN.has(word));

describe("a question with a slip in a word of the table", () => {
  it.each([
    ["hours per enginner", "hours per engineer"],
    ["hours per Enginere", "hours per engineer"],
    ["what did Sanrda do", "what did sandra do"],
    ["labuor of sandra", "labour of sandra"],
  ])("is read as it was meant: %s", (question, meant) => {
    expect(spelled(question)).toBe(meant);
  });

  it("keeps words of the dictionary, short ones, and such as are near several", () => {
    expect(spelled("the engine of hous")).toBe("the engine of hous");
    expect(spelled("for mariana", { columns: ["Mariano", "Marianna"], rows: [] })).toBe("for mariana");
  });

  it("is never longer by more than a letter a word", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (question) => {
        expect(spelled(question).split(/\P{L}+/u).length).toBe(question.split(/\P{L}+/u).length);
      }),
    );
  });
});
