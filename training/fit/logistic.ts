import { sigmoid, softplus } from "../../src/planning/embedded/rank/log-odds.ts";
import { minimise, type Objective } from "./lbfgs.ts";

export interface FitOptions {
  /** Strength of the squared penalty on weights. */
  readonly l2: number;
  readonly iterations: number;
}

/** One row to fit: what is true of it, sparsely, and what is to be said of it. */
export interface LogisticRow {
  readonly columns: Int32Array;
  /** One for each of `columns`. */
  readonly values: Float32Array;
  /** Between 0 and 1. */
  readonly target: number;
  /** How many rows it counts for; one, unless given. */
  readonly weight?: number;
}

/** Fits one logistic regression. @returns the weights of so many columns, then the bias, which goes without penalty. */
export const fitLogistic = (
  rows: readonly LogisticRow[],
  columns: number,
  { l2, iterations }: FitOptions,
): Float64Array => minimise(logisticObjective(rows, columns, l2), new Float64Array(columns + 1), { iterations });

/** The negative log-likelihood of the rows, and the penalty, at the weights and the bias. */
export function logisticObjective(rows: readonly LogisticRow[], columns: number, l2: number): Objective {
  return (point, gradient) => {
    let loss = penalise(point, gradient, columns, l2);
    const bias = point[columns] ?? 0;
    let biasGradient = 0;
    for (const { columns: own, values, target, weight = 1 } of rows) {
      let odds = bias;
      for (let at = 0; at < own.length; at++) odds += (point[own[at] ?? 0] ?? 0) * (values[at] ?? 0);
      loss += weight * (softplus(odds) - target * odds);
      const error = weight * (sigmoid(odds) - target);
      biasGradient += error;
      for (let at = 0; at < own.length; at++) {
        const column = own[at] ?? 0;
        gradient[column] = (gradient[column] ?? 0) + error * (values[at] ?? 0);
      }
    }
    gradient[columns] = biasGradient;
    return loss;
  };
}

/** Begins an objective: the penalty on the first `columns` weights, ½·l2·|w|², whose gradient is written. */
function penalise(point: Float64Array, gradient: Float64Array, columns: number, l2: number): number {
  let squares = 0;
  for (let column = 0; column < columns; column++) {
    const weight = point[column] ?? 0;
    squares += weight * weight;
    gradient[column] = l2 * weight;
  }
  return 0.5 * l2 * squares;
}
