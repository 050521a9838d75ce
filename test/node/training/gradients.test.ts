import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathColumns } from "../../../src/planning/embedded/rank/paths.ts";
import type { Objective } from "../../../training/fit/lbfgs.ts";
import { logisticObjective } from "../../../training/fit/logistic.ts";
import { pathObjective } from "../../../training/fit/path.ts";
import { rankObjective } from "../../../training/fit/rank.ts";
import { anyOutlook, TYPES, weightsOf } from "../../planning/embedded/rank/outlooks.ts";

const STEP = 1e-5;

/** Holds the gradient against differences of the value, along every column. */
function checkGradient(objective: Objective, at: readonly number[]): void {
  const gradient = new Float64Array(at.length);
  objective(Float64Array.from(at), gradient);
  const scratch = new Float64Array(at.length);
  const valueAt = (column: number, shift: number): number =>
    objective(
      Float64Array.from(at, (x, index) => (index === column ? x + shift : x)),
      scratch,
    );
  for (const column of at.keys()) {
    const slope = (valueAt(column, STEP) - valueAt(column, -STEP)) / (2 * STEP);
    expect(gradient[column]).toBeCloseTo(slope, 4);
  }
}

const L2 = 0.7;

describe("the gradient", () => {
  it("of the logistic model is the slope of its loss", () => {
    const row = fc.record({
      columns: fc.subarray([0, 1, 2, 3], { minLength: 1 }).map((columns) => Int32Array.from(columns)),
      values: fc.constant(Float32Array.of(1, -0.5, 0.25, 2)),
      target: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const rows = fc.array(row, { minLength: 1, maxLength: 8 });
    fc.assert(fc.property(rows, weightsOf(5), (given, at) => checkGradient(logisticObjective(given, 4, L2), at)));
  });

  it("of the path model is the slope of its loss", () => {
    const columns = pathColumns(TYPES.length);
    const example = anyOutlook(4).chain((outlook) =>
      fc.record({
        outlook: fc.constant(outlook),
        order: fc.shuffledSubarray([...outlook.prospects.keys()], { minLength: 1 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(example, { minLength: 1, maxLength: 2 }), weightsOf(columns.length), (examples, at) =>
        checkGradient(pathObjective(examples, columns, L2), at),
      ),
      { numRuns: 15 },
    );
  });

  it("of the ranking model is the slope of its loss", () => {
    const columns = 6;
    const candidate = fc.record({
      row: weightsOf(columns).map((row) => Float64Array.from(row)),
      worth: fc.double({ min: 0.01, max: 1, noNaN: true }),
    });
    const example = fc.array(candidate, { minLength: 1, maxLength: 6 }).map((all) => {
      const total = all.reduce((sum, { worth }) => sum + worth, 0);
      return { rows: all.map(({ row }) => row), targets: Float64Array.from(all, ({ worth }) => worth / total) };
    });
    fc.assert(
      fc.property(fc.array(example, { minLength: 1, maxLength: 4 }), weightsOf(columns), (examples, at) =>
        checkGradient(rankObjective(examples, columns, L2), at),
      ),
    );
  });
});
