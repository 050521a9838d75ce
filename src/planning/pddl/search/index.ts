import type { GroundTask, SearchLimits, SearchResult } from "../ground-task.ts";
import { Watch } from "../watch.ts";
import { BestFirstWidthSearch, type Compiled } from "./bfws.ts";
import { GoalCount } from "./goal-count.ts";
import { type Bounds, Memory, SearchExhausted } from "./memory.ts";
import { RelaxedPlans } from "./relaxed-plan.ts";
import { shortened } from "./shorten.ts";
import { Successors } from "./successors.ts";

/**
 * A plan for the task: first by 1-BFWS, which is polynomial and mostly enough, then by the complete search.
 * "no-plan" is certain: the whole space was searched, or the goal is out of reach even if nothing is deleted.
 */
export function search(task: GroundTask, limits: SearchLimits): SearchResult {
  const memory = new Memory(limits.maxBytes);
  const bounds = { memory, watch: new Watch(limits.isOverdue, () => new SearchExhausted("time")) };
  const progress = { expanded: 0, generated: 0 };
  const compiled = within(() => compile(task, bounds));
  if (compiled instanceof SearchExhausted) {
    const statistics = { ...progress, bytes: memory.peak, search: "1-bfws", pairs: false } as const;
    return { as: "limits", limit: compiled.limit, statistics };
  }
  const compiledBytes = memory.used;
  const attempt = (name: "1-bfws" | "bfws"): SearchResult | "pruned" => {
    memory.releaseTo(compiledBytes);
    let run: BestFirstWidthSearch | undefined;
    const found = within(() => {
      run = new BestFirstWidthSearch(compiled, limits, bounds, progress, name === "1-bfws");
      return run.run();
    });
    if (found === "pruned") return found;
    const statistics = { ...progress, bytes: memory.peak, search: name, pairs: run?.hasPairs ?? false };
    if (found instanceof SearchExhausted) return { as: "limits", limit: found.limit, statistics };
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

function compile(task: GroundTask, bounds: Bounds): Compiled {
  return {
    task,
    successors: new Successors(task, bounds),
    relaxedPlans: new RelaxedPlans(task, bounds),
    goalCount: new GoalCount(task, bounds),
  };
}

/** What came of the work, or the bound that ended it. */
function within<T>(work: () => T): T | SearchExhausted {
  try {
    return work();
  } catch (error) {
    if (error instanceof SearchExhausted) return error;
    throw error;
  }
}
