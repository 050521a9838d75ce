/** Subsets of the prospects are numbers: bit `at` is set when the prospect at that place is in. */

export const has = (subset: number, at: number): boolean => (subset & (1 << at)) !== 0;

/** The same subset with that place in it. */
export const including = (subset: number, at: number): number => subset | (1 << at);

export const without = (subset: number, at: number): number => subset & ~(1 << at);

/** How many are in it. */
export function sizeOf(subset: number): number {
  let size = 0;
  for (let rest = subset; rest > 0; rest &= rest - 1) size++;
  return size;
}
