import { describe, expect, it } from "vitest";
import { countEach, mean, meanPercent, percentOf, shareOf } from "../../../../evaluation/measures/means.ts";
import { timing } from "../../../../evaluation/measures/timing.ts";

describe("the time that something takes", () => {
  it.each([
    { ms: [5], median: 5, p95: 5 },
    { ms: [3, 1, 2], median: 2, p95: 3 },
    { ms: Array.from({ length: 100 }, (_, index) => 100 - index), median: 50, p95: 95 },
  ])("has a median of $median and a 95th percentile of $p95", ({ ms, median, p95 }) => {
    expect(timing(ms)).toEqual({ median, p95 });
  });
});

describe("means", () => {
  it("of nothing are none", () => {
    expect([mean([]), meanPercent([]), shareOf([])]).toEqual([null, null, null]);
    expect(percentOf([])).toBe(0);
  });

  it("of flags are shares", () => {
    expect(shareOf([true, false, false, false])).toBe(0.25);
    expect(percentOf([true, false])).toBe(50);
    expect(meanPercent([0.5, 1])).toBe(75);
  });

  it("of names are counts, the most frequent first", () => {
    expect(Object.entries(countEach(["b", "a", "a", "c", "a", "c"]))).toEqual([
      ["a", 3],
      ["c", 2],
      ["b", 1],
    ]);
  });
});
