import { expect, test } from "vitest";
import { faultOfAmount, readAmount } from "../../../../web/settings/amounts.ts";

const MONEY = { min: 0, max: 10_000, isWhole: false };
const CALLS = { min: 1, max: 100, isWhole: true };

test.each([
  ["", null],
  ["0", 0],
  ["-3", null],
  ["a lot", null],
  ["NaN", null],
  ["1e999", null],
  ["10001", null],
  ["0,5", 0.5],
  [" 12 ", 12],
])("%j dollars are %j", (text, amount) => expect(readAmount(text, MONEY)).toBe(amount));

test.each([
  ["0", null],
  ["1.5", null],
  ["7", 7],
  ["101", null],
])("%j calls are %j", (text, amount) => expect(readAmount(text, CALLS)).toBe(amount));

test("what sets nothing says so, and an empty field does not", () => {
  expect(faultOfAmount("-3", MONEY)).toBe("Not kept: it takes a number from 0 to 10,000.");
  expect(faultOfAmount("1.5", CALLS)).toBe("Not kept: it takes a whole number from 1 to 100.");
  expect([faultOfAmount(" ", CALLS), faultOfAmount("7", CALLS)]).toEqual([null, null]);
});
