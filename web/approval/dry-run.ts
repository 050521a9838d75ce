import type { PlanOnlyMessage, RunReport, RunView } from "../../src/client/client.ts";
import type { AskedBudget, Constraints } from "../../src/domain/constraints.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { type Tasks, wireTask } from "./plan-edit.ts";

/** What the words and the caller of a run ask for, as its report has it. */
export interface Conditions {
  readonly constraints: Constraints;
  readonly budget: AskedBudget;
  /** In plain words. */
  readonly words: readonly string[];
}

export const NO_CONDITIONS: Conditions = { constraints: {}, budget: {}, words: [] };

const BUDGET_PARTS = ["usd", "timeMs", "tasks", "llmCalls"] as const satisfies readonly (keyof AskedBudget)[];

/** The conditions in a report; those of both sides hold, and of two limits the lower. */
export function conditionsOf({ understood, budget }: Pick<RunReport, "understood" | "budget">): Conditions {
  const limits = BUDGET_PARTS.flatMap((part) => {
    const known = [budget[part], understood?.budget?.[part]].filter((limit) => limit !== undefined);
    return known.length === 0 ? [] : [[part, Math.min(...known)] as const];
  });
  return {
    // Where both speak of the same, the caller's stands for both: this is for an estimate, and the run holds to all.
    constraints: { ...understood?.constraints, ...understood?.given },
    budget: Object.fromEntries(limits),
    words: understood?.conditions ?? [],
  };
}

/**
 * What a run would be planned from, were it to begin with these tasks. Who selects is left out: a language model would
 * be asked, and paid, with every edit.
 */
export const dryRunOf = (run: RunView, tasks: Tasks, { constraints, budget }: Conditions): PlanOnlyMessage => ({
  text: run.text,
  conversation: run.conversation,
  plan: planOf(tasks),
  ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
  ...(Object.keys(budget).length === 0 ? {} : { budget }),
});

/** Tasks as the body of a call. */
export const planOf = (tasks: Tasks): JsonValue =>
  tasks.map((task): { readonly [field: string]: JsonValue } => ({ ...wireTask(task) }));

/** The tasks with every model open, so that all candidates are told. */
export const withoutModels = (tasks: Tasks): Tasks => tasks.map(({ model: _, ...task }) => task);
