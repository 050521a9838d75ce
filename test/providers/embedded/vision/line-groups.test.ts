import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COLUMNS_AT_ONCE,
  columnsIn,
  groupsOf,
  onlyLines,
  withColumns,
  wordsByLine,
} from "../../../../src/providers/embedded/vision/ocr/line-groups.ts";

const box = (left: number, top: number, right: number, bottom: number) => ({
  rect: { left, top, right, bottom },
  flags: 0,
});
/** Lines below each other, each so many times as long as it is high. */
const linesOf = (lengths: readonly number[]) =>
  withColumns(lengths.map((length, at) => box(0, at * 20, length * 10, at * 20 + 10)));

describe("the lines of a page in groups", () => {
  it("are all of them in their order, and no group is more than one call recognises", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: Math.floor(COLUMNS_AT_ONCE / 36) }), { maxLength: 60 }),
        (lengths) => {
          const lines = linesOf(lengths);
          const groups = groupsOf(lines);
          expect(groups.flat()).toEqual(lines);
          for (const group of groups) expect(columnsIn(group)).toBeLessThanOrEqual(COLUMNS_AT_ONCE);
        },
      ),
    );
  });

  it("refuse a line that is too long by itself, whichever way it stands", () => {
    const long = Math.ceil(COLUMNS_AT_ONCE / 36) * 10 + 10;
    for (const line of [box(0, 0, long, 10), box(0, 0, 10, long)]) {
      expect(() => groupsOf(withColumns([line]))).toThrow(expect.objectContaining({ code: "resource-too-complex" }));
    }
  });

  it("show nothing of the page but themselves and a margin", () => {
    const page = { width: 30, height: 60, data: new Uint8Array(30 * 60) };
    const { data } = onlyLines(page, withColumns([box(5, 20, 20, 30)]));
    const ink = [...data].flatMap((value, at) => (value === 0 ? [[at % 30, Math.floor(at / 30)] as const] : []));
    expect(Math.min(...ink.map(([x]) => x))).toBe(3);
    expect(Math.max(...ink.map(([, y]) => y))).toBe(31);
  });

  it("have the words whose middles lie in them, from left to right", () => {
    const lines = linesOf([10, 10]);
    const [late, early, neighbour, below] = [box(50, 0, 60, 10), box(0, 1, 9, 9), box(0, 12, 9, 18), box(0, 20, 9, 30)];
    expect(wordsByLine([late, neighbour, early, below], lines)).toEqual([[early, late], [below]]);
  });
});
