import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areaUnderCurve,
  calibrationError,
  type Forecast,
  reliability,
} from "../../../../evaluation/measures/calibration.ts";

const forecasts = (...pairs: readonly (readonly [confidence: number, right: boolean])[]): readonly Forecast[] =>
  pairs.map(([confidence, right]) => ({ confidence, right }));

describe("a reliability table", () => {
  it("has ten bins, with what fell into each", () => {
    const bins = reliability(forecasts([0, false], [0.1, true], [0.15, false], [0.999, true], [1, false]));
    expect(bins).toHaveLength(10);
    expect(bins[0]).toEqual({ from: 0, to: 0.1, count: 1, confidence: 0, right: 0 });
    expect(bins[1]).toEqual({ from: 0.1, to: 0.2, count: 2, confidence: 0.125, right: 0.5 });
    expect(bins[5]).toEqual({ from: 0.5, to: 0.6, count: 0, confidence: null, right: null });
    expect(bins[9]).toEqual({ from: 0.9, to: 1, count: 2, confidence: 0.9995, right: 0.5 });
  });

  it("loses no forecast", () => {
    const confidence = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.record({ confidence, right: fc.boolean() })), (all) => {
        expect(reliability(all).reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
      }),
    );
  });
});

describe("the expected calibration error", () => {
  it.each([
    { name: "of nothing is none", all: [], is: null },
    { name: "of sure and right forecasts is 0", all: forecasts([1, true], [1, true]), is: 0 },
    { name: "of sure and wrong forecasts is 1", all: forecasts([1, false], [1, false]), is: 1 },
    // One bin: mean confidence 0.75, half of them right.
    {
      name: "of one bin is the gap",
      all: forecasts([0.7, true], [0.8, false]).map((one) => ({ ...one, confidence: 0.75 })),
      is: 0.25,
    },
    // Three of four in a bin with a gap of 0.85 - 2/3, one in a bin with a gap of 0.1.
    {
      name: "of several bins is their mean gap by size",
      all: forecasts([0.85, true], [0.85, true], [0.85, false], [0.1, false]),
      is: (3 * (0.85 - 2 / 3) + 0.1) / 4,
    },
  ])("$name", ({ all, is }) => {
    const error = calibrationError(all);
    if (is === null) expect(error).toBeNull();
    else expect(error).toBeCloseTo(is, 12);
  });
});

describe("the area under the curve", () => {
  it.each([
    { name: "is none without wrong ones", all: forecasts([0.5, true]), is: null },
    { name: "is none without right ones", all: forecasts([0.5, false]), is: null },
    { name: "is 1 when all right ones are surer", all: forecasts([0.9, true], [0.8, true], [0.7, false]), is: 1 },
    { name: "is 0 when all wrong ones are surer", all: forecasts([0.1, true], [0.2, false]), is: 0 },
    { name: "is a half when all are equally sure", all: forecasts([0.5, true], [0.5, false], [0.5, false]), is: 0.5 },
    // Pairs of right over wrong: 0.9>0.6, 0.9>0.3, 0.6=0.6, 0.6>0.3: three and a half of four.
    {
      name: "is the share of pairs in the right order",
      all: forecasts([0.6, true], [0.3, false], [0.9, true], [0.6, false]),
      is: 3.5 / 4,
    },
  ])("$name", ({ all, is }) => {
    expect(areaUnderCurve(all)).toBe(is);
  });

  it("is what comparing every right one with every wrong one gives", () => {
    const confidence = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
    const some = fc.array(fc.record({ confidence, right: fc.boolean() }), { maxLength: 30 });
    fc.assert(
      fc.property(some, (all) => {
        const [right, wrong] = [all.filter((one) => one.right), all.filter((one) => !one.right)];
        const wins = right.flatMap((a) =>
          wrong.map((b) => (a.confidence === b.confidence ? 0.5 : Number(a.confidence > b.confidence))),
        );
        const area = areaUnderCurve(all);
        if (wins.length === 0) expect(area).toBeNull();
        else expect(area).toBeCloseTo(wins.reduce((sum, win) => sum + win, 0) / wins.length, 10);
      }),
    );
  });
});
