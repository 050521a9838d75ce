import type { GroundAction, GroundTask } from "../ground-task.ts";
import { holdAll, stateOf, stepInto } from "./state.ts";

/** Steps tried, over all removals: a plan of 2,000 steps takes 2 million, a few tens of milliseconds. */
const MAX_TRIALS = 8_000_000;

/**
 * The plan without steps it does not need. Each step in turn is left out, with those that then can't be taken,
 * and stays out where the goal is still reached (action elimination: Nakhost and Müller, ICAPS 2010). What is
 * returned has been carried out from start to goal.
 */
export function shortened(task: GroundTask, plan: readonly number[]): readonly GroundAction[] {
  let kept = plan.map((action) => task.actions[action] as GroundAction);
  const state = stateOf(task.init, task.atoms.length);
  let trials = 0;
  for (let index = 0; index < kept.length && trials < MAX_TRIALS; ) {
    const after = state.slice();
    const rest = kept.slice(index + 1).filter((action) => {
      const isApplicable = holdAll(after, action.preconditions);
      if (isApplicable) stepInto(after, action, after.slice());
      return isApplicable;
    });
    trials += kept.length - index;
    if (holdAll(after, task.goal)) {
      kept = [...kept.slice(0, index), ...rest];
    } else {
      stepInto(state, kept[index] as GroundAction, state.slice());
      index++;
    }
  }
  return kept;
}
