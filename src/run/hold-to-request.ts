import type { Budget } from "../domain/budget.ts";
import type { Planned } from "../domain/events.ts";
import { exceededTasks } from "../domain/run/asked.ts";
import { type PlanContext, partsOf } from "../planning/index.ts";

/** Steps that a question lists before it only counts. */
const MAX_STEPS_TOLD = 10;

/**
 * Holds a plan to the number of tasks that the caller and the words allow: one with more becomes a question. Time, money
 * and calls of a language model are kept while the run lasts.
 */
export function holdToRequest(
  planned: Planned,
  { resources, ontology }: PlanContext,
  limits: Pick<Budget, "tasks">,
): Planned {
  if (planned.as !== "plan") return planned;
  const allowed = exceededTasks(planned.plan, limits);
  return allowed === null
    ? planned
    : { as: "ask", text: askForLess(partsOf(planned.plan, resources, ontology).instruction, allowed) };
}

function askForLess(steps: readonly string[], allowed: number): string {
  const told = steps.slice(0, MAX_STEPS_TOLD).map((step, place) => `${place + 1}. ${step}`);
  const more = steps.length > MAX_STEPS_TOLD ? [`… and ${steps.length - MAX_STEPS_TOLD} more`] : [];
  return [
    `You allowed ${allowed} ${allowed === 1 ? "task" : "tasks"} at most, and this takes ${steps.length}:`,
    [...told, ...more].join("\n"),
    "Nothing was done. Please ask again with less to do, or with a higher limit.",
  ].join("\n\n");
}
