import { type Plan, topologicalOrder } from "../../../src/domain/plan.ts";
import type { Graph } from "../taskbench/read-rows.ts";
import { toolOf } from "../taskbench/tools.ts";

/** The nodes of a label in the order that its links lead; those in a circle come last, as they are written. */
export function labelledSequence({ nodes, links }: Graph): readonly string[] {
  const left = new Set(nodes);
  const order: string[] = [];
  for (;;) {
    const waiting = new Set(links.filter(({ source }) => left.has(source)).map(({ target }) => target));
    const next = [...left].filter((node) => !waiting.has(node));
    if (next.length === 0) return [...order, ...left];
    for (const node of next) left.delete(node);
    order.push(...next);
  }
}

/** The tasks of a plan in an order in which they can run, in the names of the benchmark. */
export function plannedSequence(plan: Plan): readonly string[] {
  const names = new Map(plan.tasks.map(({ id, type }) => [id, toolOf(type) ?? type]));
  return (topologicalOrder(plan) ?? plan.tasks.map(({ id }) => id)).map((id) => names.get(id) ?? "");
}
