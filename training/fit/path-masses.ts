import { logSum } from "../../src/planning/embedded/rank/log-odds.ts";
import type { PathSums } from "../../src/planning/embedded/rank/path-sums.ts";
import type { PathScores } from "../../src/planning/embedded/rank/paths.ts";
import { has, including, sizeOf } from "../../src/planning/embedded/rank/subsets.ts";

/** How probable each part of a path is, laid out as its scores are. */
export type PathMasses = PathScores;

export const zeroMasses = (n: number): PathMasses => ({
  node: new Float64Array(n),
  start: new Float64Array(n),
  end: new Float64Array(n),
  step: new Float64Array(n * n),
  size: new Float64Array(n + 1),
});

/** The probabilities under these scores: forwards and backwards over all subsets and last tasks (Rabiner 1989). */
export function massesOf(scores: PathScores, { forward, subsets, total }: PathSums): PathMasses {
  const n = scores.node.length;
  const full = 1 << n;
  const masses = zeroMasses(n);
  // By subset and last task: all ways to go on from there and end.
  const backward = new Float64Array(full * n);
  const terms = new Float64Array(n + 1);
  for (let subset = full - 1; subset > 0; subset--) {
    const ofSize = scores.size[sizeOf(subset)] ?? 0;
    for (let at = 0; at < n; at++) {
      if (!has(subset, at)) continue;
      const reached = (forward[subset * n + at] ?? 0) - total;
      const ending = (scores.end[at] ?? 0) + ofSize;
      let count = 0;
      terms[count++] = ending;
      for (let next = 0; next < n; next++) {
        if (has(subset, next)) continue;
        const going =
          (scores.step[at * n + next] ?? 0) +
          (scores.node[next] ?? 0) +
          (backward[including(subset, next) * n + next] ?? 0);
        terms[count++] = going;
        add(masses.step, at * n + next, Math.exp(reached + going));
      }
      const ways = logSum(terms, count);
      backward[subset * n + at] = ways;
      const mass = Math.exp(reached + ways);
      add(masses.node, at, mass);
      if (subset === 1 << at) add(masses.start, at, mass);
      add(masses.end, at, Math.exp(reached + ending));
    }
    add(masses.size, sizeOf(subset), Math.exp((subsets[subset] ?? 0) - total));
  }
  return masses;
}

function add(masses: Float64Array, at: number, mass: number): void {
  masses[at] = (masses[at] ?? 0) + mass;
}
