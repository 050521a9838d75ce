import { dependencies, type Plan } from "../../src/domain/plan.ts";
import type { LabelledRequest } from "../requests/row.ts";

/** A plan that is right: a request may have several. */
export type RightPlan = Pick<LabelledRequest, "tasks" | "links"> & {
  /** For each task what it works on: one of these things; anything where none is named. */
  readonly on?: readonly (readonly string[])[];
};

export const rightPlans = (row: LabelledRequest): readonly RightPlan[] => [row, ...(row.alternatives ?? [])];

/** How a plan compares with what is right. */
export interface Fit {
  /** It has exactly the right task types, each as often as wanted (MUSE's task selection). */
  readonly tasks: boolean;
  /** And what each task takes from which is right as well (MUSE's flow of thought). */
  readonly flow: boolean;
}

/** A task of a plan or of a run, and those it takes from. */
export interface Node {
  readonly id: number;
  readonly type: string;
  readonly givers: readonly number[];
  /** Whether it works on a thing of this name, for plans that are right only on the right things. */
  readonly isOn?: (thing: string) => boolean;
}

export const nodesOf = (plan: Plan): readonly Node[] =>
  plan.tasks.map((task) => ({ id: task.id, type: task.type, givers: dependencies(task) }));

/** Whether the plan is one of the right ones. Tasks of equal types are interchangeable; their order doesn't matter. */
export function fitOf(plan: Plan, right: readonly RightPlan[]): Fit {
  const nodes = nodesOf(plan);
  const links = nodes.reduce((sum, { givers }) => sum + givers.length, 0);
  const equal = right.filter(({ tasks }) => tasks.length === nodes.length);
  return {
    tasks: equal.some(({ tasks }) => placeAll(nodes, { tasks, links: [] }) !== null),
    flow: equal.some((one) => one.links.length === links && placeAll(nodes, one) !== null),
  };
}

/** A hundred times what a plan takes that any label asks for; only plans of many tasks that are alike come near. */
const MAX_STEPS = 100_000;

/**
 * For each task of a right plan a node of its own that stands for it, so that every link of the plan is there; nodes
 * and links besides don't matter. `null` when there are none, or none were found within a bound on time.
 */
export function placeAll(nodes: readonly Node[], { tasks, links, on }: RightPlan): readonly Node[] | null {
  let steps = 0;
  const place = (placed: readonly Node[]): readonly Node[] | null => {
    const wanted = tasks[placed.length];
    if (wanted === undefined) return placed;
    for (const node of nodes) {
      if (++steps > MAX_STEPS) return null;
      if (placed.includes(node) || !allows(wanted, node.type) || !worksOn(node, on?.[placed.length])) continue;
      const longer = [...placed, node];
      const found = holdsLinks(longer, links) ? place(longer) : null;
      if (found) return found;
    }
    return null;
  };
  return place([]);
}

/** Whether the links between tasks that have a node are there; those that lead to or from the last one are new. */
function holdsLinks(placed: readonly Node[], links: RightPlan["links"]): boolean {
  const last = placed.length - 1;
  return links.every(([from, to]) => {
    const [giver, taker] = [placed[from], placed[to]];
    return Math.max(from, to) !== last || (giver !== undefined && taker?.givers.includes(giver.id));
  });
}

const worksOn = ({ isOn }: Node, things: readonly string[] = []): boolean =>
  things.length === 0 || isOn === undefined || things.some(isOn);

const allows = (wanted: LabelledRequest["tasks"][number], type: string): boolean =>
  typeof wanted === "string" ? wanted === type : wanted.anyOf.includes(type);
