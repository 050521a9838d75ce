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

/** What is true of rows, one behind the other, so that it is laid out once and looked at for many outputs. */
export interface SparseRows {
  /** Where each row begins, and where the last ends. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
  readonly importances: Float32Array;
}

export function sparseRows(rows: readonly Omit<LogisticRow, "target">[]): SparseRows {
  const starts = new Int32Array(rows.length + 1);
  for (const [at, row] of rows.entries()) starts[at + 1] = (starts[at] ?? 0) + row.columns.length;
  const size = starts.at(-1) ?? 0;
  const [columns, values] = [new Int32Array(size), new Float32Array(size)];
  for (const [at, row] of rows.entries()) {
    columns.set(row.columns, starts[at]);
    values.set(row.values.subarray(0, row.columns.length), starts[at]);
  }
  return { starts, columns, values, importances: Float32Array.from(rows, ({ importance }) => importance) };
}

/** Fits one logistic regression. @returns the weights of so many columns, then the bias, which goes without penalty. */
export const fitLogistic = (rows: readonly LogisticRow[], columns: number, options: FitOptions): Float64Array =>
  fitSparse(sparseRows(rows), targetsOf(rows), columns, options);

const targetsOf = (rows: readonly LogisticRow[]): Float32Array => Float32Array.from(rows, ({ target }) => target);

/** The same over rows that are laid out already. */
export const fitSparse = (
  rows: SparseRows,
  targets: Float32Array,
  columns: number,
  { l2, iterations }: FitOptions,
): Float64Array => minimise(sparseObjective(rows, targets, columns, l2), new Float64Array(columns + 1), { iterations });

/** The negative log-likelihood of the rows, and the penalty, at the weights and the bias. */
export const logisticObjective = (rows: readonly LogisticRow[], columns: number, l2: number): Objective =>
  sparseObjective(sparseRows(rows), targetsOf(rows), columns, l2);

function sparseObjective(rows: SparseRows, targets: Float32Array, columns: number, l2: number): Objective {
  const { starts, columns: at, values, importances } = rows;
  return (point, gradient) => {
    let loss = penalise(point, gradient, columns, l2);
    const bias = point[columns] ?? 0;
    let biasGradient = 0;
    for (let row = 0; row < importances.length; row++) {
      // Nothing is read outside of the arrays: what is undefined by type would only cost time here.
      const [start, end] = [starts[row] as number, starts[row + 1] as number];
      let odds = bias;
      for (let index = start; index < end; index++)
        odds += (point[at[index] as number] as number) * (values[index] as number);
      const [importance, target] = [importances[row] as number, targets[row] as number];
      loss += importance * (softplus(odds) - target * odds);
      const error = importance * (sigmoid(odds) - target);
      biasGradient += error;
      for (let index = start; index < end; index++) {
        const column = at[index] as number;
        gradient[column] = (gradient[column] as number) + error * (values[index] as number);
      }
    }
    gradient[columns] = biasGradient;
    return loss;
  };
}
