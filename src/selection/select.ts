import type { Budget } from "../domain/budget.ts";
import type { Constraints } from "../domain/constraints.ts";
import type { Expert, ExpertPool } from "../domain/experts.ts";
import type { Plan, Task } from "../domain/plan.ts";
import type { Candidate, Selection, TaskSelection } from "../domain/selection.ts";
import { createOntology, type Ontology } from "../domain/task-types/index.ts";
import { applyFilters, conditionsOf, gatherCandidatePool, type TaskCandidatePool } from "./candidate-pool.ts";
import type { SelectionContext } from "./condition.ts";
import type { ExpertIndex } from "./expert-index.ts";
import { namedIsNotHere, nothingDoes, nothingSatisfies, reasonFor, unknownNames } from "./explain.ts";
import { isNamedByPlan, languagesOf, taskTypeOf } from "./filters.ts";
import { firstKeys, orderOf, preferencesFor } from "./preferences.ts";
import { compareKeys, firstOf, type RowOrder } from "./rank.ts";

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
  const indexes = [...candidatePools.values()].map(({ index }) => index);
  const notes = [
    ...[...choices.values()].flatMap((one) => one.notes),
    ...benchmarksWithoutTask(constraints, context),
    ...unknownNames(constraints, indexes, context),
  ];
  return {
    selection: Object.fromEntries(byTask.map(([id, { selection }]) => [id, selection])),
    level: Object.fromEntries(byTask.map(([id, { level }]) => [id, level])),
    notes: [...new Set(notes)],
  };
}

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
  const { at, experts } = index;
  const none = (missing: string, shown: Partial<TaskSelection> = {}): TaskChoice => ({
    selection: { candidates: [], ...shown, missing },
    level: 0,
    notes: [],
  });
  if (experts.length === 0) return none(nothingDoes(task.type, context.pool));
  const { model } = task;
  if (model !== undefined && !experts.some((expert) => isNamedByPlan(expert, model))) {
    return none(namedIsNotHere(model, task.type, index));
  }
  const conditions = conditionsOf(task, candidatePool);
  const filtered = applyFilters(candidatePool, conditions);
  const shown = conditions.length === 0 ? {} : { considered: experts.length, removed: filtered.removed };
  const { left } = filtered;
  if (left.length === 0) return none(nothingSatisfies(task.type, candidatePool, conditions, filtered), shown);

  const isAboutLanguage = languagesOf(task).length > 0;
  const preferences = preferencesFor(task.type, index, left, constraints, context);
  const order = orderOf(index, { isAboutLanguage, preferences, scores: candidatePool.scores() });
  const first = firstOf(left, order, {
    count: MAX_CANDIDATES,
    ofAKind: MAX_ENDPOINTS_OF_A_MODEL,
    kindOf: (row) => at(row).facts.id,
  });
  const rows = context.hasMoneyLimit ? withCheapest(first, left, index, order) : first;
  const candidates = rows.map((row) => {
    const expert = at(row);
    const reason = reasonFor(expert, {
      task,
      preferences: preferences.map(({ why }) => why(row)),
      evidence: index.evidence.get(expert.facts.id) ?? null,
      health: context.pool.health(expert.endpoint),
    });
    return candidateOf(expert, reason);
  });
  const isLevel = (row: number): boolean => compareKeys(firstKeys(index, isAboutLanguage), row, rows[0] ?? row) === 0;
  return {
    selection: { candidates, ...shown },
    level: preferences.length > 0 ? 1 : rows.filter(isLevel).length,
    notes: preferences.flatMap(({ note }) => note ?? []),
  };
}

function candidateOf({ endpoint, prices }: Expert, reason: string): Candidate {
  const { provider, model, version } = endpoint;
  return {
    provider,
    model,
    reason,
    ...(version === undefined ? {} : { version }),
    ...(provider === "embedded" || prices.length === 0 ? {} : { prices }),
  };
}

/** Gives the last place to the cheapest model, so that a budget that pays for any model pays for a candidate. */
function withCheapest(
  first: readonly number[],
  left: readonly number[],
  { costs }: ExpertIndex,
  order: RowOrder,
): readonly number[] {
  if (first.length < MAX_CANDIDATES) return first;
  const [cheapest = 0] = firstOf(left, { ...order, keys: [costs] }, { count: 1, ofAKind: 1, kindOf: String });
  const isThere = first.some((row) => (costs[row] ?? 0) <= (costs[cheapest] ?? 0));
  return isThere ? first : [...first.slice(0, -1), cheapest];
}
