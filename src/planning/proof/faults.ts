import { excerpt } from "../../domain/excerpt.ts";
import { MAX_PLAN_TASKS, type Task, type TaskId } from "../../domain/plan.ts";
import type { Resource } from "../../domain/resources.ts";
import type { Ontology } from "../../domain/task-types/index.ts";

/** One thing that keeps a plan from being run. */
export interface PlanFault {
  /** The task it is found in; `null` when it concerns the whole plan, or a task whose id cannot be read. */
  readonly task: TaskId | null;
  readonly port: string | null;
  readonly code:
    | "unknown-task-type"
    | "unknown-port"
    | "missing-input"
    | "kind-mismatch"
    | "dangling-reference"
    | "cycle"
    | "duplicate-id"
    | "malformed"
    | "too-many-tasks"
    | "unknown-resource"
    | "unproved";
  /** Plain words: shown to people, and to a language model that is asked to mend its plan. */
  readonly message: string;
}

/** What a plan may refer to. */
export interface PlanContext {
  readonly resources: readonly Resource[];
  readonly ontology: Ontology;
}

/** A port that takes many values takes no more than a plan has tasks: a fan-in has no other source of so many. */
export const MAX_LIST_ITEMS = MAX_PLAN_TASKS;
/** Values that the inputs of a plan are bound to, all together: sixteen a task in the largest plan. */
export const MAX_BOUND_VALUES = 16 * MAX_PLAN_TASKS;
/** Enough for anyone to mend a plan by; a plan with more faults is mended in several rounds. */
export const MAX_FAULTS = 100;
/** Long enough to recognise a value in a message, short enough that the message stays readable. */
const QUOTED_CHARS = 60;

/** A user's or model's words inside a message: on one line, and never the whole of a long text. */
export const inMessage = (words: string): string => `"${excerpt(words, QUOTED_CHARS)}"`;

export const tooManyTasks = (count: number): PlanFault => ({
  task: null,
  port: null,
  code: "too-many-tasks",
  message: `The plan has ${count} tasks; at most ${MAX_PLAN_TASKS} are allowed`,
});

export const noTasks: PlanFault = {
  task: null,
  port: null,
  code: "malformed",
  message: "A plan needs at least one task",
};

export const tooManyValues = (count: number): PlanFault => ({
  task: null,
  port: null,
  code: "malformed",
  message: `The plan binds ${count} values; at most ${MAX_BOUND_VALUES} are allowed`,
});

export const unknownTaskType = (task: TaskId | null, name: string): PlanFault => ({
  task,
  port: null,
  code: "unknown-task-type",
  message: name.trim() === "" ? "No task type is named" : `There is no task type ${inMessage(name)}`,
});

/** Each id that stands more than once, and each that is no whole number from 0. */
export function idFaults(tasks: readonly Pick<Task, "id">[]): readonly PlanFault[] {
  const seen = new Set<TaskId>();
  const faults: PlanFault[] = [];
  for (const { id } of tasks) {
    if (!Number.isSafeInteger(id) || id < 0) {
      faults.push({
        task: null,
        port: null,
        code: "malformed",
        message: `A task id is a whole number from 0, not ${id}`,
      });
    } else if (seen.has(id)) {
      faults.push({ task: id, port: null, code: "duplicate-id", message: `More than one task has the id ${id}` });
    }
    seen.add(id);
  }
  return faults;
}
