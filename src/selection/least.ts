import type { Preference } from "./preference.ts";
import { listRows, type RowSet } from "./rows.ts";

/** How it is told why an expert stands where it stands. */
export interface LeastWords {
  /** "The smallest" */
  readonly first: string;
  /** "smaller" */
  readonly ahead: string;
  readonly unknown: string;
  readonly noneKnown: string;
  /** For who asked, where it is known of none. */
  readonly note: string;
}

/**
 * The wish for the least of something, over those that satisfy every condition; what nobody knows comes last.
 * @param key by row, infinite where it is not known
 * @param grades by row: those of another grade are not compared
 */
export function byLeast(
  key: Float64Array,
  grades: Uint8Array,
  satisfying: RowSet,
  { first, ahead, unknown, noneKnown, note }: LeastWords,
): Preference {
  const rows = listRows(satisfying);
  const isKnown = (row: number): boolean => Number.isFinite(key[row]);
  if (!rows.some(isKnown)) return { keys: [], why: () => noneKnown, note };
  return {
    keys: [key],
    why: (row) => {
      if (!isKnown(row)) return unknown;
      const [grade, place] = [grades[row] ?? 0, key[row] ?? 0];
      let before = 0;
      for (const other of rows) if (grades[other] === grade && (key[other] ?? 0) < place) before++;
      return before === 0 ? first : `${before} ${before === 1 ? "is" : "are"} ${ahead}`;
    },
    note: null,
  };
}
