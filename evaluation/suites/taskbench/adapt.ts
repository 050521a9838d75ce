import { dependencies, type Plan } from "../../../src/domain/plan.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { fileNames, toResources } from "./files.ts";
import type { Link, RecordedPlan } from "./read-rows.ts";
import type { Predicted } from "./score.ts";
import { toolOf } from "./tools.ts";

/** A recorded plan in the wire format of our plans, its names and references left as they were written. */
export function toWire(plan: RecordedPlan): unknown {
  const waitsFor = pairUp(plan);
  return plan.nodes.map((task, id) => ({
    task,
    id,
    dep: waitsFor[id]?.length ? waitsFor[id] : [-1],
    args: toArguments(plan.arguments[id]),
  }));
}

/** The files at hand: those that the request names or, where it names none, those that the arguments do. */
export function resourcesOf(plan: RecordedPlan): readonly Resource[] {
  const named = fileNames(plan.request);
  // A file that only the plan speaks of beside others is one that its author imagined.
  return (named.length > 0 ? named : fileNames(JSON.stringify(plan.arguments))).flatMap(toResources);
}

/** A plan of ours in the names of TaskBench. A task of a type without a tool keeps its own name. */
export function toPrediction(plan: Plan): Predicted {
  const names = new Map(plan.tasks.map(({ id, type }) => [id, toolOf(type) ?? type]));
  const nameOf = (id: number): string => names.get(id) ?? "";
  const links = plan.tasks.flatMap((task) =>
    dependencies(task).map((source) => ({ source: nameOf(source), target: nameOf(task.id) })),
  );
  return {
    nodes: [...new Set(names.values())],
    // The labels have none that lead from a name to itself.
    links: links.filter(({ source, target }) => source !== target),
    malformedLinks: 0,
  };
}

/**
 * For each node, those it waits for, by position. Links name nodes, and a name may stand more than once: the first
 * link between two names is between the two nearest ones of which the source comes first, the next link between the
 * next such two, and so on. Names without a node are left out.
 */
function pairUp({ nodes, links }: RecordedPlan): readonly (readonly number[])[] {
  const waitsFor: number[][] = nodes.map(() => []);
  const places = Map.groupBy(nodes.keys(), (place) => nodes[place] ?? "");
  for (const same of Map.groupBy(links, ({ source, target }) => JSON.stringify([source, target])).values()) {
    const [link] = same;
    if (link) for (const [from, to] of nearestPairs(link, places).slice(0, same.length)) waitsFor[to]?.push(from);
  }
  return waitsFor;
}

/** The places of a source and a target. */
type Pair = readonly [from: number, to: number];

function nearestPairs(link: Link, places: ReadonlyMap<string, readonly number[]>): readonly Pair[] {
  const targets = places.get(link.target) ?? [];
  const all = (places.get(link.source) ?? []).flatMap((from) => targets.map((to): Pair => [from, to]));
  const forwards = all.filter(([from, to]) => from < to);
  return forwards.length > 0
    ? forwards.toSorted(([a, b], [c, d]) => b - a - (d - c) || a - c)
    : all.filter(([from, to]) => from !== to);
}

/** TaskBench writes arguments as a list of values, or of `{name, value}`; by name only when all have one of their own. */
function toArguments(given: unknown): unknown {
  if (!Array.isArray(given)) return given ?? [];
  const entries = given.map(readArgument);
  const names = new Set(entries.map(({ name }) => name));
  if (given.length > 0 && names.size === given.length && !names.has(null))
    return Object.fromEntries(entries.map(({ name, value }) => [name, value]));
  return entries.map(({ value }) => value);
}

/** An object with nothing but a name means what the name says. */
function readArgument(given: unknown): { readonly name: string | null; readonly value: unknown } {
  if (typeof given !== "object" || given === null || !("name" in given) || typeof given.name !== "string")
    return { name: null, value: given };
  return "value" in given ? { name: given.name, value: given.value } : { name: null, value: given.name };
}
