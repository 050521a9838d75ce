import { numberOf, type Plan, type TaskId, topologicalOrder } from "../../../domain/plan.ts";
import type { Repair } from "../../../domain/repair.ts";
import type { Ontology } from "../../../domain/task-types/index.ts";
import type { Gap } from "./bind.ts";
import { labelOf } from "./describe.ts";
import { type Draft, type DraftTask, producersOf } from "./draft.ts";

/**
 * Drops each task that does exactly what another does: what takes from it takes from the other. Task types that make
 * something new each time are left alone. Every task is looked at after all that it takes from, so that two that
 * become alike are seen to be.
 */
export function dropDuplicates(draft: Draft): readonly Repair[] {
  const repairs: Repair[] = [];
  const seen = new Map<string, TaskId>();
  for (const id of topologicalOrder(draft.plan()) ?? []) {
    const task = draft.task(id);
    if (!task?.type || task.type.varies) continue;
    const key = workOf(task.type.name, [...task.bound], task.model);
    const same = seen.get(key);
    seen.set(key, same ?? id);
    if (same === undefined) continue;
    draft.replace(id, (single) => (single.from === "task" ? { ...single, task: same } : single));
    const message = `${labelOf(task)} does exactly what task ${numberOf(same)} does, and was dropped`;
    repairs.push({ kind: "dropped", task: id, port: null, message });
  }
  return repairs;
}

/** Whether a plan holds two tasks that do exactly the same, though each would be sound. */
export function hasDuplicates(plan: Plan, ontology: Ontology): boolean {
  const seen = new Set<string>();
  return plan.tasks.some((task) => {
    if (ontology.get(task.type)?.varies !== false) return false;
    const key = workOf(task.type, Object.entries(task.args), task.model);
    const isSecond = seen.has(key);
    seen.add(key);
    return isSecond;
  });
}

/** Equal for two tasks of one type that do the same to the same. */
const workOf = (type: string, inputs: readonly (readonly [string, unknown])[], model: string | undefined): string =>
  JSON.stringify([type, inputs.toSorted(([a], [b]) => a.localeCompare(b)), model ?? null]);

/**
 * Takes a task out that cannot stay. What took from it is left with empty inputs, and is told to look at what the
 * task itself was to take.
 */
export function takeOut(draft: Draft, task: DraftTask): readonly Gap[] {
  const dependents = draft.dependents(task.id);
  draft.replace(task.id, () => null);
  const [producer] = producersOf(task);
  const meaning = producer === undefined ? null : ({ is: "task", task: producer, output: null } as const);
  return dependents.flatMap((dependent) =>
    (dependent.type?.inputs ?? []).flatMap((port) =>
      port.required && !dependent.bound.has(port.name) ? [{ task: dependent, port, meaning }] : [],
    ),
  );
}
