import type { Constraints } from "../domain/constraints.ts";
import type { Cast, Expert } from "../domain/experts.ts";
import type { Plan, Task } from "../domain/plan.ts";
import type { Selection, TaskSelection } from "../domain/selection.ts";
import { createOntology, type Ontology } from "../domain/task-types/index.ts";
import { bestOn } from "./benchmark/best.ts";
import { taskTypeOf } from "./benchmark/tied.ts";
import type { Condition, Scene } from "./condition.ts";
import { conditionsFor } from "./conditions.ts";
import { namedIsNotHere, nothingDoes, nothingSatisfies } from "./missing.ts";
import { needsOf } from "./needs.ts";
import { orderOf } from "./order.ts";
import { type Preference, wishesIn } from "./preference.ts";
import { firstOf } from "./rank.ts";
import { reasonFor } from "./reasons.ts";
import { rosterOf } from "./roster.ts";
import { sift } from "./sift.ts";
import { bySize } from "./size.ts";
import { keyOf } from "./words.ts";

/** Candidates kept for each task: the choice and its fallbacks. */
export const MAX_CANDIDATES = 5;

/**
 * Casts models for every task of a plan, by rules. What breaks a condition of any of the constraints is no candidate.
 * docs/selection.md has the conditions and the order, which is total and final. A task type that `ontology` doesn't
 * know is taken to be about language.
 */
export const selectModels = (
  plan: Plan,
  cast: Cast,
  constraints: readonly Constraints[],
  ontology: Scene["ontology"] = builtIn(),
): Selection =>
  Object.fromEntries(
    castAll(plan, constraints, sceneOf(plan, cast, ontology)).map(({ id, selection }) => [id, selection]),
  );

/** What a person has to know of wishes that changed nothing, one sentence each, as nothing is ignored in silence. */
export function selectionNotes(
  plan: Plan,
  cast: Cast,
  constraints: readonly Constraints[],
  ontology: Scene["ontology"] = builtIn(),
): readonly string[] {
  const { benchmarks, sizes } = wishesIn(constraints);
  const scene = sceneOf(plan, cast, ontology);
  const ofTasks = benchmarks.length + sizes.length === 0 ? [] : castAll(plan, constraints, scene);
  return [...new Set([...ofTasks.flatMap(({ notes }) => notes), ...tiedToNothing(constraints, scene)])];
}

/** Benchmarks that were asked for of a task type that the plan doesn't have. */
const tiedToNothing = (constraints: readonly Constraints[], { ontology, taskTypes }: Scene): readonly string[] =>
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

const sceneOf = ({ tasks }: Plan, cast: Cast, ontology: Scene["ontology"]): Scene => ({
  cast,
  ontology,
  taskTypes: [...new Set(tasks.map(({ type }) => type))],
});

interface CastTask {
  readonly id: Task["id"];
  readonly selection: TaskSelection;
  readonly notes: readonly string[];
}

function castAll({ tasks }: Plan, constraints: readonly Constraints[], scene: Scene): readonly CastTask[] {
  const asked = new Map(scene.taskTypes.map((type) => [type, conditionsFor(type, constraints, scene)]));
  return tasks.map((task) => castTask(task, asked.get(task.type) ?? [], constraints, scene));
}

function castTask(
  task: Task,
  asked: readonly Condition[],
  constraints: readonly Constraints[],
  scene: Scene,
): CastTask {
  const { cast } = scene;
  const roster = rosterOf(cast.experts(task.type));
  const { experts } = roster;
  const none = (missing: string, told: Partial<TaskSelection> = {}): CastTask => ({
    id: task.id,
    selection: { candidates: [], ...told, missing },
    notes: [],
  });
  if (experts.length === 0) return none(nothingDoes(task.type, cast));
  if (task.model !== undefined && !experts.some((expert) => keyOf(expert) === task.model)) {
    return none(namedIsNotHere(task.model, task.type, experts));
  }
  const conditions = [...needsOf(task), ...asked];
  const sifted = sift(experts, conditions);
  const told = conditions.length === 0 ? {} : { considered: experts.length, removed: sifted.removed };
  if (sifted.left.length === 0) return none(nothingSatisfies(task.type, experts, conditions, sifted), told);

  const at = (rows: readonly number[]): readonly Expert[] => rows.flatMap((row) => experts[row] ?? []);
  const preferences = preferencesFor(task.type, () => at(sifted.left), constraints, scene);
  const candidates = at(firstOf(sifted.left, orderOf(roster, task, preferences, cast), MAX_CANDIDATES)).map(
    (expert) => ({
      provider: expert.endpoint.provider,
      model: expert.endpoint.model,
      reason: reasonFor(expert, {
        task,
        decided: preferences.map(({ why }) => why(expert)),
        evidence: roster.evidence.get(expert.facts.id) ?? null,
        health: cast.health(expert.endpoint),
      }),
    }),
  );
  return { id: task.id, selection: { candidates, ...told }, notes: preferences.flatMap(({ note }) => note ?? []) };
}

/** Benchmarks before sizes. */
function preferencesFor(
  taskType: string,
  satisfying: () => readonly Expert[],
  constraints: readonly Constraints[],
  scene: Scene,
): readonly Preference[] {
  const { benchmarks, sizes } = wishesIn(constraints);
  if (benchmarks.length + sizes.length === 0) return [];
  const among = satisfying();
  return [
    ...benchmarks.flatMap((benchmark) => bestOn(benchmark, taskType, among, scene) ?? []),
    ...sizes.map((prefer) => bySize(prefer, taskType, among)),
  ];
}
