import type { Budget } from "../domain/budget.ts";
import type { Planned } from "../domain/events.ts";
import { exceededTasks } from "../domain/run/asked.ts";
import { type PlanContext, partsOf } from "../planning/index.ts";

/** Steps that a question lists before it only counts. */
const MAX_STEPS_TOLD = 10;

/**
 * Tasks of a language model's plan where nobody allows any number: more than anybody asks for by the way, and than a slip
 * of a model may cost.
 */
export const MAX_UNASKED_TASKS = 64;

/**
 * Holds a plan to the number of tasks that the caller and the words allow, and a language model's where they are silent
 * to `MAX_UNASKED_TASKS`: one with more becomes a question. Time, money and calls of a language model are kept while the
 * run lasts.
 */
export function holdToRequest(
  planned: Planned,
  { resources, ontology }: PlanContext,
  limits: Pick<Budget, "tasks">,
  isByLanguageModel: boolean,
): Planned {
  if (planned.as !== "plan") return planned;
  const isSilent = limits.tasks === undefined && isByLanguageModel;
  const allowed = exceededTasks(planned.plan, isSilent ? { tasks: MAX_UNASKED_TASKS } : limits);
  if (allowed === null) return planned;
  const whose = isSilent ? "A language model planned this, and without a limit of yours it may take" : "You allowed";
  return { as: "ask", text: askForLess(whose, partsOf(planned.plan, resources, ontology).instruction, allowed) };
}

function askForLess(whose: string, steps: readonly string[], allowed: number): string {
  const told = steps.slice(0, MAX_STEPS_TOLD).map((step, place) => `${place + 1}. ${step}`);
  const more = steps.length > MAX_STEPS_TOLD ? [`… and ${steps.length - MAX_STEPS_TOLD} more`] : [];
  return [
    `${whose} ${allowed} ${allowed === 1 ? "task" : "tasks"} at most, and this takes ${steps.length}:`,
    [...told, ...more].join("\n"),
    "Nothing was done. Please ask again with less to do, or with a higher limit.",
  ].join("\n\n");
}
