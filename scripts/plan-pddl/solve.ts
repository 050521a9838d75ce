import {
  type Domain,
  ground,
  type Problem,
  type SearchResult,
  type SearchStatistics,
  search,
} from "../../src/planning/pddl/index.ts";

/**
 * What grounding may make. A ground action takes some hundred bytes of the heap, which is not part of the limit on
 * memory; the largest tasks of the planning competitions that are solved at all have a few hundred thousand.
 */
const GROUNDING_LIMITS = { maxActions: 2_000_000, maxAtoms: 1_000_000 } as const;

export interface Limits {
  readonly timeLimitMs: number;
  readonly maxBytes: number;
}

/** The ground task and the search; what never came to be is `null`. */
export interface Statistics {
  readonly atoms: number | null;
  readonly actions: number | null;
  readonly search: SearchStatistics | null;
}

export interface Times {
  readonly groundMs: number;
  readonly searchMs: number;
}

export type Outcome = { readonly statistics: Statistics; readonly times: Times } & (
  | {
      readonly status: "plan";
      /** In IPC form. */
      readonly steps: readonly string[];
      readonly cost: number;
      readonly costs: "unit" | "general";
    }
  | { readonly status: "no-plan"; readonly reason: string }
  | { readonly status: "limits"; readonly limit: "actions" | "atoms" | "time" | "nodes" | "memory" }
);

/** Grounds and searches, on a clock that goes on while it computes. */
export function solve(domain: Domain, problem: Problem, { timeLimitMs, maxBytes }: Limits): Outcome {
  const startedAt = performance.now();
  const isOverdue = (): boolean => performance.now() - startedAt > timeLimitMs;
  const grounding = ground(domain, problem, { ...GROUNDING_LIMITS, isOverdue });
  const groundMs = performance.now() - startedAt;
  if (grounding.as !== "task") {
    const known = { statistics: { atoms: null, actions: null, search: null }, times: { groundMs, searchMs: 0 } };
    return grounding.as === "limits"
      ? { status: "limits", limit: grounding.limit, ...known }
      : { status: "no-plan", reason: `${grounding.unreachable} can never hold`, ...known };
  }
  const { task } = grounding;
  const result = search(task, { maxNodes: Number.MAX_SAFE_INTEGER, maxBytes, isOverdue });
  return {
    ...verdictOf(result, problem),
    statistics: {
      atoms: task.atoms.length,
      actions: task.actions.filter(({ hidden }) => !hidden).length,
      search: result.statistics,
    },
    times: { groundMs, searchMs: performance.now() - startedAt - groundMs },
  };
}

function verdictOf(result: SearchResult, problem: Problem) {
  if (result.as === "limits") return { status: "limits", limit: result.limit } as const;
  if (result.as === "no-plan") return { status: "no-plan", reason: "all states were searched" } as const;
  return {
    status: "plan",
    steps: result.steps.map(({ name }) => name),
    cost: result.cost,
    costs: problem.metric === null ? "unit" : "general",
  } as const;
}
