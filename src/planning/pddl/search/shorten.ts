import type { GroundTask } from "../ground-task.ts";
import { bitsOf, has } from "./bits.ts";
import { Transition } from "./transition.ts";

/** Steps tried, over all removals: a plan of 2,000 steps takes 2 million, a few tens of milliseconds. */
const MAX_TRIALS = 8_000_000;

/**
 * The plan without steps it does not need. Each step in turn is left out, with those that then can't be taken,
 * and stays out where the goal is still reached (action elimination: Nakhost and Müller, ICAPS 2010). What is
 * returned has been carried out from start to goal.
 */
export function shortened(task: GroundTask, plan: readonly number[]): readonly number[] {
  const at = new Transition(task);
  const words = bitsOf([], task.atoms.length);
  let kept = [...plan];
  let trials = 0;
  for (let index = 0; index < kept.length && trials < MAX_TRIALS; ) {
    words.set(at.state);
    const rest = kept.slice(index + 1).filter((action) => {
      const isApplicable = holdAll(task.actions[action]?.preconditions, at.state);
      if (isApplicable) at.step(action);
      return isApplicable;
    });
    trials += kept.length - index;
    const isEnough = holdAll(task.goal, at.state);
    at.state.set(words);
    if (isEnough) {
      kept = [...kept.slice(0, index), ...rest];
    } else {
      at.step(kept[index] as number);
      index++;
    }
  }
  return kept;
}

function holdAll(atoms: Int32Array | undefined, state: Int32Array): boolean {
  for (const atom of atoms ?? []) if (!has(state, atom)) return false;
  return true;
}
