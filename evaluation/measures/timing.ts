/** In milliseconds. */
export interface Timing {
  readonly median: number;
  readonly p95: number;
}

/** @param ms at least one. */
export function timing(ms: readonly number[]): Timing {
  const sorted = ms.toSorted((a, b) => a - b);
  return { median: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}

/** The smallest value that a share `rank` of all are not above (nearest rank). */
const percentile = (sorted: readonly number[], rank: number): number =>
  sorted[Math.max(0, Math.ceil(rank * sorted.length) - 1)] ?? 0;
