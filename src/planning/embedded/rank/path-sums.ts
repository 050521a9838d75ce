import { logSum } from "./log-odds.ts";
import type { PathScores } from "./paths.ts";
import { has, sizeOf, without } from "./subsets.ts";

/** Sums over all paths, in logarithms. */
export interface PathSums {
  /** `forward[subset * n + last]`: all paths through just that subset that end there, without what ends and size add. */
  readonly forward: Float64Array;
  /** By subset: all paths through just that subset. */
  readonly subsets: Float64Array;
  /** All paths of at least one task. */
  readonly total: number;
}

/**
 * Sums over the paths through every subset of n prospects in every order, exactly: by subset and last task, as Held and
 * Karp (1962) find the shortest, in 2ⁿ·n² steps.
 */
export function sumPaths({ node, start, end, step, size }: PathScores): PathSums {
  const n = node.length;
  const full = 1 << n;
  const forward = new Float64Array(full * n).fill(Number.NEGATIVE_INFINITY);
  const subsets = new Float64Array(full).fill(Number.NEGATIVE_INFINITY);
  const terms = new Float64Array(n);
  const ended = new Float64Array(n);
  for (let subset = 1; subset < full; subset++) {
    let ends = 0;
    for (let last = 0; last < n; last++) {
      if (!has(subset, last)) continue;
      const rest = without(subset, last);
      let count = 0;
      if (rest === 0) terms[count++] = start[last] ?? 0;
      for (let before = 0; before < n; before++)
        if (has(rest, before)) terms[count++] = (forward[rest * n + before] ?? 0) + (step[before * n + last] ?? 0);
      const reached = (node[last] ?? 0) + logSum(terms, count);
      forward[subset * n + last] = reached;
      ended[ends++] = reached + (end[last] ?? 0);
    }
    subsets[subset] = logSum(ended, ends) + (size[sizeOf(subset)] ?? 0);
  }
  return { forward, subsets, total: logSum(subsets, full) };
}

/** The score of one path: prospects by their places, at least one and none twice. */
export function scorePath({ node, start, end, step, size }: PathScores, order: readonly number[]): number {
  const n = node.length;
  let sum = size[order.length] ?? 0;
  for (const [index, at] of order.entries()) {
    const before = order[index - 1];
    const arrived = before === undefined ? start[at] : step[before * n + at];
    sum += (arrived ?? 0) + (node[at] ?? 0);
    if (index === order.length - 1) sum += end[at] ?? 0;
  }
  return sum;
}
