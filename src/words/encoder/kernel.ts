import type { Matrix, QuantizedMatrix } from "./matrix.ts";

/** Makes a row of each row of a matrix. */
export type LinearMap = (x: Matrix) => Matrix;

/**
 * What each number that is made becomes: `x · min(1, max(0, 0.5 + 0.29 x))`, or GELU (Hendrycks and Gimpel 2016), for
 * which the ramp stands in where a network was fitted with it; null where it stays.
 */
export type Activation = "ramp" | "gelu" | null;

/** Gain and offset of a normalization, one a column. */
export interface Norm {
  readonly gain: Float32Array;
  readonly offset: Float32Array;
}

/** What the loops of `kernel.wat` take at a time. */
const ROWS_AT_ONCE = 2;
const OUTPUTS_AT_ONCE = 4;
const COLUMNS_AT_ONCE = 8;
const NUMBERS_AT_ONCE = 4;
/** Over more, a sum of products of 14 and 8 bits may take more than 32. */
const MAX_COLUMNS = 2_048;
/** So that the memory has a bound. */
const MAX_ROWS = 1_024;
const FLOAT_BYTES = 4;
/** Of what is mapped, once it is rounded. */
const STEP_BYTES = 2;
const PAGE_BYTES = 65_536;
/** What is placed begins at a multiple of these. */
const ALIGNED_BYTES = 16;

/** A place in the kernel's memory. */
export type Address = number;

/** A linear map whose weights are in the memory for good. */
export interface KeptMap {
  readonly columns: number;
  /** With those that fill up the last block; numbers a row of what it makes. */
  readonly outputs: number;
  readonly weights: Address;
  readonly scales: Address;
  readonly biases: Address;
  readonly activation: Activation;
}

/** A normalization that is in the memory for good. */
export interface KeptNorm {
  readonly columns: number;
  readonly gain: Address;
  readonly offset: Address;
}

/** What `kernel.wat` exports; the comments there say what each does, in the same order of parameters. */
interface KernelExports extends Record<"quantize" | "map" | "attend" | "normalize" | "ramp" | "gelu", Loop> {
  readonly memory: WebAssembly.Memory;
}
type Loop = (...places: readonly number[]) => void;

/**
 * The arithmetic of an encoder in WebAssembly with SIMD, and the memory that it is done in: ten times as fast as
 * JavaScript. Weights of one byte each come first and stay; what is worked on is behind them, and lasts until it is
 * cleared, or something else is kept. What is mapped is rounded to steps of 1/8,191 of the largest number in its row.
 */
export class Kernel {
  readonly #wasm: KernelExports;
  /** Where what stays ends, */
  #kept: Address = 0;
  /** and what is worked on. */
  #end: Address = 0;

  /** @param module `kernel.wat`, compiled */
  constructor(module: WebAssembly.Module) {
    this.#wasm = new WebAssembly.Instance(module).exports as unknown as KernelExports;
  }

  /**
   * The map `x ↦ activation(x · weightsᵀ + biases)`, to be applied within the memory.
   * @throws {RangeError} for columns that are no whole blocks of eight, for none, or over 2,048
   */
  keepMap({ columns, scales, quantized }: QuantizedMatrix, biases: Float32Array, activation: Activation): KeptMap {
    if (columns % COLUMNS_AT_ONCE !== 0 || columns === 0 || columns > MAX_COLUMNS)
      throw new RangeError(`A map of ${columns} columns is none of the kernel's`);
    const outputs = inWholes(scales.length, OUTPUTS_AT_ONCE);
    const weights = this.#keep(outputs * columns);
    new Int8Array(this.#wasm.memory.buffer, weights).set(quantized);
    return {
      ...{ columns, outputs, weights, activation },
      scales: this.#keepFloats(scales, outputs),
      biases: this.#keepFloats(biases, outputs),
    };
  }

  keepNorm({ gain, offset }: Norm): KeptNorm {
    const columns = gain.length;
    return { columns, gain: this.#keepFloats(gain, columns), offset: this.#keepFloats(offset, columns) };
  }

  /**
   * The same map of a matrix, which is placed for it.
   * @returns a map that throws a `RangeError` for a matrix of other columns, of no rows, or of over 1,024
   * @throws {RangeError} as `keepMap` does
   */
  map(weights: QuantizedMatrix, biases: Float32Array, activation: Activation): LinearMap {
    const map = this.keepMap(weights, biases, activation);
    // Of the weights nothing is kept here, nor the file that they are of.
    const outputs = weights.scales.length;
    return (x) => {
      if (x.columns !== map.columns) throw new RangeError(`A map of ${map.columns} columns is none for ${x.columns}`);
      this.clear();
      const from = this.place(x);
      const made = this.room(x.rows, map.outputs);
      this.apply(map, from, x.rows, made);
      return this.take(made, x.rows, outputs, map.outputs);
    };
  }

  /** Forgets what was worked on, so that there is room for something else. */
  clear(): void {
    this.#end = this.#kept;
  }

  /** Copies a matrix into the memory. @throws {RangeError} for one of no rows, or of over 1,024 */
  place({ rows, columns, values }: Matrix): Address {
    if (rows < 1 || rows > MAX_ROWS) throw new RangeError(`A matrix of ${rows} rows is none for the kernel`);
    const at = this.room(rows, columns);
    new Float32Array(this.#wasm.memory.buffer, at).set(values);
    return at;
  }

  /** Makes room for a matrix behind what was placed. */
  room(rows: number, columns: number): Address {
    const at = this.#end;
    this.#end = this.#grown(at, inWholes(rows, ROWS_AT_ONCE) * columns * FLOAT_BYTES);
    return at;
  }

  /** Copies a matrix out of the memory. @param stride numbers from one row to the next */
  take(at: Address, rows: number, columns: number, stride = columns): Matrix {
    const all = new Float32Array(this.#wasm.memory.buffer, at, rows * stride);
    if (columns === stride) return { rows, columns, values: all.slice() };
    const values = new Float32Array(rows * columns);
    for (let row = 0; row < rows; row++) values.set(all.subarray(row * stride, row * stride + columns), row * columns);
    return { rows, columns, values };
  }

  /** Writes what a map makes of rows to where there is room for it. */
  apply(
    { columns, outputs, weights, scales, biases, activation }: KeptMap,
    x: Address,
    rows: number,
    made: Address,
  ): void {
    const [evenRows, steps] = [inWholes(rows, ROWS_AT_ONCE), this.#end];
    const stepScales = this.#grown(steps, evenRows * columns * STEP_BYTES);
    this.#grown(stepScales, evenRows * FLOAT_BYTES);
    this.#wasm.quantize(x, evenRows, columns, steps, stepScales);
    this.#wasm.map(steps, stepScales, evenRows, columns, weights, scales, biases, outputs, made);
    if (activation !== null) this.#wasm[activation](made, evenRows * outputs);
  }

  /**
   * Writes what each row takes from the values of all rows, by how well its query fits their keys (multi-head attention:
   * Vaswani et al. 2017, section 3.2.2).
   * @param qkv queries, keys and values of a row beside each other, of `width` numbers each
   * @param heads have whole blocks of four numbers of a row each
   */
  attend(qkv: Address, rows: number, width: number, heads: number, made: Address): void {
    const fits = this.#end;
    this.#grown(fits, (rows + NUMBERS_AT_ONCE) * FLOAT_BYTES);
    this.#wasm.attend(qkv, rows, width, heads, fits, made);
  }

  /** Adds to rows, and brings each to mean 0 and variance 1, then to gain and offset (Ba et al. 2016), in place. */
  addAndNormalize(x: Address, more: Address, rows: number, { columns, gain, offset }: KeptNorm): void {
    this.#wasm.normalize(x, more, rows, columns, gain, offset);
  }

  #keepFloats(values: Float32Array, count: number): Address {
    const at = this.#keep(count * FLOAT_BYTES);
    new Float32Array(this.#wasm.memory.buffer, at).set(values);
    return at;
  }

  #keep(bytes: number): Address {
    const at = this.#kept;
    this.#kept = this.#grown(at, bytes);
    this.clear();
    return at;
  }

  /** Grows the memory to hold so many bytes from a place on. @returns the first place behind them where something can begin */
  #grown(from: Address, bytes: number): Address {
    const end = inWholes(from + bytes, ALIGNED_BYTES);
    const { memory } = this.#wasm;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return end;
  }
}

const inWholes = (count: number, block: number): number => Math.ceil(count / block) * block;
