import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadKernelModule } from "#planner-files";
import { encoderLayer, normalizedSum } from "../../../src/words/encoder/encoder.ts";
import { Kernel } from "../../../src/words/encoder/kernel.ts";
import type { Matrix } from "../../../src/words/encoder/matrix.ts";

const module = await loadKernelModule();

/** A matrix as rows, for the formulas as they are printed. */
type Rows = readonly (readonly number[])[];

const matrix = (rows: Rows): Matrix => ({
  ...{ rows: rows.length, columns: rows[0]?.length ?? 0 },
  values: Float32Array.from(rows.flat()),
});
const rowsOf = ({ rows, columns, values }: Matrix): Rows =>
  Array.from({ length: rows }, (_, row) => [...values.subarray(row * columns, (row + 1) * columns)]);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const product = (one: readonly number[], other: readonly number[]): number =>
  sumOf(one.map((value, at) => value * (other[at] ?? 0)));

/** softmax(Q Kᵀ / √d) V in each head by itself, the heads beside each other. */
function attended(qkv: Rows, width: number, heads: number): Rows {
  const size = width / heads;
  const part = (row: readonly number[], of: number, head: number): readonly number[] =>
    row.slice(of * width + head * size, of * width + (head + 1) * size);
  return qkv.map((row) =>
    Array.from({ length: heads }, (_, head) => {
      const fits = qkv.map((other) => product(part(row, 0, head), part(other, 1, head)) / Math.sqrt(size));
      const most = Math.max(...fits);
      const shares = fits.map((fit) => Math.exp(fit - most));
      const means = qkv.map((other) => part(other, 2, head));
      return Array.from(
        { length: size },
        (_, at) =>
          product(
            shares,
            means.map((mean) => mean[at] ?? 0),
          ) / sumOf(shares),
      );
    }).flat(),
  );
}

function normalized(rows: Rows, gain: readonly number[], offset: readonly number[]): Rows {
  return rows.map((row) => {
    const mean = sumOf(row) / row.length;
    const variance = sumOf(row.map((value) => (value - mean) ** 2)) / row.length;
    return row.map((value, at) => ((value - mean) / Math.sqrt(variance + 1e-5)) * (gain[at] ?? 0) + (offset[at] ?? 0));
  });
}

function expectNear(made: Rows, expected: Rows, tolerance: number): void {
  expect(made.map((row) => row.length)).toEqual(expected.map((row) => row.length));
  for (const [at, row] of made.entries())
    for (const [column, value] of row.entries())
      expect(Math.abs(value - (expected[at]?.[column] ?? Number.NaN))).toBeLessThanOrEqual(tolerance);
}

const numbers = (rows: number, columns: number, most: number): fc.Arbitrary<Rows> => {
  const many = <T>(one: fc.Arbitrary<T>, count: number) => fc.array(one, { minLength: count, maxLength: count });
  return many(many(fc.float({ min: -most, max: most, noNaN: true }), columns), rows);
};

describe("attention", () => {
  const cases = fc
    .record({
      rows: fc.integer({ min: 1, max: 11 }),
      heads: fc.integer({ min: 1, max: 3 }),
      blocks: fc.integer({ min: 1, max: 3 }),
      // Up to fits of which the smaller ones come to nothing.
      most: fc.constantFrom(1, 4, 30),
    })
    .chain(({ rows, heads, blocks, most }) => {
      const width = 4 * blocks * heads;
      return numbers(rows, 3 * width, most).map((qkv) => ({ qkv, width, heads, most }));
    });

  it("is the mean of values by the softmax of the products of queries and keys", () => {
    fc.assert(
      fc.property(cases, ({ qkv, width, heads, most }) => {
        const kernel = new Kernel(module);
        const from = kernel.place(matrix(qkv));
        const made = kernel.room(qkv.length, width);
        kernel.attend(from, qkv.length, width, heads, made);
        // A fit of thousands is exact to some ten-thousandths.
        const tolerance = most * (most > 4 ? 5e-3 : 1e-5);
        expectNear(rowsOf(kernel.take(made, qkv.length, width)), attended(qkv, width, heads), tolerance);
      }),
    );
  });

  it("is as exact over all the rows that an encoder reads", () => {
    const qkv = Array.from({ length: 128 }, (_, row) =>
      Array.from({ length: 24 }, (_, at) => Math.sin(row * 24 + at) * 3),
    );
    const kernel = new Kernel(module);
    const from = kernel.place(matrix(qkv));
    const made = kernel.room(128, 8);
    kernel.attend(from, 128, 8, 2, made);
    expectNear(rowsOf(kernel.take(made, 128, 8)), attended(qkv, 8, 2), 1e-5);
  });
});

describe("normalization", () => {
  const cases = fc
    .record({ rows: fc.integer({ min: 1, max: 5 }), blocks: fc.integer({ min: 1, max: 4 }) })
    .chain(({ rows, blocks }) =>
      fc.record({
        one: numbers(rows, 4 * blocks, 8),
        other: numbers(rows, 4 * blocks, 8),
        norm: numbers(2, 4 * blocks, 2),
      }),
    );

  it("brings the rows of a sum to mean 0 and variance 1, then to gain and offset", () => {
    fc.assert(
      fc.property(cases, ({ one, other, norm: [gain = [], offset = []] }) => {
        const kernel = new Kernel(module);
        const kept = kernel.keepNorm({ gain: Float32Array.from(gain), offset: Float32Array.from(offset) });
        const sum = one.map((row, at) => row.map((value, column) => value + (other[at]?.[column] ?? 0)));
        const made = normalizedSum(kernel, matrix(one), matrix(other), kept);
        expectNear(rowsOf(made), normalized(sum, gain, offset), 1e-2);
      }),
    );
  });

  it("of a row of one number throughout is the offset", () => {
    const kernel = new Kernel(module);
    const kept = kernel.keepNorm({ gain: new Float32Array(4).fill(3), offset: Float32Array.of(1, 2, 3, 4) });
    expect(rowsOf(normalizedSum(kernel, matrix([[5, 5, 5, 5]]), matrix([[0, 0, 0, 0]]), kept))).toEqual([[1, 2, 3, 4]]);
  });
});

describe("a layer", () => {
  it("adds to its states what they attend to, then what it makes of each, and forgets what it read before", () => {
    const kernel = new Kernel(module);
    /** Steps that differ from map to map; of 1/64, so that sums stay small. */
    const stepsOf = (outputs: number, seed: number): Rows =>
      Array.from({ length: outputs }, (_, row) =>
        Array.from({ length: 8 }, (_, at) => ((row * 7 + at * 5 + seed * 11) % 31) - 15),
      );
    const map = (outputs: number, seed: number) => {
      const steps = stepsOf(outputs, seed);
      const kept = kernel.keepMap(
        { columns: 8, scales: new Float32Array(outputs).fill(1 / 64), quantized: Int8Array.from(steps.flat()) },
        new Float32Array(outputs).fill(0.125),
        null,
      );
      return { kept, of: (rows: Rows) => rows.map((row) => steps.map((own) => product(row, own) / 64 + 0.125)) };
    };
    const [gain, offset] = [new Array(8).fill(0.5), new Array(8).fill(0.25)];
    const norm = kernel.keepNorm({ gain: Float32Array.from(gain), offset: Float32Array.from(offset) });
    const [qkv, attentionOutput, feedForwardIn, feedForwardOut] = [map(24, 1), map(8, 2), map(8, 3), map(8, 4)];
    const parts = {
      ...{ qkv: qkv.kept, attentionOutput: attentionOutput.kept },
      ...{ feedForwardIn: feedForwardIn.kept, feedForwardOut: feedForwardOut.kept },
      ...{ attentionNorm: norm, outputNorm: norm },
    };
    const layer = encoderLayer(kernel, parts, 2);
    const added = (one: Rows, other: Rows): Rows =>
      one.map((row, at) => row.map((value, column) => value + (other[at]?.[column] ?? 0)));
    const states = Array.from({ length: 5 }, (_, row) => Array.from({ length: 8 }, (_, at) => Math.cos(row * 8 + at)));
    const seen = normalized(added(states, attentionOutput.of(attended(qkv.of(states), 8, 2))), gain, offset);
    const expected = normalized(added(seen, feedForwardOut.of(feedForwardIn.of(seen))), gain, offset);
    layer(matrix(new Array(9).fill(new Array(8).fill(1_000))));
    expectNear(rowsOf(layer(matrix(states))), expected, 2e-3);
  });
});
