import type { Removal } from "../domain/selection.ts";
import type { Condition } from "./condition.ts";
import type { ExpertIndex } from "./expert-index.ts";
import { allRows, countRows, except, inBoth, listRows, type RowSet } from "./rows.ts";
import type { Verdicts } from "./verdicts.ts";
import { keyOf, MAX_NAMED } from "./words.ts";

export interface Filtered {
  /** Those that satisfy every condition. */
  readonly left: RowSet;
  /** What each condition took from what those before it had left, also where that is nothing: it was applied. */
  readonly removed: readonly Removal[];
}

/** Holds the experts of a roster against conditions, one after the other. */
export function applyFilters(roster: ExpertIndex, conditions: readonly Condition[], verdicts: Verdicts): Filtered {
  let left = allRows(roster.experts.length);
  const removed = conditions.map((condition) => {
    const satisfying = verdicts(condition, left);
    const gone = except(left, satisfying);
    left = inBoth(left, satisfying);
    return { condition: condition.words, count: countRows(gone), models: bestKnown(roster, gone).map(keyOf) };
  });
  return { left, removed };
}

/** The few of some experts that people are likeliest to ask about. */
export const bestKnown = ({ at }: ExpertIndex, rows: RowSet) => listRows(rows, MAX_NAMED).map(at);
