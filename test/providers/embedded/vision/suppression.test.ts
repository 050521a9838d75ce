import fc from "fast-check";
import { expect, test } from "vitest";
import { type Detection, suppressed } from "../../../../src/providers/embedded/vision/detect/detect.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const detection: fc.Arbitrary<Detection> = fc
  .record({
    label: fc.constantFrom("dog", "cat"),
    score: share,
    one: fc.tuple(share, share),
    other: fc.tuple(share, share),
  })
  .map(({ label, score, one, other }) => ({
    label,
    score,
    corners: [
      Math.min(one[0], other[0]),
      Math.min(one[1], other[1]),
      Math.max(one[0], other[0]),
      Math.max(one[1], other[1]),
    ],
  }));

test("suppression keeps the surest, in order, and nothing twice", () => {
  fc.assert(
    fc.property(fc.array(detection, { maxLength: 30 }), (found) => {
      const kept = suppressed(found);
      expect(kept.map(({ score }) => score)).toEqual(kept.map(({ score }) => score).toSorted((a, b) => b - a));
      for (const one of kept) expect(found).toContain(one);
      expect(suppressed(kept)).toEqual(kept);
      if (found.length > 0) expect(kept[0]?.score).toBe(Math.max(...found.map(({ score }) => score)));
    }),
  );
});

test("two boxes of one thing are one, side by side they are two, and one thing has one name", () => {
  const at = (label: string, score: number, left: number): Detection => ({
    label,
    score,
    corners: [left, 0, left + 0.4, 1],
  });
  expect(suppressed([at("dog", 0.7, 0.1), at("dog", 0.9, 0.15)])).toEqual([at("dog", 0.9, 0.15)]);
  expect(suppressed([at("dog", 0.9, 0), at("dog", 0.7, 0.5)])).toHaveLength(2);
  expect(suppressed([at("cat", 0.6, 0.1), at("dog", 0.9, 0.11)])).toEqual([at("dog", 0.9, 0.11)]);
  // A person on a horse covers much of it.
  expect(suppressed([at("person", 0.9, 0.1), at("horse", 0.8, 0.2)])).toHaveLength(2);
});
