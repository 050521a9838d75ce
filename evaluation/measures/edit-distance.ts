/**
 * How many insertions, deletions and replacements lead from one sequence to the other (Levenshtein), over the length of
 * the longer one: between 0 for equal ones and 1 for ones that share nothing.
 */
export function editDistance(from: readonly string[], to: readonly string[]): number {
  const longest = Math.max(from.length, to.length);
  if (longest === 0) return 0;
  /** Distances from what was read of `from` so far to each beginning of `to`. */
  let distances = Array.from({ length: to.length + 1 }, (_, length) => length);
  for (const [index, one] of from.entries()) {
    const next = [index + 1];
    for (const [place, other] of to.entries()) {
      const replaced = (distances[place] ?? 0) + (one === other ? 0 : 1);
      next.push(Math.min(replaced, (distances[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    distances = next;
  }
  return (distances[to.length] ?? 0) / longest;
}
