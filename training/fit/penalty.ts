export interface FitOptions {
  /** Strength of the squared penalty on weights. */
  readonly l2: number;
  readonly iterations: number;
}

/** Begins an objective: the penalty on the first `columns` weights, ½·l2·|w|², whose gradient is written. */
export function penalise(point: Float64Array, gradient: Float64Array, columns: number, l2: number): number {
  let squares = 0;
  for (let column = 0; column < columns; column++) {
    const weight = point[column] ?? 0;
    squares += weight * weight;
    gradient[column] = l2 * weight;
  }
  return 0.5 * l2 * squares;
}
