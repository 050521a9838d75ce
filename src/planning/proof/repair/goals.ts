import type { TaskId } from "../../../domain/plan.ts";
import { Ancestry } from "./ancestry.ts";
import { type Draft, type DraftTask, referencesOf } from "./draft.ts";

/**
 * The tasks a plan is for: those that nothing else was meant to take from. Of tasks that lean on one another in a
 * circle all are, when nothing outside the circle leans on them. To be said to wait for a task is to lean on it only
 * for a task that is not `complete` without.
 */
export function goalsOf(draft: Draft, complete: (task: DraftTask) => boolean): ReadonlySet<TaskId> {
  const leaning = new Ancestry();
  for (const task of draft.tasks) {
    for (const id of leansOn(task, complete(task))) {
      if (draft.task(id) && !leaning.isBefore(id, task.id)) leaning.link(id, task.id);
    }
  }
  const isGoal = ({ id }: DraftTask): boolean =>
    draft.tasks.every((other) => !leaning.isBefore(id, other.id) || leaning.isBefore(other.id, id));
  return new Set(draft.tasks.filter(isGoal).map(({ id }) => id));
}

const leansOn = (task: DraftTask, isComplete: boolean): readonly TaskId[] => [
  ...(isComplete ? [] : task.waitsFor),
  ...referencesOf(task),
];
