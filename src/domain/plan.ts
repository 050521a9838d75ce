import type { JsonValue } from "./json.ts";
import type { ResourceId } from "./resources.ts";

export type TaskId = number;

/** By what number people are told a task: counted from one, as people count, where ids begin with 0. */
export const numberOf = (task: TaskId): number => task + 1;

/** What an argument is bound to. A list feeds a port that takes many values (a fan-in). */
export type Binding = SingleBinding | { readonly from: "list"; readonly items: readonly SingleBinding[] };
export type SingleBinding =
  | { readonly from: "literal"; readonly value: JsonValue }
  | { readonly from: "resource"; readonly resource: ResourceId }
  | { readonly from: "task"; readonly task: TaskId; readonly output: string };

/** A node of the plan. `args` maps input port names of the task type to bindings. */
export interface Task {
  readonly id: TaskId;
  readonly type: string;
  readonly args: Readonly<Record<string, Binding>>;
  /** `provider:model`, when the caller insists on one. */
  readonly model?: string;
}

/** A directed acyclic graph of tasks; its edges are the `task` bindings. */
export interface Plan {
  readonly tasks: readonly Task[];
}

/** More is refused before anything runs: each task costs events, an attempt and a model call. */
export const MAX_PLAN_TASKS = 256;

export const singles = (binding: Binding): readonly SingleBinding[] =>
  binding.from === "list" ? binding.items : [binding];

const dependenciesOf = new WeakMap<Task, readonly TaskId[]>();

/** The tasks that must end before `task` can start, each once, in the order of its arguments. */
export function dependencies(task: Task): readonly TaskId[] {
  const known = dependenciesOf.get(task);
  if (known) return known;
  const ids = new Set<TaskId>();
  for (const binding of Object.values(task.args)) {
    for (const single of singles(binding)) if (single.from === "task") ids.add(single.task);
  }
  const found = [...ids];
  dependenciesOf.set(task, found);
  return found;
}

/** The resources that a task takes by itself and not from another, as often as it takes them. */
export const resourcesOf = ({ args }: Task): readonly ResourceId[] =>
  Object.values(args)
    .flatMap(singles)
    .flatMap((single) => (single.from === "resource" ? [single.resource] : []));

/** Task ids with every task after what it depends on, or `null` when the plan has a cycle. */
export function topologicalOrder(plan: Plan): readonly TaskId[] | null {
  const waitsFor = new Map(plan.tasks.map((task) => [task.id, new Set(dependencies(task))]));
  const dependents = dependentsOf(plan);
  const ready = plan.tasks.filter((task) => waitsFor.get(task.id)?.size === 0).map((task) => task.id);
  for (let next = 0; next < ready.length; next++) {
    const done = ready[next] as TaskId;
    for (const dependent of dependents.get(done) ?? []) {
      const open = waitsFor.get(dependent);
      if (open?.delete(done) && open.size === 0) ready.push(dependent);
    }
  }
  return ready.length === plan.tasks.length ? ready : null;
}

/** For each task, the tasks that take something from it. */
export function dependentsOf(plan: Plan): ReadonlyMap<TaskId, readonly TaskId[]> {
  const dependents = new Map<TaskId, TaskId[]>(plan.tasks.map((task) => [task.id, []]));
  for (const task of plan.tasks) for (const id of dependencies(task)) dependents.get(id)?.push(task.id);
  return dependents;
}

/**
 * How many tasks lie on the longest path that starts at each task. Running the largest first keeps
 * the critical path moving (list scheduling by level: Hu 1961).
 */
export function pathLengths(plan: Plan): ReadonlyMap<TaskId, number> {
  const dependents = dependentsOf(plan);
  const lengths = new Map<TaskId, number>();
  for (const id of [...(topologicalOrder(plan) ?? [])].reverse()) {
    lengths.set(id, 1 + Math.max(0, ...(dependents.get(id) ?? []).map((next) => lengths.get(next) ?? 0)));
  }
  return lengths;
}

/** The tasks nothing else takes from: what the plan is for. */
export function goals(plan: Plan): readonly Task[] {
  const dependents = dependentsOf(plan);
  return plan.tasks.filter((task) => dependents.get(task.id)?.length === 0);
}

/** Something to say of how a request was planned; `leftOut` is a part of it for which nothing is done. */
export type PlanNote = string | { readonly leftOut: string };

export const noteInWords = (note: PlanNote): string => (typeof note === "string" ? note : `Left out: ${note.leftOut}`);
