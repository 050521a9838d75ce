import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadKernelModule } from "#planner-files";
import { type Activation, Kernel } from "../../../src/words/encoder/kernel.ts";
import type { Matrix, QuantizedMatrix } from "../../../src/words/encoder/matrix.ts";

const module = await loadKernelModule();
const PLAIN = null;

const matrix = (rows: number, columns: number, values: readonly number[]): Matrix => ({
  ...{ rows, columns },
  values: Float32Array.from(values),
});

const weightsOf = (columns: number, steps: readonly number[], scales: readonly number[]): QuantizedMatrix => ({
  columns,
  scales: Float32Array.from(scales),
  quantized: Int8Array.from(steps),
});

const biasesOf = ({ scales }: QuantizedMatrix): Float32Array => scales.map((_, output) => output / 4 - 1);

/** The same, one product after the other; and by how much each number may differ, as the row is rounded. */
function expected(x: Matrix, { columns, scales, quantized }: QuantizedMatrix, biases: Float32Array) {
  const made: number[] = [];
  const tolerances: number[] = [];
  for (let row = 0; row < x.rows; row++) {
    const own = x.values.subarray(row * columns, (row + 1) * columns);
    const step = own.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 8_191;
    for (const [output, scale] of scales.entries()) {
      const weights = quantized.subarray(output * columns, (output + 1) * columns);
      made.push(own.reduce((sum, value, at) => sum + value * scale * (weights[at] ?? 0), biases[output] ?? 0));
      tolerances.push(0.6 * step * scale * weights.reduce((sum, weight) => sum + Math.abs(weight), 0) + 1e-3);
    }
  }
  return { made, tolerances };
}

const maps = fc
  .record({
    rows: fc.integer({ min: 1, max: 5 }),
    blocks: fc.integer({ min: 1, max: 4 }),
    outputs: fc.integer({ min: 1, max: 9 }),
  })
  .chain(({ rows, blocks, outputs }) => {
    const columns = 8 * blocks;
    const many = <T>(one: fc.Arbitrary<T>, count: number) => fc.array(one, { minLength: count, maxLength: count });
    return fc.record({
      x: many(fc.float({ min: -8, max: 8, noNaN: true }), rows * columns).map((values) =>
        matrix(rows, columns, values),
      ),
      weights: fc
        .tuple(many(fc.integer({ min: -127, max: 127 }), outputs * columns), many(fc.constantFrom(0.01, 0.5), outputs))
        .map(([steps, scales]) => weightsOf(columns, steps, scales)),
    });
  });

describe("a linear map", () => {
  it("is what the products sum to, to within what a row is rounded by", () => {
    fc.assert(
      fc.property(maps, ({ x, weights }) => {
        const biases = biasesOf(weights);
        const { rows, columns, values } = new Kernel(module).map(weights, biases, PLAIN)(x);
        const { made, tolerances } = expected(x, weights, biases);
        expect([rows, columns]).toEqual([x.rows, weights.scales.length]);
        for (const [at, value] of made.entries())
          expect(Math.abs((values[at] ?? Number.NaN) - value)).toBeLessThanOrEqual(tolerances[at] ?? 0);
      }),
    );
  });

  it("keeps to its weights whatever else is placed and mapped meanwhile", () => {
    const kernel = new Kernel(module);
    const x = matrix(1, 8, [1, 2, 3, 4, 5, 6, 7, 8]);
    const first = weightsOf(8, [1, 1, 1, 1, 1, 1, 1, 1], [1]);
    const sum = kernel.map(first, new Float32Array(1), PLAIN);
    const before = sum(x).values[0];
    // More than a page, so that the memory grows.
    const large = weightsOf(2_048, new Array(2_048 * 40).fill(127), new Array(40).fill(1));
    kernel.map(large, new Float32Array(40), PLAIN)(matrix(30, 2_048, new Array(2_048 * 30).fill(1)));
    expect(sum(x).values[0]).toBe(before);
    expect(before).toBeCloseTo(36, 1);
  });

  it("sums the largest products that there are without running over", () => {
    const large = weightsOf(2_048, new Array(2_048).fill(127), [1]);
    const { values } = new Kernel(module).map(
      large,
      new Float32Array(1),
      PLAIN,
    )(matrix(1, 2_048, new Array(2_048).fill(1)));
    expect(values[0]).toBeCloseTo(2_048 * 127, 0);
  });

  it("of nothing is its biases, and takes what is no number for 0", () => {
    const map = new Kernel(module).map(weightsOf(8, new Array(8).fill(100), [1]), Float32Array.of(0.25), PLAIN);
    expect(map(matrix(1, 8, new Array(8).fill(0))).values[0]).toBe(0.25);
    expect(map(matrix(1, 8, new Array(8).fill(Number.NaN))).values[0]).toBe(0.25);
  });

  it("takes a number that is none for 0 beside others, and leaves nothing of a larger matrix to a smaller one", () => {
    const map = new Kernel(module).map(weightsOf(8, new Array(8).fill(1), [1]), new Float32Array(1), PLAIN);
    map(matrix(4, 8, new Array(32).fill(1_000)));
    const { values } = map(matrix(1, 8, [1, 2, Number.NaN, 4, 5, 6, 7, 8]));
    expect(values).toHaveLength(1);
    expect(values[0]).toBeCloseTo(33, 1);
  });

  it.each([
    [0, 8],
    [1_025, 8],
    [1, 16],
  ])("is of no matrix of %d × %d", (rows, columns) => {
    const map = new Kernel(module).map(weightsOf(8, new Array(8).fill(1), [1]), new Float32Array(1), PLAIN);
    expect(() => map(matrix(rows, columns, new Array(rows * columns).fill(1)))).toThrow(RangeError);
  });

  it.each<[Activation, string[]]>([
    ["ramp", ["0.00", "0.00", "-0.21", "0.00", "0.79", "2.00", "3.00"]],
    // GELU has -0.00, -0.05, -0.16, 0.00, 0.84, 1.95, 3.00.
    ["gelu", ["0.00", "-0.04", "-0.16", "0.00", "0.84", "1.96", "3.00"]],
  ])("then goes by %s: 0 far below 0, half of it near 0, itself far above", (activation, expected) => {
    const steps = [-3, -2, -1, 0, 1, 2, 3].map((weight) => [weight, 0, 0, 0, 0, 0, 0, 0]);
    const map = new Kernel(module).map(
      weightsOf(8, steps.flat(), new Array(7).fill(1)),
      new Float32Array(7),
      activation,
    );
    const { values } = map(matrix(1, 8, [1, 0, 0, 0, 0, 0, 0, 0]));
    expect([...values].map((value) => value.toFixed(2).replace("-0.00", "0.00"))).toEqual(expected);
  });

  it.each([0, 4, 12, 2_056])("has no %d columns", (columns) => {
    const weights = weightsOf(columns, new Array(columns).fill(1), [1]);
    expect(() => new Kernel(module).map(weights, new Float32Array(1), PLAIN)).toThrow(RangeError);
  });
});
