import type { LinearMap } from "./kernel.ts";
import { add, type Matrix, softmax } from "./matrix.ts";

/** Gain and offset of a normalization, one a column. */
export interface Norm {
  readonly gain: Float32Array;
  readonly offset: Float32Array;
}

/** One layer of a transformer encoder (Vaswani et al. 2017, section 3.1). */
export interface EncoderLayer {
  /** Queries, keys and values, one beside the other. */
  readonly qkv: LinearMap;
  readonly attentionOutput: LinearMap;
  readonly attentionNorm: Norm;
  /** With the activation behind it. */
  readonly feedForwardIn: LinearMap;
  readonly feedForwardOut: LinearMap;
  readonly outputNorm: Norm;
}

/** Brings vectors of tokens in view of each other, in place. @param states a row a token */
export function encode(states: Matrix, layers: readonly EncoderLayer[], heads: number): Matrix {
  for (const layer of layers) {
    add(states.values, layer.attentionOutput(attend(layer.qkv(states), heads)).values);
    normalize(states, layer.attentionNorm);
    add(states.values, layer.feedForwardOut(layer.feedForwardIn(states)).values);
    normalize(states, layer.outputNorm);
  }
  return states;
}

/**
 * Each token's values of all tokens, by how well its query fits their keys. The matrix has queries, keys and values
 * beside each other.
 */
function attend({ rows, columns, values }: Matrix, heads: number): Matrix {
  const width = columns / 3;
  const size = width / heads;
  const made = new Float32Array(rows * width);
  const fits = new Float32Array(rows);
  for (let head = 0; head < heads; head++)
    for (let row = 0; row < rows; row++) {
      const query = row * columns + head * size;
      for (let other = 0; other < rows; other++)
        fits[other] = dotOf(values, query, other * columns + width + head * size, size) / Math.sqrt(size);
      softmax(fits);
      mixInto(made, row * width + head * size, fits, values, 2 * width + head * size, columns, size);
    }
  return { rows, columns: width, values: made };
}

/** Sums of four at a time: one by one each would wait for the one before. */
function dotOf(values: Float32Array, one: number, other: number, count: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < count; at += 4) {
    a += (values[one + at] as number) * (values[other + at] as number);
    b += (values[one + at + 1] as number) * (values[other + at + 1] as number);
    c += (values[one + at + 2] as number) * (values[other + at + 2] as number);
    d += (values[one + at + 3] as number) * (values[other + at + 3] as number);
  }
  return a + b + c + d;
}

/** Writes the sum of rows that begin `stride` apart, each by its share; four columns at a time. */
function mixInto(
  made: Float32Array,
  target: number,
  shares: Float32Array,
  values: Float32Array,
  start: number,
  stride: number,
  count: number,
): void {
  for (let at = 0; at < count; at += 4) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let row = 0, from = start + at; row < shares.length; row++, from += stride) {
      const share = shares[row] as number;
      a += share * (values[from] as number);
      b += share * (values[from + 1] as number);
      c += share * (values[from + 2] as number);
      d += share * (values[from + 3] as number);
    }
    made[target + at] = a;
    made[target + at + 1] = b;
    made[target + at + 2] = c;
    made[target + at + 3] = d;
  }
}

/** As PyTorch has it, so that no row is divided by 0. */
const MIN_VARIANCE = 1e-5;

/** Brings each row to mean 0 and variance 1, then to gain and offset (Ba et al. 2016), in place. */
export function normalize({ rows, columns, values }: Matrix, { gain, offset }: Norm): void {
  for (let start = 0; start < rows * columns; start += columns) {
    let [sum, squares] = [0, 0];
    for (let at = start; at < start + columns; at++) sum += values[at] as number;
    const mean = sum / columns;
    for (let at = start; at < start + columns; at++) squares += ((values[at] as number) - mean) ** 2;
    const scale = 1 / Math.sqrt(squares / columns + MIN_VARIANCE);
    for (let column = 0; column < columns; column++)
      values[start + column] =
        ((values[start + column] as number) - mean) * scale * (gain[column] as number) + (offset[column] as number);
  }
}
