import type { Budget } from "../domain/budget.ts";
import { affords } from "../domain/budget.ts";
import type { AskedBudget } from "../domain/constraints.ts";
import { dependencies, type Plan, type Task, type TaskId } from "../domain/plan.ts";
import { askedBudget, lowerBudget } from "../domain/run/asked.ts";
import type { Selection, Selector } from "../domain/selection.ts";
import type { BudgetPartView, BudgetView } from "../domain/views.ts";
import type { DryRun } from "../wiring/dry-run.ts";

/** What a plan is held against a budget by. */
export interface Costing extends Pick<DryRun, "planned" | "controller" | "selection" | "health" | "language"> {
  /** Of its tasks together, in US dollars; null where it is not known. */
  readonly tasksUsd: number | null;
  readonly budget: Budget;
  readonly selector: Selector | undefined;
}

/** What a run should take of each part of its budget, as the caller and the words of the request set it. */
export function budgetView(costing: Costing): BudgetView {
  const { planned, language, tasksUsd, budget } = costing;
  const plan = planned.as === "plan" ? planned.plan : { tasks: [] };
  const llmCalls = languageCalls(costing, plan);
  const callUsd = llmCalls === 0 ? 0 : (language?.callUsd ?? null);
  const limits = lowerBudget<AskedBudget>(budget, askedBudget(planned));
  return {
    usd: part(plus(tasksUsd, callUsd === null ? null : llmCalls * callUsd), limits.usd, affords),
    llmCalls: part(llmCalls, limits.llmCalls),
    tasks: part(plan.tasks.length, limits.tasks),
    timeMs: part(durationMs(plan, costing.selection, costing.health), limits.timeMs),
  };
}

const atLeast = (limit: number, wanted: number): boolean => wanted <= limit;

function part(estimate: number | null, limit: number | undefined, isEnough = atLeast): BudgetPartView {
  if (limit === undefined) return { estimate, limit: null, isEnough: true };
  return { estimate, limit, isEnough: estimate === null ? null : isEnough(limit, estimate) };
}

const plus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** One to plan, one to choose models, one to answer: each where a language model would do that. */
function languageCalls({ controller, language, selector }: Costing, { tasks }: Plan): number {
  if (!language) return 0;
  const hasPlanned = controller === language.provider;
  if (tasks.length === 0) return Number(hasPlanned);
  return Number(hasPlanned) + Number(selector === "language") + Number(hasPlanned || language.isFirst);
}

/** As long as the slowest chain of tasks, by how long the models that come first took lately; null where one is new. */
function durationMs({ tasks }: Plan, selection: Selection, health: DryRun["health"]): number | null {
  const ends = new Map<TaskId, number>();
  let open: readonly Task[] = tasks;
  // A plan is acyclic, so that every pass settles a task.
  for (let pass = 0; open.length > 0 && pass < tasks.length; pass++) {
    const ready = open.filter((task) => dependencies(task).every((id) => ends.has(id)));
    for (const task of ready) {
      const [first] = selection[task.id]?.candidates ?? [];
      // What cannot run takes no time.
      const tookMs = first ? (health({ ...first, taskType: task.type })?.medianMs ?? null) : 0;
      if (tookMs === null) return null;
      ends.set(task.id, Math.max(0, ...dependencies(task).map((id) => ends.get(id) ?? 0)) + tookMs);
    }
    open = open.filter(({ id }) => !ends.has(id));
  }
  return Math.max(0, ...ends.values());
}
