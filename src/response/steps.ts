import { baseKind } from "../domain/kinds.ts";
import { dependencies, singles, type Task } from "../domain/plan.ts";
import type { Resource, Value } from "../domain/resources.ts";
import { findTask, type RunState, taskWork } from "../domain/run/state.ts";

/** Whether a value is a file to look at or listen to, and no long text or data. */
export const isMedia = ({ kind }: Value): boolean =>
  ["image", "audio", "video", "document", "table"].includes(baseKind(kind));

/** Whether a file was only a step on the way to another of its kind, with which it is told. */
export const isStep = (file: Resource, task: Task, state: RunState): boolean =>
  state.plan?.tasks.some((taker) => stepsBetween(task, taker, state).some(({ id }) => id === file.id)) === true;

/**
 * The files on the way to those of a task, the first one first: "make it grey, then turn it" makes a grey picture, which is
 * a step, and of that a turned one, which is the result. Looks at each task once.
 */
export function stepsBefore(task: Task, state: RunState, seen = new Set<number>()): readonly Resource[] {
  if (seen.has(task.id)) return [];
  seen.add(task.id);
  return dependencies(task).flatMap((id) => {
    const giver = findTask(state, id);
    const steps = giver ? stepsBetween(giver, task, state) : [];
    return giver && steps.length > 0 ? [...stepsBefore(giver, state, seen), ...steps] : [];
  });
}

/** The media that a task gave to another, which made the same kind of it. */
function stepsBetween(giver: Task, taker: Task, state: RunState): readonly Resource[] {
  const { status, outputs } = taskWork(state, taker.id);
  if (status !== "succeeded") return [];
  const made = new Set(
    Object.values(outputs)
      .filter(isMedia)
      .map(({ kind }) => baseKind(kind)),
  );
  return Object.values(taker.args)
    .flatMap(singles)
    .flatMap((one) => {
      const value = one.from === "task" && one.task === giver.id && taskWork(state, giver.id).outputs[one.output];
      return value && value.as === "resource" && isMedia(value) && made.has(baseKind(value.kind))
        ? [value.resource]
        : [];
    });
}
