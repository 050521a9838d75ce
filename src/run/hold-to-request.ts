import type { Planned } from "../domain/events.ts";
import { exceededTasks } from "../domain/run/asked.ts";
import { type PlanContext, partsOf } from "../planning/index.ts";
import { unjudged } from "../selection/index.ts";

/** Steps that a question lists before it only counts. */
const MAX_STEPS_TOLD = 10;

/**
 * Holds a plan to what the request says it may cost: one with more tasks becomes a question, and what cannot be held to
 * yet is among the notes of any other. Time is kept while the run lasts.
 */
export function holdToRequest(planned: Planned, { resources, ontology }: PlanContext): Planned {
  if (planned.as !== "plan" || !planned.understanding) return planned;
  const { plan, notes, understanding } = planned;
  const allowed = exceededTasks(plan, understanding.budget);
  if (allowed === null) {
    return { ...planned, notes: [...notes, ...unjudged(understanding.budget)] };
  }
  return { as: "ask", text: askForLess(partsOf(plan, resources, ontology).instruction, allowed) };
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
