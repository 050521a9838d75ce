import { describe, expect, it } from "vitest";
import { layout, pairPlace } from "../../../../src/planning/embedded/rank/columns.ts";
import {
  logOddsOf,
  logProbability,
  logSum,
  sigmoid,
  softplus,
} from "../../../../src/planning/embedded/rank/log-odds.ts";
import { has, including, sizeOf, without } from "../../../../src/planning/embedded/rank/subsets.ts";

describe("a layout of columns", () => {
  const columns = layout((types) => ({ bias: 1, node: types, step: types * types, size: 8 }));

  it("lays its groups side by side, in their order", () => {
    expect(columns(3)).toEqual({ types: 3, at: { bias: 0, node: 1, step: 4, size: 13 }, length: 21 });
  });

  it("is made once for each number of types", () => {
    expect(columns(3)).toBe(columns(3));
    expect(columns(4).length).toBe(29);
  });

  it("gives every ordered pair of types a place of its own", () => {
    const types = [0, 1, 2];
    const places = types.flatMap((from) => types.map((to) => pairPlace({ types: 3 }, { type: from }, { type: to })));
    expect(places).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe("log-odds", () => {
  it.each([
    [0, 0.5],
    [Math.log(3), 0.75],
    [-Math.log(3), 0.25],
    [1000, 1],
    [-1000, 0],
  ])("of %d are the probability %d", (odds, probability) => {
    expect(sigmoid(odds)).toBeCloseTo(probability, 12);
    expect(Math.exp(logProbability(odds, true))).toBeCloseTo(probability, 12);
    expect(Math.exp(logProbability(odds, false))).toBeCloseTo(1 - probability, 12);
  });

  it.each([0.0001, 0.3, 0.5, 0.9999])("of the probability %d lead back to it", (probability) => {
    expect(sigmoid(logOddsOf(probability))).toBeCloseTo(probability, 12);
  });

  it.each([0, 1, -3, 7])("of a probability are finite, even of %d", (probability) => {
    expect(Math.abs(logOddsOf(probability))).toBeCloseTo(Math.log(9999), 9);
  });

  it.each([-800, -30, 0, 29.9, 30.1, 800])("never overflow: ln(1 + e^%d)", (x) => {
    expect(softplus(x)).toBeGreaterThanOrEqual(Math.max(0, x));
    expect(softplus(x)).toBeLessThanOrEqual(Math.max(0, x) + Math.log(2));
  });

  it("sum, and only the first of them", () => {
    expect(logSum(Float64Array.of(0, 0, 700), 2)).toBeCloseTo(Math.log(2), 12);
    expect(logSum(Float64Array.of(1), 0)).toBe(Number.NEGATIVE_INFINITY);
    expect(logSum(Float64Array.of(Number.NEGATIVE_INFINITY, 2), 2)).toBe(2);
  });
});

describe("a subset", () => {
  it("holds what was put into it", () => {
    const subset = [0, 3, 7].reduce(including, 0);
    expect([...new Array(8).keys()].filter((at) => has(subset, at))).toEqual([0, 3, 7]);
    expect(sizeOf(subset)).toBe(3);
    expect(without(subset, 3)).toBe([0, 7].reduce(including, 0));
    expect(sizeOf(0)).toBe(0);
  });
});
