import { describe, expect, test } from "vitest";
import { assumedWords, costWords, duration, growing, money } from "../../../../web/ui/amounts.ts";

describe("durations", () => {
  test.each([
    [-5, "0 ms"],
    [480.4, "480 ms"],
    [999.7, "1.0 s"],
    [2_540, "2.5 s"],
    [9_949, "9.9 s"],
    [9_970, "10 s"],
    [59_400, "59 s"],
    [59_900, "1 min 00 s"],
    [185_000, "3 min 05 s"],
    [3_599_900, "60 min 00 s"],
    [3_720_000, "1 h 02 min"],
  ])("%d ms is %s", (ms, words) => {
    expect(duration(ms)).toBe(words);
  });

  test.each([
    [-900, "0 s"],
    [1_999, "1 s"],
    [61_900, "1:01 min"],
    [3_725_000, "1:02 h"],
  ])("%d ms that grow are %s", (ms, words) => {
    expect(growing(ms)).toBe(words);
  });
});

describe("costs", () => {
  test.each([
    [0, "$0"],
    [0.000123456, "$0.000123"],
    [0.02, "$0.02"],
    [0.125, "$0.125"],
    [0.2, "$0.20"],
    [0.9999, "$1.00"],
    [1, "$1.00"],
    [1_234.5, "$1,234.50"],
    [1e-30, "$0.00"],
  ])("%d dollars are %s", (usd, words) => {
    expect(money(usd)).toBe(words);
  });

  test.each([
    [{ usd: 0, unpricedCalls: 0 }, "free"],
    [{ usd: 0.00024756, unpricedCalls: 0 }, "$0.000248"],
    [{ usd: 0, unpricedCalls: 1 }, "1 call of unknown price"],
    [{ usd: 1.5, unpricedCalls: 3 }, "$1.50 and 3 calls of unknown price"],
  ])("%j is %s", (spent, words) => {
    expect(costWords(spent)).toBe(words);
  });

  test("what nobody measured is told", () => {
    expect(assumedWords({})).toBeNull();
    expect(assumedWords({ assumedUsd: 0.02 })).toContain("$0.02");
  });
});
