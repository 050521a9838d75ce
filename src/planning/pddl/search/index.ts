import type { GroundTask, SearchLimits, SearchResult } from "../ground-task.ts";
import { BestFirstWidthSearch, type Compiled, type Found } from "./bfws.ts";
import { GoalCount } from "./goal-count.ts";
import { Exhausted, Memory } from "./memory.ts";
import { RelaxedPlans } from "./relaxed-plan.ts";
import { shortened } from "./shorten.ts";
import { Successors } from "./successors.ts";

/**
 * A plan for the task: first by 1-BFWS, which is polynomial and mostly enough, then by the complete search.
 * "no-plan" is certain: the whole space was searched, or the goal is out of reach even if nothing is deleted.
 */
export function search(task: GroundTask, limits: SearchLimits): SearchResult {
  const compiled: Compiled = {
    task,
    successors: new Successors(task),
    relaxedPlans: new RelaxedPlans(task),
    goalCount: new GoalCount(task),
  };
  const memory = new Memory(limits.maxBytes);
  const progress = { expanded: 0, generated: 0 };
  const attempt = (name: "1-bfws" | "bfws"): SearchResult | "pruned" => {
    memory.releaseAll();
    let run: BestFirstWidthSearch | undefined;
    let found: Found | Exhausted;
    try {
      run = new BestFirstWidthSearch(compiled, limits, memory, progress, name === "1-bfws");
      found = run.run();
    } catch (error) {
      if (!(error instanceof Exhausted)) throw error;
      found = error;
    }
    if (found === "pruned") return found;
    const statistics = { ...progress, bytes: memory.peak, search: name, pairs: run?.hasPairs ?? false };
    if (found instanceof Exhausted) return { as: "limits", limit: found.limit, statistics };
    if (found === "none") return { as: "no-plan", statistics };
    const steps = shortened(task, found)
      .flatMap((action) => task.actions[action] ?? [])
      .filter((action) => !action.hidden);
    return { as: "plan", steps, cost: steps.reduce((sum, { cost }) => sum + cost, 0), statistics };
  };
  const first = attempt("1-bfws");
  const isOver = first !== "pruned" && !(first.as === "limits" && first.limit === "memory");
  const last = isOver ? first : attempt("bfws");
  // The complete search cuts nothing away.
  if (last === "pruned") throw new Error("A complete search left something out.");
  return last;
}
