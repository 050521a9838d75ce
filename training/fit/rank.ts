import { minimise } from "./lbfgs.ts";

/** Candidates of one request, and how much each should be believed. */
export interface RankExample {
  readonly rows: readonly Float64Array[];
  /** Sums to 1. */
  readonly targets: Float64Array;
}

/** Fits a softmax over candidates to soft targets, with a squared penalty. */
export function fitRank(
  examples: readonly RankExample[],
  columns: number,
  { l2, iterations }: { readonly l2: number; readonly iterations: number },
): Float64Array {
  return minimise(
    (point, gradient) => {
      let loss = 0;
      for (let index = 0; index < columns; index++) {
        const weight = point[index] as number;
        loss += 0.5 * l2 * weight * weight;
        gradient[index] = l2 * weight;
      }
      for (const { rows, targets } of examples) {
        const scores = rows.map((row) => {
          let sum = 0;
          for (let column = 0; column < columns; column++) sum += (row[column] as number) * (point[column] as number);
          return sum;
        });
        const most = Math.max(...scores);
        const total = most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0));
        for (const [index, row] of rows.entries()) {
          const target = targets[index] as number;
          const score = scores[index] as number;
          loss += target * (total - score);
          const error = Math.exp(score - total) - target;
          for (let column = 0; column < columns; column++)
            gradient[column] = (gradient[column] as number) + error * (row[column] as number);
        }
      }
      return loss;
    },
    new Float64Array(columns),
    { iterations },
  );
}
