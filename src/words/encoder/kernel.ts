import type { Matrix, QuantizedMatrix } from "./matrix.ts";

/** Makes a row of each row of a matrix. */
export type LinearMap = (x: Matrix) => Matrix;

/**
 * What each number that is made becomes: `x · min(1, max(0, 0.5 + 0.29 x))`, or GELU (Hendrycks and Gimpel 2016), for
 * which the ramp stands in where a network was fitted with it; null where it stays.
 */
export type Activation = "ramp" | "gelu" | null;

/** What the loops of `kernel.wat` take at a time. */
const ROWS_AT_ONCE = 2;
const OUTPUTS_AT_ONCE = 4;
const COLUMNS_AT_ONCE = 8;
/** Over more, a sum of products of 14 and 8 bits may take more than 32. */
const MAX_COLUMNS = 2_048;
/** So that the memory has a bound. */
const MAX_ROWS = 1_024;
const FLOAT_BYTES = 4;
const PAGE_BYTES = 65_536;
/** What is placed begins at a multiple of these. */
const ALIGNED_BYTES = 16;

/** What `kernel.wat` exports; the comments there say what each does, in the same order of parameters. */
interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly quantize: (x: number, rows: number, columns: number, target: number, scales: number) => void;
  readonly map: (...places: readonly number[]) => void;
  readonly ramp: (x: number, count: number) => void;
  readonly gelu: (x: number, count: number) => void;
}

/**
 * Linear maps by weights of one byte each, in WebAssembly with SIMD: ten times as fast as JavaScript. What is mapped is
 * rounded to steps of 1/8,191 of the largest number in its row.
 */
export class Kernel {
  readonly #wasm: KernelExports;
  /** Weights end here; what is mapped, and what is made of it, come behind. */
  #end = 0;

  /** @param module `kernel.wat`, compiled */
  constructor(module: WebAssembly.Module) {
    this.#wasm = new WebAssembly.Instance(module).exports as unknown as KernelExports;
  }

  /**
   * The map `x ↦ x · weightsᵀ + biases`, whose weights are kept here for good.
   * @returns a map that throws a `RangeError` for a matrix of other columns, of no rows, or of over 1,024
   * @throws {RangeError} for columns that are no whole blocks of eight, for none, or over 2,048
   */
  map({ columns, scales, quantized }: QuantizedMatrix, biases: Float32Array, activation: Activation): LinearMap {
    if (columns % COLUMNS_AT_ONCE !== 0 || columns === 0 || columns > MAX_COLUMNS)
      throw new RangeError(`A map of ${columns} columns is none of the kernel's`);
    const outputs = inWholes(scales.length, OUTPUTS_AT_ONCE);
    const weights = this.#end;
    const weightScales = this.#room(weights, outputs * columns);
    const placedBiases = this.#room(weightScales, outputs * FLOAT_BYTES);
    this.#end = this.#room(placedBiases, outputs * FLOAT_BYTES);
    const { buffer } = this.#wasm.memory;
    new Int8Array(buffer, weights).set(quantized);
    new Float32Array(buffer, weightScales).set(scales);
    new Float32Array(buffer, placedBiases).set(biases);
    return (x) => {
      if (x.columns !== columns || x.rows < 1 || x.rows > MAX_ROWS)
        throw new RangeError(`A matrix of ${x.rows} × ${x.columns} is none for a map of ${columns} columns`);
      const rows = inWholes(x.rows, ROWS_AT_ONCE);
      const places = this.#place(x, rows, outputs);
      this.#wasm.quantize(places.x, rows, columns, places.steps, places.scales);
      const [from, map] = [
        [places.steps, places.scales, rows, columns],
        [weights, weightScales, placedBiases, outputs],
      ];
      this.#wasm.map(...from, ...map, places.made);
      if (activation !== null) this.#wasm[activation](places.made, rows * outputs);
      return this.#made(places.made, x.rows, scales.length, outputs);
    };
  }

  /** Places what is to be mapped. @returns where it is, and where there is room for what is made of it */
  #place(x: Matrix, rows: number, outputs: number): { x: number; steps: number; scales: number; made: number } {
    const steps = this.#room(this.#end, rows * x.columns * FLOAT_BYTES);
    const scales = this.#room(steps, rows * x.columns * 2);
    const made = this.#room(scales, rows * FLOAT_BYTES);
    this.#room(made, rows * outputs * FLOAT_BYTES);
    new Float32Array(this.#wasm.memory.buffer, this.#end).set(x.values);
    return { x: this.#end, steps, scales, made };
  }

  /** A matrix out of the memory, where each row has `outputs` numbers. */
  #made(at: number, rows: number, columns: number, outputs: number): Matrix {
    const all = new Float32Array(this.#wasm.memory.buffer, at, rows * outputs);
    if (columns === outputs) return { rows, columns, values: all.slice() };
    const values = new Float32Array(rows * columns);
    for (let row = 0; row < rows; row++)
      values.set(all.subarray(row * outputs, row * outputs + columns), row * columns);
    return { rows, columns, values };
  }

  /** Makes room for so many bytes from a place on. @returns the first place behind them where something can begin */
  #room(from: number, bytes: number): number {
    const end = inWholes(from + bytes, ALIGNED_BYTES);
    const { memory } = this.#wasm;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return end;
  }
}

const inWholes = (count: number, block: number): number => Math.ceil(count / block) * block;
