import type { Removal } from "../domain/selection.ts";
import type { Condition } from "./condition.ts";
import { keyOf } from "./expert-index.ts";
import type { RatedExpert } from "./rank.ts";

export interface Filtered {
  /** The experts that satisfy every condition, in the order given. */
  readonly left: readonly RatedExpert[];
  /** What each condition removed from what those before it had left, also where that is nothing: it was applied. */
  readonly removed: readonly Removal[];
}

/** Applies conditions to the experts for a task, one after the other. */
export function applyFilters(experts: readonly RatedExpert[], conditions: readonly Condition[]): Filtered {
  let left = experts;
  const removed = conditions.map(({ words, holds }) => {
    const { kept = [], gone = [] } = Object.groupBy(left, (expert) => (holds(expert) ? "kept" : "gone"));
    left = kept;
    return { condition: words, count: gone.length, models: gone.slice(0, MAX_NAMED).map(keyOf) };
  });
  return { left, removed };
}

/** Models that a sentence or a list names before it only counts the rest. */
export const MAX_NAMED = 5;
