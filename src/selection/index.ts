import type { Constraints } from "../domain/constraints.ts";
import type { Endpoint } from "../domain/endpoints.ts";
import { endpointKey } from "../domain/endpoints.ts";
import type { Plan, Task } from "../domain/plan.ts";
import type { Candidate, Selection, TaskSelection } from "../domain/selection.ts";
import { type Condition, conditionsOf } from "./satisfies.ts";

export { unjudged } from "./unjudged.ts";

/** Candidates kept for each task: the choice and its fallbacks. */
export const MAX_CANDIDATES = 5;
/** Models that a sentence names before it only counts. */
const MAX_NAMED = 5;

/**
 * Casts models for every task of a plan, by rules. What breaks a constraint on licence or provider is no candidate; what
 * endpoints don't tell cannot be judged here, see `unjudged`. The order is final and total: the model the plan names,
 * then endpoints that are as good as any (`full`), those of the local tier first, then stand-ins.
 */
export function selectModels(plan: Plan, endpoints: readonly Endpoint[], constraints: Constraints = {}): Selection {
  const conditions = conditionsOf(constraints);
  return Object.fromEntries(plan.tasks.map((task) => [task.id, selectForTask(task, endpoints, conditions)]));
}

function selectForTask(task: Task, endpoints: readonly Endpoint[], conditions: readonly Condition[]): TaskSelection {
  const able = endpoints.filter((endpoint) => endpoint.taskType === task.type);
  if (able.length === 0) return { candidates: [], missing: missingExpert(task.type) };
  const named = task.model === undefined ? able : able.filter((endpoint) => endpointKey(endpoint) === task.model);
  if (named.length === 0) {
    const there = able.map(endpointKey).join(", ");
    return {
      candidates: [],
      missing: `The plan names ${task.model} for ${task.type}, which is not here; there is ${there}.`,
    };
  }
  const satisfying = named.filter((endpoint) => conditions.every(({ holds }) => holds(endpoint)));
  if (satisfying.length === 0) return { candidates: [], missing: nothingSatisfies(task.type, named, conditions) };
  const candidates = satisfying
    .toSorted(compare)
    .slice(0, MAX_CANDIDATES)
    .map((endpoint) => candidate(endpoint, task, conditions));
  return { candidates };
}

/** Lower comes first. A stand-in never beats a real model that can run. */
const rank = (endpoint: Endpoint): number => {
  if (endpoint.grade === "stand-in") return 2;
  return endpoint.provider === "embedded" ? 0 : 1;
};

const compare = (a: Endpoint, b: Endpoint): number =>
  rank(a) - rank(b) || endpointKey(a).localeCompare(endpointKey(b), "en");

function candidate(endpoint: Endpoint, task: Task, conditions: readonly Condition[]): Candidate {
  const { provider, model, licence, grade } = endpoint;
  const kept = conditions.map(({ words }) => `; keeps “${words}”`).join("");
  return {
    provider,
    model,
    reason: `${whyHere(endpoint, task)}; licence ${licence}${grade === "stand-in" ? "; a simple method, not a trained model for the task" : ""}${kept}`,
  };
}

function whyHere(endpoint: Endpoint, task: Task): string {
  if (task.model !== undefined) return "Named by the plan";
  if (endpoint.grade === "stand-in") return "Stands in where nothing better can run";
  if (endpoint.provider === "embedded") return "Runs inside the Worker, as good as any for this task";
  return "Configured by this deployment";
}

/** Says which task has no expert, and what to set to get one. */
const missingExpert = (taskType: string): string =>
  `No expert for ${taskType} runs in this deployment. To get one, name an endpoint that does it under CONFIG.endpoints ` +
  `(for example a Hugging Face Inference Endpoint with "format": "hf-inference"); docs/configuration.md shows how.`;

/** Says which constraint took which models away. */
function nothingSatisfies(taskType: string, there: readonly Endpoint[], conditions: readonly Condition[]): string {
  const taken = conditions.flatMap(({ words, holds }) => {
    const lost = there.filter((endpoint) => !holds(endpoint));
    return lost.length === 0 ? [] : [`“${words}” rules out ${listModels(lost)}`];
  });
  return `Nothing that does ${taskType} here satisfies what was asked: ${taken.join("; ")}.`;
}

function listModels(endpoints: readonly Endpoint[]): string {
  const named = endpoints
    .slice(0, MAX_NAMED)
    .map((endpoint) => `${endpointKey(endpoint)} (licence ${endpoint.licence})`);
  const more = endpoints.length > MAX_NAMED ? ` and ${endpoints.length - MAX_NAMED} more` : "";
  return `${named.join(", ")}${more}`;
}
