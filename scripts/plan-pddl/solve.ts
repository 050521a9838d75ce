import {
  type Domain,
  type Grounding,
  ground,
  type Problem,
  type SearchResult,
  type SearchStatistics,
  search,
} from "../../src/planning/pddl/index.ts";

/**
 * What an action of a few atoms takes of the heap while a task of many is grounded, and once it is: measured. The
 * largest tasks of the planning competitions that are solved at all have a few hundred thousand.
 */
const BYTES_PER_ACTION = { grounding: 2048, grounded: 768 } as const;
const MAX_ATOMS = 1_000_000;

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

type Limit = Extract<Grounding | SearchResult, { as: "limits" }>["limit"];

export type Outcome = { readonly statistics: Statistics; readonly times: Times } & (
  | {
      readonly status: "plan";
      /** In IPC form. */
      readonly steps: readonly string[];
      readonly cost: number;
      readonly costs: "unit" | "general";
    }
  | { readonly status: "no-plan"; readonly reason: string }
  | { readonly status: "limits"; readonly limit: Limit }
);

/**
 * Grounds and searches, on a clock that goes on while it computes.
 * @throws PddlError `meaning` for a cost without a value
 */
export function solve(domain: Domain, problem: Problem, { timeLimitMs, maxBytes }: Limits): Outcome {
  const startedAt = performance.now();
  const isOverdue = (): boolean => performance.now() - startedAt > timeLimitMs;
  const maxActions = Math.floor(maxBytes / BYTES_PER_ACTION.grounding);
  const grounding = ground(domain, problem, { maxActions, maxAtoms: MAX_ATOMS, isOverdue });
  const groundMs = performance.now() - startedAt;
  if (grounding.as !== "task") {
    const known = { statistics: { atoms: null, actions: null, search: null }, times: { groundMs, searchMs: 0 } };
    return grounding.as === "limits"
      ? { status: "limits", limit: grounding.limit, ...known }
      : { status: "no-plan", reason: `${grounding.unreachable} can never hold`, ...known };
  }
  const { task } = grounding;
  const bytesLeft = maxBytes - task.actions.length * BYTES_PER_ACTION.grounded;
  const result = search(task, { maxNodes: Number.MAX_SAFE_INTEGER, maxBytes: bytesLeft, isOverdue });
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
