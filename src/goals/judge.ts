import type { TreeChange } from "../domain/goal/events.ts";
import { type GoalState, openSteps, type StepState, treeOf, unreachable } from "../domain/goal/state.ts";
import { MAX_STEPS, ROOT } from "../domain/goal/step.ts";
import { orderSteps } from "../domain/goal/tree.ts";
import { baseKind } from "../domain/kinds.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { proveTree } from "./prove-tree.ts";

/** Of the steps of one revision as JSON: one event of the log holds them. */
const MAX_ADDED_CHARS = 500_000;

/** Whether a revision may drop a step or change its value: what has begun stays as it is. */
export const canBeChanged = ({ works }: GoalState, { name, status }: StepState): boolean =>
  name !== ROOT && ["waiting", "open", "failed"].includes(status) && !works.has(`refine:${name}`);

export const unchangeable = (name: string): string => `"${name.slice(0, 80)}" is no step that can still be changed`;

/**
 * Judges a change of the tree as every tree is judged: its dependencies hold, and it is proved that the goal's outputs are
 * reached. Steps that nobody needs are dropped, and named as such.
 * @param refined the step that is broken down, which is no leaf any more
 */
export function judge(
  state: GoalState,
  change: TreeChange,
  refined: string | null,
): Result<TreeChange, readonly string[]> {
  if (state.steps.size + change.added.length > MAX_STEPS) return err([`a goal has at most ${MAX_STEPS} steps`]);
  if (JSON.stringify(change.added).length > MAX_ADDED_CHARS)
    return err(["the steps are described at too great length"]);
  const gone = new Set([...change.dropped.map(({ step }) => step), ...(refined === null ? [] : [refined])]);
  const leaves = [...openSteps(state).filter(({ name }) => !gone.has(name)), ...change.added];
  // Others were proved with what was promised under a name, whoever keeps the promise in the end.
  const promised = new Map(
    [...state.steps.values()].flatMap(({ outputs }) => outputs.map((one) => [one.name, one.kind])),
  );
  const other = change.added.flatMap(({ name, outputs }) =>
    outputs.flatMap((output) => {
      const kind = promised.get(output.name);
      return kind === undefined || baseKind(kind) === baseKind(output.kind)
        ? []
        : [`step "${name}" gives "${output.name}" as ${output.kind}, and it was to be ${kind}`];
    }),
  );
  if (other.length > 0) return err(other);
  const tree = treeOf(state, leaves);
  const remade = new Set(change.added.flatMap(({ outputs }) => outputs.map(({ name }) => name)));
  const missing = state.version === 0 ? new Set<string>() : unreachable(state).difference(remade);
  const ordered = orderSteps(tree, missing);
  if (!ordered.ok) {
    return err(ordered.error.map(({ step, message }) => (step === null ? message : `step "${step}" ${message}`)));
  }
  const isRunning = (name: string): boolean => state.steps.get(name)?.status === "running";
  const unneeded = ordered.value.unneeded
    .filter(({ name }) => !isRunning(name))
    .map(({ name }) => ({ step: name, reason: "nobody needs what it gives" }));
  const judged = { ...change, dropped: [...change.dropped, ...unneeded] };
  // A tree whose steps stay as they are has been proved.
  if (refined === null && judged.added.length + judged.dropped.length === 0) return ok(judged);
  const proved = proveTree(tree, ordered.value, missing);
  return proved.ok ? ok(judged) : err([`the goal cannot be reached: ${proved.error}`]);
}

/**
 * Judges a revision that was proposed earlier by the goal as it is now: steps may have begun, ended or failed since.
 * @returns the change as it is to be made; or every fault in plain words
 */
export function judgeRevision(state: GoalState, proposed: TreeChange): Result<TreeChange, readonly string[]> {
  const added = new Set(proposed.added.map(({ name }) => name));
  // Those that nobody needs are found again.
  const change = { ...proposed, dropped: proposed.dropped.filter(({ step }) => !added.has(step)) };
  const faults = [...change.dropped, ...change.reordered].flatMap(({ step: name }) => {
    const step = state.steps.get(name);
    return step && canBeChanged(state, step) ? [] : [unchangeable(name)];
  });
  const taken = change.added
    .filter(({ name }) => state.steps.has(name))
    .map(({ name }) => `there is a "${name}" already`);
  return faults.length + taken.length > 0 ? err([...faults, ...taken]) : judge(state, change, null);
}
