import { type SingleBinding, singles, type Task, type TaskId } from "../plan.ts";
import { findTask, type RunState } from "./state.ts";

/**
 * What a task takes, and what the tasks before it took, each task once: argument by argument, and after what another task
 * gave what that one took. A plan has no cycles, but as many ways through it as there are subsets of its tasks.
 */
export function* takenFor(task: Task, state: RunState): Generator<SingleBinding, void> {
  const seen = new Set<TaskId>();
  const open = [...argumentsOf(task)];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    if (next.from !== "task" || seen.has(next.task)) continue;
    seen.add(next.task);
    const before = findTask(state, next.task);
    if (before) open.push(...argumentsOf(before));
  }
}

/** The last first, as they are put on a stack. */
const argumentsOf = ({ args }: Task): readonly SingleBinding[] => Object.values(args).flatMap(singles).toReversed();
