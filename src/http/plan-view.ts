import type { Changed } from "../domain/repair.ts";
import type { Resource } from "../domain/resources.ts";
import { UNSELECTED } from "../domain/selection.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { PlanView } from "../domain/views.ts";
import type { Proof } from "../planning/index.ts";
import { proofView } from "../response/proof.ts";
import { understoodOf } from "../response/understood.ts";
import type { Foreseen } from "../run/foresee.ts";
import { wirePlan } from "./views.ts";

const UNCHANGED: Changed = { nodes: 0, links: 0 };

const NOTHING_PLANNED = {
  understanding: [],
  understood: null,
  tasks: [],
  repairs: [],
  changed: UNCHANGED,
  proof: null,
} as const satisfies Partial<PlanView>;

/** Every file that the plan uses, for each is a precondition of a task. */
const filesOf = (proof: Proof | null): readonly Resource[] =>
  (proof?.certificate.tasks ?? []).flatMap(({ preconditions }) =>
    preconditions.flatMap(({ establishedBy }) => (establishedBy.by === "resource" ? [establishedBy.resource] : [])),
  );

/** A plan that was only made, as the API shows it. */
export function planView(
  { planned, controller, selection, constraints, proof }: Foreseen,
  ontology: Ontology,
): PlanView {
  if (planned.as !== "plan") {
    const { as, text } = planned;
    return { as, text, controller, ...NOTHING_PLANNED };
  }
  const { plan, notes, mended, understanding } = planned;
  return {
    as: "plan",
    text: null,
    controller,
    understanding: notes,
    understood: understoodOf(plan, { understanding, given: constraints }, filesOf(proof), ontology),
    tasks: wirePlan(plan, ontology).map((task) => ({ ...task, ...(selection[task.id] ?? UNSELECTED) })),
    repairs: mended?.repairs ?? [],
    changed: mended?.changed ?? UNCHANGED,
    proof: proof && proofView(proof),
  };
}
