import { fitsAny, type Kind } from "../../../domain/kinds.ts";
import type { Binding, Plan, SingleBinding, Task, TaskId } from "../../../domain/plan.ts";
import type { Resource } from "../../../domain/resources.ts";
import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import type { Meaning, WrittenArgument } from "../../wire/meanings.ts";
import { literalFits } from "../literals.ts";
import { Ancestry } from "./ancestry.ts";

/** A task on its way to soundness. Its place in the draft is the order of mention. */
export interface DraftTask {
  readonly id: TaskId;
  /** The name of its task type as it was written. */
  readonly written: string;
  /** `null` when no task type is meant by it: such a task cannot stay. */
  type: TaskType | null;
  readonly args: readonly WrittenArgument[];
  /** The tasks it was said to wait for. */
  readonly waitsFor: readonly TaskId[];
  readonly model: string | undefined;
  /** What each input is bound to so far: always something that exists and fits. */
  readonly bound: Map<string, readonly SingleBinding[]>;
}

/** What a value flows from. A literal flows from nowhere. */
export type BindingSource = Exclude<SingleBinding, { readonly from: "literal" }>;

/**
 * A plan under repair. It is acyclic and well-kinded at every moment; what is not yet bound is what is left to do.
 * Questions about it are answered here, decisions are made elsewhere.
 */
export class Draft {
  readonly resources: ReadonlyMap<string, Resource>;
  #tasks: DraftTask[];
  readonly #byId: Map<TaskId, DraftTask>;
  /** `null` when something was taken away since it was made. */
  #ancestry: Ancestry | null = new Ancestry();

  constructor(tasks: readonly DraftTask[], resources: readonly Resource[]) {
    this.#tasks = [...tasks];
    this.#byId = new Map(tasks.map((task) => [task.id, task]));
    this.resources = new Map(resources.map((resource) => [resource.id, resource]));
  }

  get tasks(): readonly DraftTask[] {
    return this.#tasks;
  }

  task(id: TaskId): DraftTask | undefined {
    return this.#byId.get(id);
  }

  newId(): TaskId {
    let id = this.#tasks.length;
    while (this.#byId.has(id)) id++;
    return id;
  }

  /** Puts a task before another, or at the end. */
  insert(task: DraftTask, before: TaskId | null): void {
    const place = before === null ? -1 : this.#tasks.findIndex((other) => other.id === before);
    this.#tasks.splice(place < 0 ? this.#tasks.length : place, 0, task);
    this.#byId.set(task.id, task);
  }

  /** Adds a value that fits to an input; one that takes a single value keeps its first. */
  bind(task: DraftTask, port: Port, single: SingleBinding): boolean {
    const known = task.bound.get(port.name) ?? [];
    if (known.length > 0 && !port.many) return false;
    task.bound.set(port.name, [...known, single]);
    if (single.from === "task") this.#ancestry?.link(single.task, task.id);
    return true;
  }

  /** Takes a task out; whatever took from it takes what `instead` gives, or nothing. */
  replace(id: TaskId, instead: (single: SingleBinding) => SingleBinding | null): void {
    for (const dependent of this.dependents(id)) {
      for (const [port, singles] of dependent.bound) {
        const left = singles.flatMap((single) =>
          single.from === "task" && single.task === id ? (instead(single) ?? []) : [single],
        );
        if (left.length === 0) dependent.bound.delete(port);
        else dependent.bound.set(port, left);
      }
    }
    this.#tasks = this.#tasks.filter((task) => task.id !== id);
    this.#byId.delete(id);
    this.#ancestry = null;
  }

  /** The tasks that take something from this one. */
  dependents(id: TaskId): readonly DraftTask[] {
    return this.#tasks.filter((task) => producersOf(task).includes(id));
  }

  /** True when `consumer` may take from `producer` without waiting for itself. */
  mayTake(consumer: TaskId, producer: TaskId): boolean {
    return consumer !== producer && !this.#order().isBefore(consumer, producer);
  }

  #order(): Ancestry {
    if (this.#ancestry) return this.#ancestry;
    const ancestry = new Ancestry();
    for (const task of this.#tasks) for (const producer of producersOf(task)) ancestry.link(producer, task.id);
    this.#ancestry = ancestry;
    return ancestry;
  }

  /** How many tasks must end before this one. */
  ancestorsOf(id: TaskId): number {
    return this.#order().countBefore(id);
  }

  /** What a task is made from, directly or not, the nearest first. */
  sourcesOf(id: TaskId): readonly BindingSource[] {
    const found: BindingSource[] = [];
    const seen = new Set<string>();
    const open: TaskId[] = [id];
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      for (const single of boundSingles(this.task(next))) {
        if (single.from === "literal") continue;
        const key = single.from === "task" ? `${single.task}.${single.output}` : single.resource;
        if (seen.has(key)) continue;
        seen.add(key);
        found.push(single);
        if (single.from === "task") open.push(single.task);
      }
    }
    return found;
  }

  /** The tasks that work on a resource, directly or on something made from it, in order of mention. */
  workingOn(resource: string): readonly DraftTask[] {
    const direct = new Set(
      this.#tasks.filter((task) =>
        boundSingles(task).some((single) => single.from === "resource" && single.resource === resource),
      ),
    );
    const isMadeFrom = this.#order().anyBefore([...direct].map(({ id }) => id));
    return this.#tasks.filter((task) => direct.has(task) || isMadeFrom(task.id));
  }

  /** The kind of what flows from a source. */
  kindOf(source: BindingSource): Kind | null {
    if (source.from === "resource") return this.resources.get(source.resource)?.kind ?? null;
    const output = this.task(source.task)?.type?.outputs.find((port) => port.name === source.output);
    return output?.kinds[0] ?? null;
  }

  /** A source, where it fits the port and the consumer may take it. */
  allows(consumer: TaskId, port: Port, source: BindingSource): boolean {
    const kind = this.kindOf(source);
    if (kind === null || !fitsAny(kind, port.kinds)) return false;
    return source.from === "resource" || this.mayTake(consumer, source.task);
  }

  /** The output of a task that fits a port: the one named, else the first. */
  outputFor(consumer: TaskId, port: Port, producer: TaskId, named: string | null = null): BindingSource | null {
    const outputs = this.task(producer)?.type?.outputs ?? [];
    const ordered = [...outputs].sort((a, b) => Number(b.name === named) - Number(a.name === named));
    const sources = ordered.map((output): BindingSource => ({ from: "task", task: producer, output: output.name }));
    return sources.find((source) => this.allows(consumer, port, source)) ?? null;
  }

  /** What a meaning binds a port to, when it fits just as it was meant. */
  fit(consumer: TaskId, port: Port, meaning: Meaning): SingleBinding | null {
    switch (meaning.is) {
      case "task":
        return this.outputFor(consumer, port, meaning.task, meaning.output);
      case "resource": {
        const fitting = meaning.resources.find((resource) => fitsAny(resource.kind, port.kinds));
        return fitting ? { from: "resource", resource: fitting.id } : null;
      }
      case "literal":
        return fitLiteral(meaning.value, port);
      case "missing-file":
        // A text may look like the name of a file, and may be one that nobody gave.
        return null;
      case "slot":
        return null;
    }
  }

  /** The draft as a plan. */
  plan(): Plan {
    return { tasks: this.#tasks.flatMap((task) => (task.type ? [planTask(task, task.type)] : [])) };
  }
}

function fitLiteral(value: Extract<SingleBinding, { from: "literal" }>["value"], port: Port): SingleBinding | null {
  if (literalFits(value, port.kinds)) return { from: "literal", value };
  const isWritable = typeof value === "number" || typeof value === "boolean";
  return isWritable && literalFits(String(value), port.kinds) ? { from: "literal", value: String(value) } : null;
}

export const boundSingles = (task: DraftTask | undefined): readonly SingleBinding[] =>
  task ? [...task.bound.values()].flat() : [];

/** The tasks that a task takes from, each once. */
export const producersOf = (task: DraftTask): readonly TaskId[] => [
  ...new Set(boundSingles(task).flatMap((single) => (single.from === "task" ? [single.task] : []))),
];

/** The tasks that a task's arguments were written to mean, whether or not they are there. */
export const referencesOf = ({ args }: DraftTask): readonly TaskId[] =>
  args.flatMap(({ meanings }) => meanings.flatMap((meaning) => (meaning.is === "task" ? [meaning.task] : [])));

function planTask(task: DraftTask, type: TaskType): Task {
  const args = type.inputs.flatMap((port): (readonly [string, Binding])[] => {
    const singles = task.bound.get(port.name) ?? [];
    const [only] = singles;
    if (!only) return [];
    return [[port.name, port.many ? { from: "list", items: singles } : only]];
  });
  return {
    id: task.id,
    type: type.name,
    args: Object.fromEntries(args),
    ...(task.model === undefined ? {} : { model: task.model }),
  };
}

/** True when both mean the very same value. */
export function isSame(a: SingleBinding, b: SingleBinding): boolean {
  if (a.from === "task") return b.from === "task" && a.task === b.task && a.output === b.output;
  if (a.from === "resource") return b.from === "resource" && a.resource === b.resource;
  return b.from === "literal" && JSON.stringify(a.value) === JSON.stringify(b.value);
}
