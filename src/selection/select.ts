import type { Budget } from "../domain/budget.ts";
import type { Constraints } from "../domain/constraints.ts";
import type { Expert, ExpertPool } from "../domain/experts.ts";
import type { Plan, Task } from "../domain/plan.ts";
import type { Selection, TaskSelection } from "../domain/selection.ts";
import { createOntology, type Ontology } from "../domain/task-types/index.ts";
import { applyFilters, gatherCandidatePool, type TaskCandidatePool } from "./candidate-pool.ts";
import type { Condition, SelectionContext } from "./condition.ts";
import type { ExpertIndex } from "./expert-index.ts";
import { namedIsNotHere, namesNobodyKnows, nothingDoes, nothingSatisfies, reasonFor } from "./explain.ts";
import { isNamedByPlan, languagesOf, needsOf, taskTypeOf } from "./filters.ts";
import { bestOn, byCost, bySize, firstKeys, orderOf, type Preference, wishesIn } from "./preferences.ts";
import { compareKeys, firstOf, type RowOrder } from "./rank.ts";
import { hasAny, listRows, type RowSet } from "./rows.ts";

/** What models are selected under, besides the constraints. */
export interface Terms {
  /** What the run may spend; with a limit in money a model whose price nobody knows is no candidate. */
  readonly budget?: Pick<Budget, "usd">;
  /** A task type that it doesn't know is taken to be about language. */
  readonly ontology?: SelectionContext["ontology"];
}

export interface Selected {
  readonly selection: Selection;
  /** What a person has to know of it, one sentence each: wishes that changed nothing, names that mean nothing. */
  readonly notes: readonly string[];
  /** By task id: `TaskCast.level`. */
  readonly level: Readonly<Record<string, number>>;
}

/**
 * Casts models for every task of a plan, by rules. What breaks a condition of any of the constraints is no candidate.
 * docs/selection.md has the conditions and the order, which is total and final.
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
  const notes = [
    ...[...choices.values()].flatMap((one) => one.notes),
    ...tiedToNothing(constraints, context),
    ...namesNobodyKnows(
      constraints,
      [...candidatePools.values()].map(({ index }) => index),
      context,
    ),
  ];
  return {
    selection: Object.fromEntries(byTask.map(([id, { selection }]) => [id, selection])),
    level: Object.fromEntries(byTask.map(([id, { level }]) => [id, level])),
    notes: [...new Set(notes)],
  };
}

/** All that satisfy what a task needs and what was asked, in no order: candidates are never among others. */
export function satisfying(
  task: Task,
  pool: ExpertPool,
  constraints: readonly Constraints[],
  terms: Terms = {},
): readonly Expert[] {
  const candidatePool = gatherCandidatePool(task.type, constraints, contextOf({ tasks: [task] }, pool, terms));
  const { index, verdicts } = candidatePool;
  return listRows(applyFilters(index, conditionsOf(task, candidatePool), verdicts).left).map(index.at);
}

/** Benchmarks that were asked for of a task type that the plan doesn't have. */
const tiedToNothing = (
  constraints: readonly Constraints[],
  { ontology, taskTypes }: SelectionContext,
): readonly string[] =>
  constraints.flatMap(({ benchmark }) => {
    const type = benchmark && taskTypeOf(benchmark, ontology);
    return benchmark === undefined || type === undefined || taskTypes.includes(type)
      ? []
      : [`No task of the plan is ${type}, so that what was asked of it on ${benchmark.name} changed nothing.`];
  });

let ontologyBuiltIn: Ontology | undefined;
const builtIn = (): Ontology => {
  ontologyBuiltIn ??= createOntology();
  return ontologyBuiltIn;
};

function contextOf({ tasks }: Plan, pool: ExpertPool, { budget, ontology = builtIn() }: Terms): SelectionContext {
  const found = new Map<string, readonly string[]>();
  return {
    pool,
    ontology,
    taskTypes: [...new Set(tasks.map(({ type }) => type))],
    hasMoneyLimit: budget?.usd !== undefined,
    once: (said, find) => {
      const known = found.get(said) ?? find();
      found.set(said, known);
      return known;
    },
  };
}

/** Candidates kept for each task: the choice and its fallbacks. */
export const MAX_CANDIDATES = 5;
/** Of one model, as long as others wait: what fails at two places is likely to fail at the next. */
const MAX_PLACES_OF_A_MODEL = 2;

/** What is selected for a task. */
export interface TaskChoice {
  readonly selection: TaskSelection;
  /** How many of the first candidates are alike in all that the caller cares for: a choice among them breaks no wish. */
  readonly level: number;
  /** What a person has to know of wishes that changed nothing, one sentence each. */
  readonly notes: readonly string[];
}

/** What a task asks of its model and what was asked of all. */
export const conditionsOf = (task: Task, { asked }: TaskCandidatePool): readonly Condition[] => [
  ...needsOf(task),
  ...asked,
];

/** Casts one task, by rules. It depends on the type of the task, the model it names, and the languages that it needs. */
export function selectForTask(
  task: Task,
  candidatePool: TaskCandidatePool,
  constraints: readonly Constraints[],
  context: SelectionContext,
): TaskChoice {
  const { pool } = context;
  const { index, verdicts, healthScore } = candidatePool;
  const { at, experts } = index;
  const none = (missing: string, told: Partial<TaskSelection> = {}): TaskChoice => ({
    selection: { candidates: [], ...told, missing },
    level: 0,
    notes: [],
  });
  if (experts.length === 0) return none(nothingDoes(task.type, pool));
  const { model } = task;
  if (model !== undefined && !experts.some((expert) => isNamedByPlan(expert, model))) {
    return none(namedIsNotHere(model, task.type, index));
  }
  const conditions = conditionsOf(task, candidatePool);
  const filtered = applyFilters(index, conditions, verdicts);
  const told = conditions.length === 0 ? {} : { considered: experts.length, removed: filtered.removed };
  if (!hasAny(filtered.left)) return none(nothingSatisfies(task.type, candidatePool, conditions, filtered), told);

  const isAboutLanguage = languagesOf(task).length > 0;
  const preferences = preferencesFor(task.type, candidatePool, filtered.left, constraints, context);
  const order = orderOf(index, { isAboutLanguage, preferences, healthScore });
  const satisfying = listRows(filtered.left);
  const first = firstOf(satisfying, order, {
    count: MAX_CANDIDATES,
    ofAKind: MAX_PLACES_OF_A_MODEL,
    kindOf: (row) => at(row).facts.id,
  });
  const rows = context.hasMoneyLimit ? withCheapest(first, satisfying, index, order) : first;
  const candidates = rows.map((row) => {
    const expert = at(row);
    const { endpoint } = expert;
    const reason = reasonFor(expert, {
      task,
      decided: preferences.map(({ why }) => why(row)),
      evidence: index.evidence.get(expert.facts.id) ?? null,
      health: pool.health(endpoint),
    });
    const { provider, model, version } = endpoint;
    const prices = provider === "embedded" || expert.prices.length === 0 ? {} : { prices: expert.prices };
    return { provider, model, reason, ...(version === undefined ? {} : { version }), ...prices };
  });
  const isLevel = (row: number): boolean => compareKeys(firstKeys(index, isAboutLanguage), row, rows[0] ?? row) === 0;
  return {
    selection: { candidates, ...told },
    level: preferences.length > 0 ? 1 : rows.filter(isLevel).length,
    notes: preferences.flatMap(({ note }) => note ?? []),
  };
}

/** Where calls are paid from a budget the cheapest has the last place, so that none that could be paid is out of reach. */
function withCheapest(
  first: readonly number[],
  satisfying: readonly number[],
  { costs }: ExpertIndex,
  order: RowOrder,
): readonly number[] {
  if (first.length < MAX_CANDIDATES) return first;
  const [cheapest = 0] = firstOf(satisfying, { ...order, keys: [costs] }, { count: 1, ofAKind: 1, kindOf: String });
  const isThere = first.some((row) => (costs[row] ?? 0) <= (costs[cheapest] ?? 0));
  return isThere ? first : [...first.slice(0, -1), cheapest];
}

/** Benchmarks before sizes, and sizes before prices: of one size there are many, as of one model in several places. */
function preferencesFor(
  taskType: string,
  { index }: TaskCandidatePool,
  satisfying: RowSet,
  constraints: readonly Constraints[],
  context: SelectionContext,
): readonly Preference[] {
  const { benchmarks, sizes, wantsCheapest } = wishesIn(constraints);
  return [
    ...benchmarks.flatMap((benchmark) => bestOn(benchmark, taskType, index, satisfying, context) ?? []),
    ...sizes.map((prefer) => bySize(prefer, taskType, index, satisfying)),
    ...(wantsCheapest ? [byCost(taskType, index, satisfying)] : []),
  ];
}
