import { sigmoid, softplus } from "../../src/planning/embedded/rank/log-odds.ts";
import { minimise, type Objective } from "./lbfgs.ts";
import { type FitOptions, penalise } from "./penalty.ts";

/** One row to fit: what is true of it, sparsely, and what is to be said of it. */
export interface LogisticRow {
  readonly columns: Int32Array;
  /** One for each of `columns`. */
  readonly values: Float32Array;
  /** Between 0 and 1. */
  readonly target: number;
  /** How much the row counts. */
  readonly importance: number;
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
    for (const { columns: at, values, target, importance } of rows) {
      let odds = bias;
      for (let index = 0; index < at.length; index++) odds += (point[at[index] ?? 0] ?? 0) * (values[index] ?? 0);
      loss += importance * (softplus(odds) - target * odds);
      const error = importance * (sigmoid(odds) - target);
      biasGradient += error;
      for (let index = 0; index < at.length; index++) {
        const column = at[index] ?? 0;
        gradient[column] = (gradient[column] ?? 0) + error * (values[index] ?? 0);
      }
    }
    gradient[columns] = biasGradient;
    return loss;
  };
}
