import type { KeptMap, KeptNorm, Kernel } from "./kernel.ts";
import type { Matrix } from "./matrix.ts";

/** The parts of one layer of a transformer encoder (Vaswani et al. 2017, section 3.1). */
export interface LayerParts {
  /** Queries, keys and values, one beside the other. */
  readonly qkv: KeptMap;
  readonly attentionOutput: KeptMap;
  readonly attentionNorm: KeptNorm;
  /** With the activation behind it. */
  readonly feedForwardIn: KeptMap;
  readonly feedForwardOut: KeptMap;
  readonly outputNorm: KeptNorm;
}

/** Brings vectors of tokens in view of each other, a row a token. */
export type EncoderLayer = (states: Matrix) => Matrix;

/** A layer whose parts are kept in a kernel: states are copied into its memory and out of it, and else stay there. */
export function encoderLayer(kernel: Kernel, parts: LayerParts, heads: number): EncoderLayer {
  return (given) => {
    const { rows, columns } = given;
    kernel.clear();
    const states = kernel.place(given);
    const wide = kernel.room(rows, Math.max(parts.qkv.outputs, parts.feedForwardIn.outputs));
    const more = kernel.room(rows, columns);
    kernel.apply(parts.qkv, states, rows, wide);
    kernel.attend(wide, rows, columns, heads, more);
    kernel.apply(parts.attentionOutput, more, rows, wide);
    kernel.addAndNormalize(states, wide, rows, parts.attentionNorm);
    kernel.apply(parts.feedForwardIn, states, rows, wide);
    kernel.apply(parts.feedForwardOut, wide, rows, more);
    kernel.addAndNormalize(states, more, rows, parts.outputNorm);
    return kernel.take(states, rows, columns);
  };
}

/** Adds two matrices, and normalizes the rows of their sum. */
export function normalizedSum(kernel: Kernel, one: Matrix, other: Matrix, norm: KeptNorm): Matrix {
  kernel.clear();
  const [sum, more] = [kernel.place(one), kernel.place(other)];
  kernel.addAndNormalize(sum, more, one.rows, norm);
  return kernel.take(sum, one.rows, one.columns);
}
