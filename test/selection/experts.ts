import type { ModelFacts, Price, Score } from "../../src/domain/catalogue.ts";
import type { Constraints } from "../../src/domain/constraints.ts";
import { type Endpoint, endpointKey } from "../../src/domain/endpoints.ts";
import type { Elsewhere, Expert, ExpertPool, Health } from "../../src/domain/experts.ts";
import type { Plan, Task } from "../../src/domain/plan.ts";
import type { TaskSelection } from "../../src/domain/selection.ts";
import { applyFilters } from "../../src/selection/apply-filters.ts";
import { needsOf } from "../../src/selection/filters.ts";
import { selectModels, type Terms } from "../../src/selection/index.ts";
import { contextOf, gatherCandidatePool } from "../../src/selection/select.ts";

export type Stated = Partial<ModelFacts> &
  Partial<Pick<Endpoint, "taskType" | "grade" | "stated">> & { readonly prices?: readonly Price[] };

/** An expert of which nothing is known but what is said here; a summarizer under MIT. */
export function expert(
  provider: Endpoint["provider"],
  model: string,
  { taskType = "summarization", grade = "full", prices = [], stated, ...known }: Stated = {},
): Expert {
  const facts: ModelFacts = {
    id: model,
    organization: null,
    licence: "MIT",
    licenceConfidence: "sure",
    parameters: null,
    parametersConfidence: "sure",
    bytes: null,
    bytesConfidence: "sure",
    languages: null,
    scores: [],
    downloads: null,
    downloadsOn: null,
    gated: null,
    ...known,
  };
  const endpoint: Endpoint = { provider, model, taskType, description: "", licence: facts.licence, grade };
  return { endpoint: { ...endpoint, ...(stated ? { stated } : {}) }, facts, prices };
}

export const score = (value: number, stated: Partial<Score> = {}): Score => ({
  benchmark: "Common Voice 9.0",
  config: "en",
  split: "test",
  metric: "wer",
  value,
  higherIsBetter: false,
  source: "https://example.org/card",
  confidence: "sure",
  paper: null,
  ...stated,
});

export const price = (usd: number, per: Price["per"] = "call"): Price => ({
  usd,
  per,
  source: "https://example.org/prices",
  asOf: "2026-11-22",
});

interface Around {
  /** By `provider:model`. */
  readonly health?: Readonly<Record<string, Health>>;
  readonly elsewhere?: Readonly<Record<string, Elsewhere>>;
  /** Ids of models that nothing here can call, by task type. */
  readonly away?: Readonly<Record<string, readonly string[]>>;
}

export const poolOf = (
  experts: readonly Expert[],
  { health = {}, elsewhere = {}, away = {} }: Around = {},
): ExpertPool => {
  const byType = Map.groupBy(experts, ({ endpoint }) => endpoint.taskType);
  return {
    experts: (taskType) => byType.get(taskType) ?? [],
    health: (endpoint) => health[endpointKey(endpoint)] ?? null,
    elsewhere: (taskType) => elsewhere[taskType] ?? { count: 0, providers: [] },
    knows: (taskType, isMeant) =>
      [
        ...experts
          .filter(({ endpoint }) => taskType === null || endpoint.taskType === taskType)
          .flatMap(({ endpoint, facts }) => [facts.id, endpoint.model]),
        ...(taskType === null ? Object.values(away).flat() : (away[taskType] ?? [])),
      ].some(isMeant),
  };
};

export const task = (id: number, type: string, rest: Partial<Task> = {}): Task => ({ id, type, args: {}, ...rest });
export const planOf = (...types: readonly string[]): Plan => ({ tasks: types.map((type, id) => task(id, type)) });

/** What is selected for the only task of a plan. */
export const select = (
  experts: readonly Expert[],
  constraints: readonly Constraints[] = [],
  around: Around = {},
  only: Task = task(0, experts[0]?.endpoint.taskType ?? "summarization"),
  terms: Terms = {},
): TaskSelection =>
  selectModels({ tasks: [only] }, poolOf(experts, around), constraints, terms).selection[only.id] ?? { candidates: [] };

export const modelsOf = ({ candidates }: TaskSelection): readonly string[] => candidates.map(({ model }) => model);

/** All experts that satisfy what a task needs and what the constraints set, unranked. Every candidate is one of them. */
export function satisfying(
  one: Task,
  pool: ExpertPool,
  constraints: readonly Constraints[],
  terms: Terms = {},
): readonly Expert[] {
  const candidatePool = gatherCandidatePool(one.type, constraints, contextOf({ tasks: [one] }, pool, terms));
  const { left } = applyFilters(candidatePool.index.experts, [...needsOf(one), ...candidatePool.conditions]);
  const keys = new Set(left.map(({ endpoint }) => endpointKey(endpoint)));
  return pool.experts(one.type).filter(({ endpoint }) => keys.has(endpointKey(endpoint)));
}
