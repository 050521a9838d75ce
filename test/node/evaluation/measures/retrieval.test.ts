import { describe, expect, it } from "vitest";
import { type Found, macro, micro } from "../../../../evaluation/measures/retrieval.ts";

const row = (found: readonly string[], wanted: readonly string[]): Found => ({
  found: new Set(found),
  wanted: new Set(wanted),
});

describe("precision, recall and F1 over all rows together", () => {
  it.each([
    { name: "all that was wanted", rows: [row(["A"], ["A"])], precision: 1, recall: 1, f1: 1 },
    { name: "nothing found", rows: [row([], ["A"])], precision: 0, recall: 0, f1: 0 },
    { name: "no rows", rows: [], precision: 0, recall: 0, f1: 0 },
    // Two of three found are right, of four wanted.
    {
      name: "rows of different lengths",
      rows: [row(["A", "B"], ["A", "C"]), row(["D"], ["D", "E"])],
      precision: 2 / 3,
      recall: 2 / 4,
      f1: 4 / 7,
    },
  ])("$name", ({ rows, precision, recall, f1 }) => {
    const is = micro(rows);
    expect(is.precision).toBeCloseTo(precision, 12);
    expect(is.recall).toBeCloseTo(recall, 12);
    expect(is.f1).toBeCloseTo(f1, 12);
  });
});

describe("the means over names", () => {
  it("count a seldom name as much as a frequent one", () => {
    const rows = [row(["A"], ["A"]), row(["A"], ["A"]), row(["A"], ["A"]), row(["A"], ["B"])];
    // A: precision 3/4, recall 1; B: never found.
    const { precision, recall, f1 } = macro(rows);
    expect(precision).toBeCloseTo((3 / 4 + 0) / 2, 12);
    expect(recall).toBeCloseTo((1 + 0) / 2, 12);
    expect(f1).toBeCloseTo((6 / 7 + 0) / 2, 12);
  });

  it("count a name that nobody wanted as a miss", () => {
    expect(macro([row(["A", "X"], ["A"])])).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
  });
});
