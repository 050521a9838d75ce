import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import type { PlanSketch } from "../rank/sketch.ts";
import type { Clause } from "../read/clauses.ts";
import { feeds } from "./ports.ts";

/**
 * A sketch in which a task takes from one of its own clause, where that gives what it takes and is nobody else's, in the
 * place of those of other clauses: "what is due, and read a summary aloud" reads the summary.
 */
export function nearLinks(sketch: PlanSketch, clauses: readonly Clause[], ontology: Ontology): PlanSketch {
  const { tasks, links } = sketch;
  const clauseAt = (place: number): Clause | undefined =>
    clauses.findLast(({ start }) => start <= (tasks[place]?.at ?? 0));
  const isGiver = (place: number): boolean => links.some(([from]) => from === place);
  const typeAt = (place: number): TaskType | undefined => ontology.get(tasks[place]?.type ?? "");
  let near: PlanSketch["links"] = links;
  for (const [, to] of links) {
    const own = near.filter((link) => link[1] === to);
    if (isGiver(to) || own.some(([from]) => clauseAt(from) === clauseAt(to))) continue;
    const giver = [...tasks.keys()].find(
      (other) =>
        other !== to &&
        clauseAt(other) === clauseAt(to) &&
        !isGiver(other) &&
        feeds(typeAt(other), typeAt(to)) &&
        !isBehind(other, to, near),
    );
    if (giver !== undefined) near = [...near.filter((link) => link[1] !== to), [giver, to]];
  }
  return near === links ? sketch : inOrder({ ...sketch, links: near });
}

/** Whether one takes from the other, directly or by what is between. */
function isBehind(one: number, other: number, links: PlanSketch["links"]): boolean {
  const found = new Set([other]);
  for (const place of found) for (const [from, to] of links) if (from === place) found.add(to);
  return found.has(one);
}

/** The same with each giver before its takers, otherwise as it was. */
function inOrder({ tasks, links, confidence }: PlanSketch): PlanSketch {
  const order: number[] = [];
  const place = (at: number): void => {
    if (order.includes(at)) return;
    for (const [from, to] of links) if (to === at && from !== at) place(from);
    order.push(at);
  };
  for (const at of tasks.keys()) place(at);
  return {
    tasks: order.flatMap((at) => tasks[at] ?? []),
    links: links.map(([from, to]) => [order.indexOf(from), order.indexOf(to)] as const),
    confidence,
  };
}
