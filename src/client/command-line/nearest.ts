/** A slip of the hand: two letters wrong, missing or too many, or two changed places. */
const MAX_SLIPS = 2;

/** The name that was probably meant: one that begins alike, or that a slip or two away; null when none is. */
export function nearest(given: string, names: readonly string[]): string | null {
  if (given.length <= MAX_SLIPS) return null;
  const begins = names.find((name) => name.startsWith(given) || given.startsWith(name));
  if (begins !== undefined) return begins;
  const slips = names.map((name) => ({ name, count: countSlips(given, name) }));
  const best = slips.toSorted((a, b) => a.count - b.count)[0];
  return best && best.count <= MAX_SLIPS && best.count < best.name.length - 1 ? best.name : null;
}

/** Levenshtein's distance, row by row; more than `MAX_SLIPS` where the lengths say so already. */
function countSlips(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_SLIPS) return MAX_SLIPS + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const kept = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(kept, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
