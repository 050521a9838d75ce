import type { GroundTask } from "../ground-task.ts";
import type { SearchBudget } from "./budget.ts";
import { holdAll, type State } from "./state.ts";

/** What an action and an atom take in the index. */
const ENTRY_BYTES = 8;
const LIST_BYTES = 48;

/** Finds the actions applicable in a state. Each is filed under the precondition that it shares with the fewest. */
export class ApplicableActions {
  readonly #actions: GroundTask["actions"];
  readonly #byAtom: readonly number[][];
  readonly #always: number[] = [];

  constructor({ atoms, actions }: GroundTask, budget: SearchBudget) {
    budget.claim(ENTRY_BYTES * actions.length + LIST_BYTES * atoms.length);
    this.#actions = actions;
    this.#byAtom = atoms.map(() => []);
    const users = new Int32Array(atoms.length);
    for (const { preconditions } of actions) {
      budget.tick(1 + preconditions.length);
      for (const atom of preconditions) users[atom] = (users[atom] as number) + 1;
    }
    actions.forEach(({ preconditions }, action) => {
      budget.tick(1 + preconditions.length);
      let rarest = preconditions[0];
      for (const atom of preconditions)
        if ((users[atom] as number) < (users[rarest as number] as number)) rarest = atom;
      (rarest === undefined ? this.#always : this.#byAtom[rarest])?.push(action);
    });
  }

  /** Their numbers, in an order that is the same every time. */
  in(state: State): readonly number[] {
    const found = [...this.#always];
    for (let word = 0; word < state.length; word++) {
      for (let bits = state[word] as number; bits !== 0; bits &= bits - 1) {
        const atom = 32 * word + 31 - Math.clz32(bits & -bits);
        for (const action of this.#byAtom[atom] ?? []) {
          if (holdAll(state, (this.#actions[action] as GroundTask["actions"][number]).preconditions))
            found.push(action);
        }
      }
    }
    return found;
  }
}
