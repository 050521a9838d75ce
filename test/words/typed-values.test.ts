import { describe, expect, it } from "vitest";
import { scaleOf, valuesIn } from "../../src/words/typed-values.ts";

const written = (text: string, is: Parameters<typeof valuesIn>[1]): readonly string[] =>
  valuesIn(text, is).map((value) => value.written);

describe("values in words", () => {
  it.each([
    ["Total £784.80", "money", ["£784.80"]],
    ["1.234,50 EUR plus 20 euros", "money", ["1.234,50 EUR", "20 euros"]],
    ["CHF 99 in 2026", "money", ["CHF 99"]],
    ["within 10 days", "duration", ["10 days"]],
    ["two months' written notice", "duration", ["two months"]],
    ["12 working days", "duration", ["12 working days"]],
    ["on 14 August 2028", "date", ["14 August 2028"]],
    ["March 3rd, 2026 or 2026-04-01", "date", ["2026-04-01", "March 3rd, 2026"]],
    ["31 May", "date", ["31 May"]],
    ["3 bedrooms", "number", ["3 bedrooms"]],
    ["no value", "money", []],
  ] as const)("are read from %j", (text, is, values) => {
    expect(written(text, is)).toEqual(values);
  });

  it("are one where they are written twice", () => {
    expect(written("£784.80, that is £784.80", "money")).toHaveLength(1);
    expect(written("on 2026-06-01, 1 June 2026", "date")).toHaveLength(1);
  });

  it.each([
    [["£784.80", "£812.40"], "money", 27.6, "£27.60"],
    [["1.000,00 €", "1.250,50 €"], "money", 250.5, "250,50 €"],
    [["6 weeks", "10 days"], "duration", -32, "32 days"],
    [["24 months", "36 months"], "duration", 365.25, "12 months"],
    [["1 month", "10 days"], "duration", -20.4375, "about 20 days"],
    [["1 June 2026", "13 June 2026"], "date", 12, "12 days"],
    [["1 June", "2 June"], "date", 1, "1 day"],
  ] as const)("can be compared: %j", (texts, is, difference, inWords) => {
    const scale = scaleOf(texts.flatMap((text) => valuesIn(text, is)));
    const [one = 0, other = 0] = scale?.numbers ?? [];
    expect(other - one).toBeCloseTo(difference);
    expect(scale?.inWords(Math.abs(difference))).toBe(inWords);
  });

  it.each([
    [["£5", "$7"], "money"],
    [["5", "7 kg"], "number"],
    [["1 June 2026", "2 June"], "date"],
  ] as const)("cannot be compared: %j", (texts, is) => {
    expect(scaleOf(texts.flatMap((text) => valuesIn(text, is)))).toBeNull();
  });
});
