import type { Budget } from "../domain/budget.ts";
import type { Constraints } from "../domain/constraints.ts";
import type { Expert, ExpertPool } from "../domain/experts.ts";
import type { Plan, Task } from "../domain/plan.ts";
import type { Candidate, Selection, TaskSelection } from "../domain/selection.ts";
import { createOntology, type Ontology } from "../domain/task-types/index.ts";
import { applyFilters } from "./apply-filters.ts";
import type { Condition, SelectionContext } from "./condition.ts";
import { type ExpertIndex, expertIndexOf } from "./expert-index.ts";
import { namedIsNotHere, nothingDoes, nothingSatisfies, reasonFor, unknownNames } from "./explain.ts";
import { conditionsFor, isNamedByPlan, languagesOf, needsOf, taskTypeOf } from "./filters.ts";
import { firstKeys, orderOf, preferencesFor } from "./preferences.ts";
import { compareKeys, firstOf, healthScore, type RankKey, type RatedExpert } from "./rank.ts";

/** Candidates kept for each task: the first choice and its fallbacks. */
export const MAX_CANDIDATES = 5;
/** Endpoints of one model among the candidates, as long as there are others: what fails at two is likely to fail at a third. */
const MAX_ENDPOINTS_OF_A_MODEL = 2;

/** What models are selected under, besides the constraints. */
export interface Terms {
  /** What the run may spend. With a limit in money, a model whose price is not known is no candidate. */
  readonly budget?: Pick<Budget, "usd">;
  /** The built-in one where it is left out. A task type that is not in it counts as one about language. */
  readonly ontology?: SelectionContext["ontology"];
}

export interface Selected {
  readonly selection: Selection;
  /** What the caller has to know of it, one sentence each: preferences without effect, names that mean nothing. */
  readonly notes: readonly string[];
  /** By task id: how many of the first candidates are level, see `TaskChoice`. */
  readonly level: Readonly<Record<string, number>>;
}

/**
 * Selects the candidates for every task of a plan, by rules: experts that break a condition are removed, the others
 * ranked. docs/selection.md has the conditions and the order, which is total: equal inputs give equal candidates.
 */
export function selectModels(
  plan: Plan,
  pool: ExpertPool,
  constraints: readonly Constraints[],
  terms: Terms = {},
): Selected {
  const context = contextOf(plan, pool, terms);
  const candidatePools = new Map(
    context.taskTypes.map((type) => [type, gatherCandidatePool(type, constraints, context)]),
  );
  const choices = new Map<string, TaskChoice>();
  const chooseOnce = (task: Task): TaskChoice => {
    const needs = JSON.stringify([task.type, task.model, languagesOf(task)]);
    const candidatePool = candidatePools.get(task.type) ?? gatherCandidatePool(task.type, constraints, context);
    const known = choices.get(needs) ?? selectForTask(task, candidatePool, constraints, context);
    choices.set(needs, known);
    return known;
  };
  const byTask = plan.tasks.map((task) => [task.id, chooseOnce(task)] as const);
  const experts = [...candidatePools.values()].flatMap(({ index }) => index.experts);
  const notes = [
    ...[...choices.values()].flatMap((one) => one.notes),
    ...benchmarksWithoutTask(constraints, context),
    ...unknownNames(constraints, experts, context),
  ];
  return {
    selection: Object.fromEntries(byTask.map(([id, { selection }]) => [id, selection])),
    level: Object.fromEntries(byTask.map(([id, { level }]) => [id, level])),
    notes: [...new Set(notes)],
  };
}

/** What is the same for all tasks of one type in one selection: a plan may have hundreds of them. */
interface TaskCandidatePool {
  readonly index: ExpertIndex;
  /** Set by the constraints. */
  readonly conditions: readonly Condition[];
}

export const gatherCandidatePool = (
  taskType: string,
  constraints: readonly Constraints[],
  context: SelectionContext,
): TaskCandidatePool => ({
  index: expertIndexOf(context.pool.experts(taskType)),
  conditions: conditionsFor(taskType, constraints, context),
});

let ontologyBuiltIn: Ontology | undefined;
const builtIn = (): Ontology => {
  ontologyBuiltIn ??= createOntology();
  return ontologyBuiltIn;
};

export function contextOf(
  { tasks }: Plan,
  pool: ExpertPool,
  { budget, ontology = builtIn() }: Terms,
): SelectionContext {
  const found = new Map<string, readonly string[]>();
  return {
    pool,
    ontology,
    taskTypes: [...new Set(tasks.map(({ type }) => type))],
    hasMoneyLimit: budget?.usd !== undefined,
    once: (key, find) => {
      const known = found.get(key) ?? find();
      found.set(key, known);
      return known;
    },
  };
}

/** What a task type does: "Summarize a text". */
const descriptionOf = (taskType: string, { ontology }: SelectionContext): string =>
  ontology.get(taskType)?.description ?? `do ${taskType}`;

/** A sentence for each benchmark that a constraint ties to a task type that the plan does not have. */
const benchmarksWithoutTask = (
  constraints: readonly Constraints[],
  { ontology, taskTypes }: SelectionContext,
): readonly string[] =>
  constraints.flatMap(({ benchmark }) => {
    const type = benchmark && taskTypeOf(benchmark, ontology);
    return benchmark === undefined || type === undefined || taskTypes.includes(type)
      ? []
      : [`No task of the plan is ${type}, so that what was asked of it on ${benchmark.name} changed nothing.`];
  });

/** The candidates for one task. */
interface TaskChoice {
  readonly selection: TaskSelection;
  /** How many of the first candidates differ in nothing that the caller asked for, so that a language model may choose. */
  readonly level: number;
  /** As `Selected.notes`. */
  readonly notes: readonly string[];
}

/** Depends on nothing of the task but its type, the model it names and the languages it needs. */
function selectForTask(
  task: Task,
  candidatePool: TaskCandidatePool,
  constraints: readonly Constraints[],
  context: SelectionContext,
): TaskChoice {
  const { index } = candidatePool;
  const { experts } = index;
  const none = (missing: string, shown: Partial<TaskSelection> = {}): TaskChoice => ({
    selection: { candidates: [], ...shown, missing },
    level: 0,
    notes: [],
  });
  if (experts.length === 0) return none(nothingDoes(descriptionOf(task.type, context), task.type, context.pool));
  const { model } = task;
  if (model !== undefined && !experts.some((expert) => isNamedByPlan(expert, model))) {
    return none(namedIsNotHere(model, task.type, experts));
  }
  const conditions = [...needsOf(task), ...candidatePool.conditions];
  const filtered = applyFilters(experts, conditions);
  const shown = conditions.length === 0 ? {} : { considered: experts.length, removed: filtered.removed };
  const { left } = filtered;
  if (left.length === 0) return none(nothingSatisfies(task.type, experts, conditions, filtered), shown);

  const { health } = context.pool;
  const isAboutLanguage = languagesOf(task).length > 0;
  const preferences = preferencesFor(task.type, index, left, constraints, context);
  const scores = new Map(left.map((one) => [one, one.standing + healthScore(health(one.endpoint))]));
  const order = orderOf({ isAboutLanguage, preferences, scoreOf: (one) => scores.get(one) ?? 0 });
  const first = firstOf(left, order, { count: MAX_CANDIDATES, ofAModel: MAX_ENDPOINTS_OF_A_MODEL });
  const chosen = context.hasMoneyLimit ? withCheapest(first, left, order) : first;
  const candidates = chosen.map((expert) =>
    candidateOf(
      expert,
      reasonFor(expert, {
        task,
        preferences: preferences.map(({ why }) => why(expert)),
        health: health(expert.endpoint),
      }),
    ),
  );
  const keys = firstKeys(isAboutLanguage);
  const isLevel = (expert: RatedExpert): boolean => compareKeys(keys, expert, chosen[0] ?? expert) === 0;
  return {
    selection: { candidates, ...shown },
    level: preferences.length > 0 ? 1 : chosen.filter(isLevel).length,
    notes: preferences.flatMap(({ note }) => note ?? []),
  };
}

function candidateOf({ endpoint, prices, defaults }: Expert, reason: string): Candidate {
  const { provider, model, version } = endpoint;
  return {
    provider,
    model,
    reason,
    ...(version === undefined ? {} : { version }),
    ...(provider === "embedded" || prices.length === 0 ? {} : { prices }),
    ...(defaults ? { defaults } : {}),
  };
}

/** Gives the last place to the cheapest model, so that a budget that pays for any model pays for a candidate. */
function withCheapest(
  first: readonly RatedExpert[],
  left: readonly RatedExpert[],
  order: readonly RankKey[],
): readonly RatedExpert[] {
  if (first.length < MAX_CANDIDATES) return first;
  const [cheapest] = firstOf(left, [({ cost }) => cost, ...order.slice(-1)], { count: 1, ofAModel: 1 });
  if (cheapest === undefined || first.some(({ cost }) => cost <= cheapest.cost)) return first;
  return [...first.slice(0, -1), cheapest];
}
