import type { GroundTask, SearchLimits, SearchResult } from "../ground-task.ts";
import { ApplicableActions } from "./applicable.ts";
import { BestFirstWidthSearch } from "./bfws.ts";
import { SearchBudget, SearchExhausted } from "./budget.ts";
import { GoalCount } from "./goal-count.ts";
import { RelaxedPlans } from "./relaxed-plan.ts";
import { shortened } from "./shorten.ts";

/**
 * A plan for the task: first by 1-BFWS, which is polynomial and mostly enough, then by the complete search.
 * "no-plan" is certain: the whole space was searched, or the goal is out of reach even if nothing is deleted.
 */
export function search(task: GroundTask, limits: SearchLimits): SearchResult {
  const budget = new SearchBudget(limits);
  let last: "1-bfws" | "bfws" = "1-bfws";
  try {
    const compiled = {
      task,
      applicable: new ApplicableActions(task, budget),
      relaxedPlans: new RelaxedPlans(task, budget),
      goalCount: new GoalCount(task, budget),
    };
    const compiledBytes = budget.bytes;
    let found = orOutOfMemory(() => new BestFirstWidthSearch(compiled, budget, true).run());
    if (found === "pruned") {
      last = "bfws";
      budget.release(budget.bytes - compiledBytes);
      found = new BestFirstWidthSearch(compiled, budget, false).run();
    }
    const statistics = { ...budget.statistics, search: last };
    if (found === "none") return { as: "no-plan", statistics };
    // The complete search cuts nothing away.
    if (found === "pruned") throw new Error("A complete search left something out.");
    const steps = shortened(task, found).filter((action) => !action.hidden);
    return { as: "plan", steps, cost: steps.reduce((sum, { cost }) => sum + cost, 0), statistics };
  } catch (error) {
    if (!(error instanceof SearchExhausted)) throw error;
    return { as: "limits", limit: error.limit, statistics: { ...budget.statistics, search: last } };
  }
}

/** Running out of memory ends the first search alone. */
function orOutOfMemory<T>(run: () => T): T | "pruned" {
  try {
    return run();
  } catch (error) {
    if (error instanceof SearchExhausted && error.limit === "memory") return "pruned";
    throw error;
  }
}
