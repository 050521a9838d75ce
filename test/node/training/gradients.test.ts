import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Objective } from "../../../training/fit/lbfgs.ts";
import { logisticObjective } from "../../../training/fit/logistic.ts";

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

/** One weight a column. */
const weightsOf = (columns: number): fc.Arbitrary<readonly number[]> =>
  fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: columns, maxLength: columns });

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
});
