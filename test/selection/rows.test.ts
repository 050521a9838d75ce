import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allRows, countRows, except, hasAny, hasRow, inBoth, listRows, rowsWhere } from "../../src/selection/rows.ts";

/** So many rows, and two choices among them. */
const choices = fc
  .nat(130)
  .chain((count) =>
    fc.tuple(fc.constant(count), fc.uniqueArray(fc.nat(count)), fc.uniqueArray(fc.nat(count), { maxLength: 3 })),
  )
  .map(([count, ...both]) => ({ count, both: both.map((rows) => rows.filter((row) => row < count)) }));
const sorted = (rows: Iterable<number>) => [...rows].toSorted((a, b) => a - b);

describe("rows", () => {
  it("are those that something is true of, and do what sets do", () => {
    fc.assert(
      fc.property(choices, ({ count, both: [one = [], other = []] }) => {
        const [rows, others] = [one, other].map((chosen) => rowsWhere(count, (row) => chosen.includes(row)));
        if (!rows || !others) throw new Error("There are two");
        expect(listRows(rows)).toEqual(sorted(one));
        expect(listRows(rows, 2)).toEqual(sorted(one).slice(0, 2));
        expect(countRows(rows)).toBe(one.length);
        expect(hasAny(rows)).toBe(one.length > 0);
        expect(listRows(inBoth(rows, others))).toEqual(sorted(one.filter((row) => other.includes(row))));
        expect(listRows(except(rows, others))).toEqual(sorted(one.filter((row) => !other.includes(row))));
        expect(listRows(except(allRows(count), rows)).every((row) => row < count && !hasRow(rows, row))).toBe(true);
      }),
    );
  });

  it.each([0, 1, 31, 32, 33, 64, 9000])("are all of %i", (count) => {
    expect(listRows(allRows(count))).toEqual(Array.from({ length: count }, (_, row) => row));
    expect(allRows(count)).toEqual(rowsWhere(count, () => true));
  });
});
