import { minimise, type Objective } from "./lbfgs.ts";

/** A vector, and the class that it is of. */
export interface ClassedVector {
  readonly vector: Float32Array;
  readonly class: number;
}

/**
 * Fits a multinomial logistic regression.
 * @param l2 penalty on squared weights, biases excepted
 * @returns of each class a row of weights, then its bias
 */
export function fitSoftmax(
  rows: readonly ClassedVector[],
  classes: number,
  dimensions: number,
  { l2, iterations }: { readonly l2: number; readonly iterations: number },
): Float64Array {
  const width = dimensions + 1;
  const objective: Objective = (point, gradient) => {
    let loss = 0;
    for (const [at, weight] of point.entries()) {
      const free = at % width === dimensions;
      loss += free ? 0 : (l2 / 2) * weight * weight;
      gradient[at] = free ? 0 : l2 * weight;
    }
    const odds = new Float64Array(classes);
    for (const row of rows) {
      for (let one = 0; one < classes; one++) {
        let sum = point[one * width + dimensions] ?? 0;
        for (let at = 0; at < dimensions; at++) sum += (point[one * width + at] ?? 0) * (row.vector[at] ?? 0);
        odds[one] = sum;
      }
      const most = odds.reduce((top, value) => Math.max(top, value));
      const all = odds.reduce((sum, value) => sum + Math.exp(value - most), 0);
      loss += Math.log(all) + most - (odds[row.class] ?? 0);
      for (let one = 0; one < classes; one++) {
        const error = Math.exp((odds[one] ?? 0) - most) / all - (one === row.class ? 1 : 0);
        const from = one * width;
        for (let at = 0; at < dimensions; at++)
          gradient[from + at] = (gradient[from + at] ?? 0) + error * (row.vector[at] ?? 0);
        gradient[from + dimensions] = (gradient[from + dimensions] ?? 0) + error;
      }
    }
    return loss;
  };
  return minimise(objective, new Float64Array(classes * width), { iterations });
}
