import type { ApiIssue, PlanView, TaskTypeView } from "../../src/client/client.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { listed } from "../../src/domain/listed.ts";
import { numberOf } from "../plan/titles.ts";
import { readSource } from "../values/references.ts";
import { type Tasks, takesFrom } from "./plan-edit.ts";

/** One thing wrong with an edited plan; `task` is null where it concerns all of it. */
export interface TaskFault {
  readonly task: number | null;
  readonly port: string | null;
  readonly message: string;
}

/** The issues of `plan-unsound`: their paths name task and port as `3/text`. */
export const faultsOfIssues = (issues: readonly ApiIssue[], tasks: Tasks): readonly TaskFault[] =>
  issues.map(({ path, message }) => {
    const [, id, port] = /^(\d+)(?:\/(.+))?$/s.exec(path) ?? [];
    return placed(id === undefined ? null : Number(id), port ?? null, message, tasks);
  });

/**
 * What the server would change to make a plan sound, which a plan that a person has edited has to be by itself.
 * @param known what it would have changed in the plan as it was proposed
 */
export function faultsOfRepairs(
  repairs: PlanView["repairs"],
  known: PlanView["repairs"],
  tasks: Tasks,
): readonly TaskFault[] {
  const old = new Set(known.map(({ message }) => message));
  return repairs.flatMap(({ task, port, message }) => (old.has(message) ? [] : [placed(task, port, message, tasks)]));
}

/** What a task that is not shown is said of stands with the whole; under its task, a message needs no name of it. */
function placed(id: number | null, port: string | null, message: string, tasks: Tasks): TaskFault {
  if (id === null || !tasks.some((task) => task.id === id)) return { task: null, port: null, message };
  return { task: id, port, message: message.replace(/^Task \d+(?: \([^)]*\))?: /, "") };
}

/** What can be told without asking anybody. @param types none as long as they are not known */
export function faultsAtSight(tasks: Tasks, types: ReadonlyMap<string, TaskTypeView>): readonly TaskFault[] {
  if (tasks.length === 0) return [{ task: null, port: null, message: "The plan has no task left" }];
  const there = new Set(tasks.map(({ id }) => id));
  return tasks.flatMap((task) => [
    ...Object.entries(task.args).flatMap(([port, written]) =>
      takesFrom({ args: { [port]: written } })
        .filter((id) => !there.has(id))
        .map((id) => ({
          ...{ task: task.id, port },
          message: `“${port}” takes from task ${numberOf(id)}, which is not in the plan`,
        })),
    ),
    ...(types.get(task.task)?.inputs ?? [])
      .filter(({ name, required }) => required && isEmpty(task.args[name]))
      .map(({ name }) => ({ task: task.id, port: name, message: `“${name}” is needed` })),
  ]);
}

/**
 * A sound plan that the server would make of an unsound one; null where it would change nothing, or does not see what is
 * wrong at sight, such as a text of nothing.
 */
export const mendedTasks = (plan: PlanView | undefined, atSight: readonly TaskFault[]): Tasks | null =>
  plan?.as === "plan" && plan.repairs.length > 0 && atSight.length === 0 ? plan.tasks : null;

/** Nothing, or a text of nothing, which no model can work on. */
function isEmpty(written: JsonValue | undefined): boolean {
  if (written === undefined) return true;
  const source = readSource(written);
  return source.from === "literal" && typeof source.value === "string" && source.value.trim() === "";
}

/** Where the faults are, in words: "task 1, task 3 and the plan as a whole". */
export function placesOf(faults: readonly TaskFault[]): string {
  const ids = [...new Set(faults.map(({ task }) => task))].toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity));
  return listed(ids.map((id) => (id === null ? "the plan as a whole" : `task ${numberOf(id)}`)));
}
