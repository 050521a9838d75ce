import type { SingleBinding } from "../../../domain/plan.ts";
import type { Repair } from "../../../domain/repair.ts";
import type { Gap } from "./bind.ts";
import { type Draft, type DraftTask, producersOf } from "./draft.ts";
import { labelOf } from "./fill.ts";

/**
 * Drops each task that does exactly what another does: what takes from it takes from the other. Task types that make
 * something new each time are left alone. Dropping one may make two others alike, so it goes on until none are.
 */
export function dropDuplicates(draft: Draft): readonly Repair[] {
  const repairs: Repair[] = [];
  for (let found = findDuplicate(draft); found; found = findDuplicate(draft)) {
    const [kept, dropped] = found;
    for (const dependent of draft.dependents(dropped.id)) redirect(dependent, dropped, kept);
    draft.remove(dropped.id);
    const message = `${labelOf(dropped)} does exactly what task ${kept.id} does, and was dropped`;
    repairs.push({ kind: "dropped", task: dropped.id, port: null, message });
  }
  return repairs;
}

function findDuplicate(draft: Draft): readonly [kept: DraftTask, dropped: DraftTask] | null {
  const seen = new Map<string, DraftTask>();
  for (const task of draft.tasks) {
    if (!task.type || task.type.varies) continue;
    const bound = [...task.bound].toSorted(([a], [b]) => a.localeCompare(b));
    const key = JSON.stringify([task.type.name, bound, task.model ?? null]);
    const same = seen.get(key);
    if (same) return [same, task];
    seen.set(key, task);
  }
  return null;
}

function redirect(dependent: DraftTask, from: DraftTask, to: DraftTask): void {
  for (const [port, singles] of dependent.bound) {
    const redirected = singles.map(
      (single): SingleBinding =>
        single.from === "task" && single.task === from.id ? { ...single, task: to.id } : single,
    );
    dependent.bound.set(port, redirected);
  }
}

/**
 * Takes a task out that cannot stay. What took from it is left with empty inputs, and is told to look at what the
 * task itself was to take.
 */
export function takeOut(draft: Draft, task: DraftTask): readonly Gap[] {
  const gaps: Gap[] = [];
  for (const dependent of draft.dependents(task.id)) {
    for (const [name, singles] of dependent.bound) {
      const left = singles.filter((single) => single.from !== "task" || single.task !== task.id);
      if (left.length === singles.length) continue;
      dependent.bound.delete(name);
      if (left.length > 0) dependent.bound.set(name, left);
      const port = dependent.type?.inputs.find((input) => input.name === name);
      const [producer] = producersOf(task);
      if (port && left.length === 0) {
        gaps.push({
          task: dependent,
          port,
          meaning: producer === undefined ? null : { is: "task", task: producer, output: null },
        });
      }
    }
  }
  draft.remove(task.id);
  return gaps;
}
