import * as z from "zod";
import type { Tensors } from "../../safetensors.ts";
import type { Activation, KeptMap, KeptNorm, Kernel, LinearMap } from "./kernel.ts";
import type { Matrix, QuantizedMatrix } from "./matrix.ts";

const size = z.coerce.number().pipe(z.int().positive());

/**
 * Parts of what `training/network/` stores: matrices in steps of one signed byte, with what a step is worth, row by row,
 * under their name and `.scales`; names in the metadata, separated by spaces. Each throws a `RangeError` or `ZodError`
 * where the part is missing or of another shape.
 */
export class StoredParts {
  readonly #tensors: Tensors;
  /** Keeps the weights of maps and normalizations. */
  readonly kernel: Kernel;

  constructor(tensors: Tensors, kernel: Kernel) {
    this.#tensors = tensors;
    this.kernel = kernel;
  }

  #said(name: string): string {
    const found = this.#tensors.metadata[name];
    if (found === undefined) throw new RangeError(`The file says nothing of its ${name}`);
    return found;
  }

  names(name: string): readonly string[] {
    return this.#said(name).split(" ");
  }

  size(name: string): number {
    return size.parse(this.#said(name));
  }

  shapeOf(name: string): readonly number[] {
    return this.#tensors.shapeOf(name);
  }

  floats(name: string, count: number): Float32Array {
    return this.#tensors.floats(name, count);
  }

  /** Where it lies in the file. */
  quantized(name: string, rows: number, columns: number): QuantizedMatrix {
    return {
      columns,
      scales: this.#tensors.floats(`${name}.scales`, rows),
      quantized: this.#tensors.bytes(name, rows, columns),
    };
  }

  matrix(name: string, rows: number, columns: number): Matrix {
    const { scales, quantized } = this.quantized(name, rows, columns);
    // A loop takes a tenth of the time of `Float32Array.from`, of which the first plan waits for dozens.
    const values = new Float32Array(quantized.length);
    for (let at = 0; at < values.length; at++)
      values[at] = (quantized[at] ?? 0) * (scales[Math.floor(at / columns)] ?? 0);
    return {
      rows,
      columns,
      values,
    };
  }

  linear(name: string, rows: number, columns: number): LinearMap {
    return this.kernel.map(this.quantized(name, rows, columns), new Float32Array(rows), null);
  }

  affine(name: string, rows: number, columns: number): LinearMap {
    return this.kernel.map(this.quantized(name, rows, columns), this.floats(`${name}.biases`, rows), null);
  }

  keptMap(name: string, rows: number, columns: number, activation: Activation = null): KeptMap {
    return this.kernel.keepMap(this.quantized(name, rows, columns), this.floats(`${name}.biases`, rows), activation);
  }

  norm(name: string, width: number): KeptNorm {
    const [gain, offset] = [this.floats(`${name}.gain`, width), this.floats(`${name}.offset`, width)];
    return this.kernel.keepNorm({ gain, offset });
  }
}
