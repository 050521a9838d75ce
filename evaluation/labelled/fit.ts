import { dependencies, type Plan } from "../../src/domain/plan.ts";
import type { LabelledRequest } from "../requests/row.ts";

/** A plan that is right: a request may have several. */
export type RightPlan = Pick<LabelledRequest, "tasks" | "links">;

/** How a plan compares with what is right. */
export interface Fit {
  /** It has exactly the right task types, each as often as wanted (MUSE's task selection). */
  readonly tasks: boolean;
  /** And what each task takes from which is right as well (MUSE's flow of thought). */
  readonly flow: boolean;
}

/** Whether the plan is one of the right ones. Tasks of equal types are interchangeable; their order doesn't matter. */
export function fit(plan: Plan, rightPlans: readonly RightPlan[]): Fit {
  const fits = rightPlans.map((right) => fitOne(plan, right));
  return { tasks: fits.some(({ tasks }) => tasks), flow: fits.some(({ flow }) => flow) };
}

/** Takes time exponential in the number of equal tasks at worst, which labelled requests keep below ten. */
function fitOne(plan: Plan, { tasks: wanted, links }: RightPlan): Fit {
  if (plan.tasks.length !== wanted.length) return { tasks: false, flow: false };
  const made = new Set(plan.tasks.flatMap((task) => dependencies(task).map((giver) => `${giver}>${task.id}`)));
  let tasks = false;
  /** `places[i]` is the task that stands for the i-th wanted one. */
  const assign = (places: readonly number[]): boolean => {
    const next = wanted[places.length];
    if (next === undefined) {
      tasks = true;
      return made.size === links.length && links.every(([from, to]) => made.has(`${places[from]}>${places[to]}`));
    }
    return plan.tasks.some(({ id, type }) => !places.includes(id) && allows(next, type) && assign([...places, id]));
  };
  const flow = assign([]);
  return { tasks, flow };
}

const allows = (wanted: LabelledRequest["tasks"][number], type: string): boolean =>
  typeof wanted === "string" ? wanted === type : wanted.anyOf.includes(type);
