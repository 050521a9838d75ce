import type { JsonValue } from "../../../src/domain/json.ts";
import type { Kind } from "../../../src/domain/kinds.ts";
import type { WorkStatus } from "../../../src/domain/run/state.ts";
import { readSources, type Source } from "../../values/references.ts";

/** As much of a task as the graph shows: tasks of a run, of a plan and of an edit all have it. */
export interface GraphTask {
  readonly id: number;
  readonly task: string;
  readonly dep: readonly number[];
  readonly args: { readonly [port: string]: JsonValue };
  readonly model?: string;
  readonly status?: WorkStatus;
  readonly candidates?: readonly { readonly provider: string; readonly model: string }[];
  readonly reused?: { readonly model: string };
  readonly attempts?: readonly { readonly model: string; readonly startedAt: string }[];
  readonly progress?: { readonly note: string; readonly fraction?: number };
}

/** A task with what it does, in words. */
export interface TitledTask extends GraphTask {
  readonly title: string;
}

/** As much of a task type as says what flows. */
export interface PortsOfType {
  readonly name: string;
  readonly inputs: readonly { readonly name: string; readonly kinds: readonly Kind[] }[];
  readonly outputs: readonly { readonly name: string; readonly kinds: readonly Kind[] }[];
}

export interface EdgeView {
  readonly from: number;
  readonly to: number;
  /** What flows: ports with their kinds; empty where only an order is known. */
  readonly label: string;
}

export interface GraphNode {
  readonly id: number;
  /** Whether it takes something that no task makes. */
  readonly hasFiles: boolean;
}

/** A plan as a picture needs it: what changes only when the plan does. Nodes come after what they depend on. */
export interface Structure {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly EdgeView[];
}

type FileSource = Extract<Source, { readonly from: "file" | "address" }>;

/** The files and addresses that a task takes, each once. */
export function filesOf(task: GraphTask): readonly FileSource[] {
  const found = new Map<string, FileSource>();
  for (const source of Object.values(task.args).flatMap(readSources)) {
    if (source.from === "file") found.set(source.id, source);
    if (source.from === "address") found.set(source.url, source);
  }
  return [...found.values()];
}

/** The tasks that a task takes from, each once: what its arguments say, and what it says itself. */
export function dependenciesOf(task: GraphTask): readonly number[] {
  const named = Object.values(task.args)
    .flatMap(readSources)
    .flatMap((source) => (source.from === "task" ? [source.task] : []));
  return [...new Set([...named, ...task.dep])].filter((id) => id >= 0 && id !== task.id);
}

/** Tasks with every one after what it depends on; those of a circle, which an edit may have, come last. */
export function inOrder<Task extends GraphTask>(tasks: readonly Task[]): readonly Task[] {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const needs = new Map(tasks.map((task) => [task.id, dependenciesOf(task).filter((id) => known.has(id))]));
  const placed = new Set<number>();
  const order: Task[] = [];
  let left = [...known.values()];
  while (left.length > 0) {
    const isFree = ({ id }: Task): boolean => (needs.get(id) ?? []).every((need) => placed.has(need));
    const free = left.filter(isFree);
    const next = free.length > 0 ? free : left;
    for (const task of next) placed.add(task.id);
    order.push(...next);
    left = left.filter(({ id }) => !placed.has(id));
  }
  return order;
}

export function structureOf(tasks: readonly GraphTask[], types: ReadonlyMap<string, PortsOfType>): Structure {
  const ordered = inOrder(tasks);
  const known = new Map(ordered.map((task) => [task.id, task]));
  const edges = ordered.flatMap((task) =>
    dependenciesOf(task).flatMap((id) => {
      const source = known.get(id);
      return source ? [{ from: id, to: task.id, label: labelOf(source, task, types) }] : [];
    }),
  );
  return { nodes: ordered.map((task) => ({ id: task.id, hasFiles: filesOf(task).length > 0 })), edges };
}

/** What flows from one task into another: "image/canny", "context: text, question: text". */
function labelOf(source: GraphTask, target: GraphTask, types: ReadonlyMap<string, PortsOfType>): string {
  const flows = Object.entries(target.args).flatMap(([port, argument]) =>
    readSources(argument).flatMap((one) =>
      one.from === "task" && one.task === source.id
        ? [flowWords(port, kindOf(one.output, port, types.get(source.task), types.get(target.task)))]
        : [],
    ),
  );
  return [...new Set(flows)].join(", ");
}

/** A port and the kind of what it gets, where the name does not say it already. */
function flowWords(port: string, kind: Kind | null): string {
  if (kind === null || kind === port) return port;
  return kind.startsWith(`${port}/`) ? kind : `${port}: ${kind}`;
}

/** What an output is: the one that is named, else the first that fits the port, as the planner reads a plan. */
function kindOf(
  output: string | null,
  port: string,
  source: PortsOfType | undefined,
  target: PortsOfType | undefined,
): Kind | null {
  const wanted = target?.inputs.find(({ name }) => name === port)?.kinds ?? [];
  const fits = (kind: Kind): boolean => wanted.some((one) => kind === one || kind.startsWith(`${one}/`));
  const outputs = source?.outputs ?? [];
  const found =
    output === null
      ? (outputs.find(({ kinds }) => kinds.some(fits)) ?? outputs[0])
      : outputs.find(({ name }) => name === output);
  return found?.kinds[0] ?? null;
}
