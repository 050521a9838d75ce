import type { PathScores } from "./paths.ts";
import { has, sizeOf, without } from "./subsets.ts";

/** Prospects by their places, one after the other. */
export interface Path {
  readonly order: readonly number[];
  /** As `scorePath` says. */
  readonly score: number;
}

/**
 * Finds the best paths through just the prospects of a subset, at most `count`, best first. The best `count` beginnings
 * are kept for each subset and last task, and serve all subsets that are asked about.
 */
export function bestPaths(scores: PathScores, count: number): (subset: number) => readonly Path[] {
  const { node, start, end, step, size } = scores;
  const n = node.length;
  const places = [...node.keys()];
  const known = new Map<number, readonly Path[]>();
  const best = (paths: readonly Path[]): readonly Path[] => paths.toSorted((a, b) => b.score - a.score).slice(0, count);

  /** The best ways through `subset` that end with `last`. */
  const beginnings = (subset: number, last: number): readonly Path[] => {
    const key = subset * n + last;
    const found = known.get(key);
    if (found) return found;
    const rest = without(subset, last);
    const own = node[last] ?? 0;
    const made =
      rest === 0
        ? [{ order: [last], score: own + (start[last] ?? 0) }]
        : best(
            places.flatMap((before) =>
              has(rest, before)
                ? beginnings(rest, before).map(({ order, score }) => ({
                    order: [...order, last],
                    score: score + own + (step[before * n + last] ?? 0),
                  }))
                : [],
            ),
          );
    known.set(key, made);
    return made;
  };

  return (subset) => {
    const ofSize = size[sizeOf(subset)] ?? 0;
    return best(
      places.flatMap((last) =>
        has(subset, last)
          ? beginnings(subset, last).map(({ order, score }) => ({ order, score: score + (end[last] ?? 0) + ofSize }))
          : [],
      ),
    );
  };
}
