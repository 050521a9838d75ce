import { estimateOf } from "../domain/costs.ts";
import type { Plan, TaskId } from "../domain/plan.ts";
import type { Changed } from "../domain/repair.ts";
import type { Resource } from "../domain/resources.ts";
import { estimateTask, shapeOf } from "../domain/run/cost-estimate.ts";
import { type Selection, UNSELECTED } from "../domain/selection.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { PlanView } from "../domain/views.ts";
import type { Proof } from "../planning/index.ts";
import { proofView } from "../response/proof.ts";
import { understoodOf } from "../response/report.ts";
import type { DryRun } from "../wiring/dry-run.ts";
import { budgetView } from "./plan-budget.ts";
import type { PlanBody } from "./schemas/requests.ts";
import { wirePlan } from "./views.ts";

const UNCHANGED: Changed = { nodes: 0, links: 0 };

const NOTHING_PLANNED = {
  understanding: [],
  understood: null,
  tasks: [],
  estimate: 0,
  repairs: [],
  changed: UNCHANGED,
  proof: null,
} as const satisfies Partial<PlanView>;

/** Every file that the plan uses, for each is a precondition of a task. */
const filesOf = (proof: Proof | null): readonly Resource[] =>
  (proof?.certificate.tasks ?? []).flatMap(({ preconditions }) =>
    preconditions.flatMap(({ establishedBy }) => (establishedBy.by === "resource" ? [establishedBy.resource] : [])),
  );

type Estimates = readonly (number | null)[];

/** What a call of each candidate may cost at most, by task; what is yet to be made is taken to be large. */
function estimatesOf(
  { tasks }: Plan,
  selection: Selection,
  resources: readonly Resource[],
  ontology: Ontology,
): ReadonlyMap<TaskId, Estimates> {
  return new Map(
    tasks.map((task) => {
      const foreseen = estimateTask(task, { ...shapeOf(ontology.get(task.type)), resources, made: () => undefined });
      const { candidates } = selection[task.id] ?? UNSELECTED;
      return [task.id, candidates.map((candidate) => estimateOf(candidate, foreseen))];
    }),
  );
}

const sumOf = (estimates: Estimates): number | null =>
  estimates.reduce<number | null>((sum, usd) => (sum === null || usd === null ? null : sum + usd), 0);

/** A plan that was only made, as the API shows it. @param asked what its caller set besides the request */
export function planView(
  prospects: DryRun,
  ontology: Ontology,
  asked: Pick<PlanBody, "budget" | "selection">,
): PlanView {
  const { planned, controller, selection, constraints, proof } = prospects;
  const costing = { ...prospects, budget: asked.budget, selector: asked.selection };
  if (planned.as !== "plan") {
    const { as, text } = planned;
    return { as, text, controller, ...NOTHING_PLANNED, budget: budgetView({ ...costing, tasksUsd: 0 }) };
  }
  const { plan, notes, mended, understanding } = planned;
  const files = filesOf(proof);
  const estimates = estimatesOf(plan, selection, files, ontology);
  const estimate = sumOf([...estimates.values()].flatMap(([first]) => (first === undefined ? [] : [first])));
  return {
    as: "plan",
    text: null,
    controller,
    understanding: notes,
    understood: understoodOf(plan, { understanding, given: constraints }, files, ontology),
    tasks: wirePlan(plan, ontology).map((task) => ({
      ...task,
      ...(selection[task.id] ?? UNSELECTED),
      estimates: estimates.get(task.id) ?? [],
    })),
    estimate,
    budget: budgetView({ ...costing, tasksUsd: estimate }),
    repairs: mended?.repairs ?? [],
    changed: mended?.changed ?? UNCHANGED,
    proof: proof && proofView(proof),
  };
}
