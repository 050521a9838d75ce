import { distance } from "fastest-levenshtein";

/** A slip of the hand: a letter wrong, missing or too many, or two that changed places. */
const MAX_SLIPS = 2;

/** Two that changed places are one slip. */
const slips = (given: string, name: string): number =>
  distance(given, name) - (given.length === name.length && sorted(given) === sorted(name) ? 1 : 0);
const sorted = (word: string): string => [...word].toSorted().join("");

/** The name that was probably meant: one that begins alike, or that a slip or two away; null when none is. */
export function nearest(given: string, names: readonly string[]): string | null {
  if (given.length <= MAX_SLIPS) return null;
  const begins = names.find((name) => name.startsWith(given) || given.startsWith(name));
  if (begins !== undefined) return begins;
  const best = names.map((name) => ({ name, count: slips(given, name) })).toSorted((a, b) => a.count - b.count)[0];
  return best && best.count <= MAX_SLIPS && best.count < best.name.length - 1 ? best.name : null;
}
