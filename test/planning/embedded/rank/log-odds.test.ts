import { describe, expect, it } from "vitest";
import { logOddsOf, logProbability, sigmoid, softplus } from "../../../../src/planning/embedded/rank/log-odds.ts";

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
});
