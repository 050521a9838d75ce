import type { Budget } from "../domain/budget.ts";
import type { Constraints } from "../domain/constraints.ts";
import type { Expert, ExpertPool } from "../domain/experts.ts";
import type { Plan, Task } from "../domain/plan.ts";
import type { Selection } from "../domain/selection.ts";
import { createOntology, type Ontology } from "../domain/task-types/index.ts";
import { applyFilters } from "./apply-filters.ts";
import { taskTypeOf } from "./benchmark/tied.ts";
import { gatherCandidatePool } from "./candidate-pool.ts";
import type { SelectionContext } from "./condition.ts";
import { languagesOf } from "./needs.ts";
import { listRows } from "./rows.ts";
import { conditionsOf, selectForTask, type TaskChoice } from "./select-task.ts";
import { namesNobodyKnows } from "./unknown-names.ts";

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
  cast: ExpertPool,
  constraints: readonly Constraints[],
  terms: Terms = {},
): Selected {
  const scene = sceneOf(plan, cast, terms);
  const troupes = new Map(scene.taskTypes.map((type) => [type, gatherCandidatePool(type, constraints, scene)]));
  const casts = new Map<string, TaskChoice>();
  const castOnce = (task: Task): TaskChoice => {
    const needs = JSON.stringify([task.type, task.model, languagesOf(task)]);
    const troupe = troupes.get(task.type) ?? gatherCandidatePool(task.type, constraints, scene);
    const known = casts.get(needs) ?? selectForTask(task, troupe, constraints, scene);
    casts.set(needs, known);
    return known;
  };
  const byTask = plan.tasks.map((task) => [task.id, castOnce(task)] as const);
  const notes = [
    ...[...casts.values()].flatMap((one) => one.notes),
    ...tiedToNothing(constraints, scene),
    ...namesNobodyKnows(
      constraints,
      [...troupes.values()].map(({ roster }) => roster),
      scene,
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
  cast: ExpertPool,
  constraints: readonly Constraints[],
  terms: Terms = {},
): readonly Expert[] {
  const troupe = gatherCandidatePool(task.type, constraints, sceneOf({ tasks: [task] }, cast, terms));
  const { roster, verdicts } = troupe;
  return listRows(applyFilters(roster, conditionsOf(task, troupe), verdicts).left).map(roster.at);
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

function sceneOf({ tasks }: Plan, cast: ExpertPool, { budget, ontology = builtIn() }: Terms): SelectionContext {
  const found = new Map<string, readonly string[]>();
  return {
    cast,
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
