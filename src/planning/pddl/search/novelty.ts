import type { SearchBudget } from "./budget.ts";
import { holds, merge, put, type State } from "./state.ts";

/** What a partition costs beside its bits: an entry of a map and a typed array. */
const PARTITION_BYTES = 200;

/**
 * Tells whether a state has an atom that no earlier one of its partition has: whether its novelty is 1. Pairs of atoms
 * were told apart once; no instance of the series was solved by that and not without.
 */
export class Novelty {
  readonly #budget: SearchBudget;
  readonly #seen = new Map<number, State>();

  constructor(budget: SearchBudget) {
    this.#budget = budget;
  }

  /**
   * Whether the state after a step is new; it is seen then. In the partition of the state before, only atoms that
   * the step added are looked at: the others were seen with that state, or, where it got a relaxed plan and so a
   * partition of its own, are common to all that follow it.
   */
  isNew(state: State, added: readonly number[], partition: number, isSamePartition: boolean): boolean {
    let seen = this.#seen.get(partition);
    if (seen === undefined) {
      this.#budget.claim(PARTITION_BYTES + state.byteLength);
      seen = new Int32Array(state.length);
      this.#seen.set(partition, seen);
    }
    if (!isSamePartition) return merge(seen, state);
    let isNew = false;
    for (const atom of added) {
      if (holds(seen, atom)) continue;
      put(seen, atom);
      isNew = true;
    }
    return isNew;
  }
}
