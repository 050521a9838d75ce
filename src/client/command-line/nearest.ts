import { distance } from "fastest-levenshtein";

/** A slip of the hand: two letters wrong, missing or too many, or two changed places. */
const MAX_SLIPS = 2;

/** The name that was probably meant: one that begins alike, or that a slip or two away; null when none is. */
export function nearest(given: string, names: readonly string[]): string | null {
  if (given.length <= MAX_SLIPS) return null;
  const begins = names.find((name) => name.startsWith(given) || given.startsWith(name));
  if (begins !== undefined) return begins;
  const slips = names.map((name) => ({ name, count: distance(given, name) }));
  const best = slips.toSorted((a, b) => a.count - b.count)[0];
  return best && best.count <= MAX_SLIPS && best.count < best.name.length - 1 ? best.name : null;
}
