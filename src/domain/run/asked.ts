import type { Budget, Raise } from "../budget.ts";
import type { AskedBudget } from "../constraints.ts";
import type { Planned } from "../events.ts";
import type { JsonValue } from "../json.ts";
import type { Plan, Task } from "../plan.ts";
import type { Understanding } from "../understanding.ts";

/** The budget stated in a request's words, as read with its plan. */
export const askedBudget = (planned: Planned | null): AskedBudget =>
  planned?.as === "plan" ? (planned.understanding?.budget ?? {}) : {};

const LIMITS = ["timeMs", "usd", "llmCalls", "tasks"] as const;

/** A run's budget once its words are read: they lower each part of it, and never raise any. */
export const lowerBudget = <Limits extends AskedBudget>(budget: Limits, asked: AskedBudget): Limits =>
  changed(budget, asked, (limit, wanted) => limit === undefined || wanted < limit);

/** A run's budget once a person has raised it: no part is lowered, and what has no limit keeps none. */
export const raiseBudget = (budget: Budget, raise: Raise): Budget =>
  changed(budget, raise, (limit, wanted) => limit !== undefined && wanted > limit);

function changed<Limits extends AskedBudget>(
  budget: Limits,
  wanted: AskedBudget,
  counts: (limit: number | undefined, wanted: number) => boolean,
): Limits {
  const parts = LIMITS.flatMap((part) => {
    const value = wanted[part];
    return value !== undefined && counts(budget[part], value) ? [[part, value] as const] : [];
  });
  return parts.length === 0 ? budget : { ...budget, ...Object.fromEntries(parts) };
}

/** The number of tasks that a run allows, where a plan has more than that; `null` where it has not. */
export const exceededTasks = (plan: Plan, { tasks }: Pick<Budget, "tasks">): number | null =>
  tasks !== undefined && plan.tasks.length > tasks ? tasks : null;

/**
 * What is still true of how a request was understood once a person has edited its plan: what it asks for, and why the
 * tasks that were left alone are there. How likely an edited plan is to be right, nobody has estimated.
 */
export function understandEdited(understanding: Understanding, before: Plan, after: Plan): Understanding {
  const written = new Set(before.tasks.map(spell));
  const kept = new Set(after.tasks.filter((task) => written.has(spell(task))).map(({ id }) => id));
  const reasons = understanding.reasons.filter(({ task }) => kept.has(task));
  return { ...understanding, confidence: null, reasons };
}

/** The same for tasks that say the same, in whatever order their arguments stand. */
const spell = (task: Task): string =>
  JSON.stringify(task, (_, value: JsonValue) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
