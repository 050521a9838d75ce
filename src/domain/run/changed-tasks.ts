import type { EventData, EventType, RunEvent, WorkId } from "../events.ts";
import type { TaskId } from "../plan.ts";

/** What an event changes of the tasks of a run as they are shown: a unit of work, all of them, or none. */
type Change = WorkId | "all" | null;

const CHANGES: { readonly [Type in EventType]: (data: EventData[Type]) => Change } = {
  "run-start": () => "all",
  "plan-start": () => null,
  "plan-end": () => "all",
  "selection-end": () => "all",
  "approval-required": () => null,
  "plan-revised": () => "all",
  "approval-given": () => "all",
  "task-start": ({ task }) => task,
  "task-progress": ({ task }) => task,
  "task-retry": ({ task }) => task,
  "task-end": ({ task }) => task,
  "budget-reserved": ({ work }) => work,
  "budget-settled": ({ work }) => work,
  "budget-warning": () => null,
  "run-pause": () => null,
  "run-resume": () => null,
  "run-cancel": () => null,
  "answer-start": () => null,
  "answer-delta": () => null,
  "run-end": () => "all",
};

/**
 * The tasks that some events of a run changed, so that whoever knows the run as it was before them needs no others; null
 * where any may have changed.
 */
export function changedTasks(events: readonly RunEvent[]): readonly TaskId[] | null {
  const changed = new Set<TaskId>();
  for (const event of events) {
    const change = changeOf(event);
    if (change === "all") return null;
    if (typeof change === "number") changed.add(change);
  }
  return [...changed];
}

function changeOf<Type extends EventType>({
  type,
  data,
}: {
  readonly type: Type;
  readonly data: EventData[Type];
}): Change {
  return CHANGES[type](data);
}
