import fc from "fast-check";
import { distance } from "fastest-levenshtein";
import { describe, expect, it } from "vitest";
import { editDistance } from "../../../../evaluation/measures/edit-distance.ts";

describe("the normalised edit distance", () => {
  it.each([
    { from: [], to: [], is: 0 },
    { from: [], to: ["A", "B"], is: 1 },
    { from: ["A", "B"], to: [], is: 1 },
    { from: ["A", "B"], to: ["A", "B"], is: 0 },
    { from: ["A", "C"], to: ["A", "B"], is: 1 / 2 },
    { from: ["B", "A"], to: ["A", "B"], is: 1 },
    { from: ["B", "C"], to: ["A", "B", "C"], is: 1 / 3 },
    { from: ["A", "X", "B", "C"], to: ["A", "B", "D"], is: 2 / 4 },
    { from: ["AB"], to: ["A"], is: 1 },
  ])("from $from to $to is $is", ({ from, to, is }) => {
    expect(editDistance(from, to)).toBe(is);
  });

  it("is Levenshtein's over the longer one", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance([...a], [...b])).toBeCloseTo(distance(a, b) / Math.max(a.length, b.length), 12);
      }),
    );
  });
});
