import type { GroundAction, GroundTask } from "../../../../src/planning/pddl/index.ts";

export type State = ReadonlySet<number>;

export const isMet = (needs: Iterable<number>, state: State): boolean =>
  Array.from(needs).every((atom) => state.has(atom));

/** The state after the action, as PDDL has it: conditions are those before, and additions win over deletions. */
export function execute(action: GroundAction, state: State): State {
  const effects = [action, ...action.conditional.filter(({ condition }) => isMet(condition, state))];
  const deleted = new Set(effects.flatMap((effect) => [...effect.delete]));
  return new Set([...[...state].filter((atom) => !deleted.has(atom)), ...effects.flatMap((effect) => [...effect.add])]);
}

/** What is wrong with the plan, or `null`. */
export function faultOf(task: GroundTask, steps: readonly GroundAction[]): string | null {
  let state: State = new Set(task.init);
  for (const step of steps) {
    if (!isMet(step.preconditions, state)) return `${step.name} can't be done`;
    state = execute(step, state);
  }
  return isMet(task.goal, state) ? null : "the goal is not reached";
}

export const keyOf = (state: State): string => [...state].sort((a, b) => a - b).join();

/** Every state that can be reached, by its key. */
export function reachableStates(task: GroundTask): ReadonlyMap<string, State> {
  const states: State[] = [new Set(task.init)];
  const found = new Map(states.map((state) => [keyOf(state), state]));
  for (const state of states) {
    for (const action of task.actions) {
      if (!isMet(action.preconditions, state)) continue;
      const next = execute(action, state);
      if (found.has(keyOf(next))) continue;
      found.set(keyOf(next), next);
      states.push(next);
    }
  }
  return found;
}
