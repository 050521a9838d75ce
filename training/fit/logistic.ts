import { minimise } from "./lbfgs.ts";

/** Sparse rows: of each, the columns that are there and their values. */
export interface SparseRow {
  readonly columns: Int32Array;
  readonly values: Float32Array;
}

export interface LogisticOptions {
  /** Strength of the squared penalty on weights; biases go free. */
  readonly l2: number;
  readonly iterations: number;
}

/**
 * Fits one logistic regression. Each row has a target between 0 and 1, and a weight.
 * @returns the weights of the columns, then the bias.
 */
export function fitLogistic(
  rows: readonly SparseRow[],
  targets: Float32Array,
  importance: Float32Array,
  columns: number,
  { l2, iterations }: LogisticOptions,
): Float64Array {
  const objective = (point: Float64Array, gradient: Float64Array): number => {
    gradient.fill(0);
    let loss = 0;
    for (let index = 0; index < columns; index++) {
      const weight = point[index] as number;
      loss += 0.5 * l2 * weight * weight;
      gradient[index] = l2 * weight;
    }
    const bias = point[columns] as number;
    let biasGradient = 0;
    for (let index = 0; index < rows.length; index++) {
      const { columns: at, values } = rows[index] as SparseRow;
      let sum = bias;
      for (let k = 0; k < at.length; k++) sum += (point[at[k] as number] as number) * (values[k] as number);
      const target = targets[index] as number;
      const scale = importance[index] as number;
      loss += scale * (softplus(sum) - target * sum);
      const error = scale * (1 / (1 + Math.exp(-sum)) - target);
      biasGradient += error;
      for (let k = 0; k < at.length; k++) {
        const column = at[k] as number;
        gradient[column] = (gradient[column] as number) + error * (values[k] as number);
      }
    }
    gradient[columns] = biasGradient;
    return loss;
  };
  return minimise(objective, new Float64Array(columns + 1), { iterations });
}

export const softplus = (x: number): number => (x > 30 ? x : Math.log1p(Math.exp(x)));
