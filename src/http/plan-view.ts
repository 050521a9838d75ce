import type { Changed } from "../domain/repair.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { PlanView } from "../domain/views.ts";
import { proofView } from "../response/proof.ts";
import type { Foreseen } from "../run/foresee.ts";
import { wirePlan } from "./views.ts";

const UNCHANGED: Changed = { nodes: 0, links: 0 };

/** A plan that was only made, as the API shows it. */
export function planView({ planned, controller, selection, proof }: Foreseen, ontology: Ontology): PlanView {
  if (planned.as !== "plan") {
    const { as, text } = planned;
    return { as, text, controller, understanding: [], tasks: [], repairs: [], changed: UNCHANGED, proof: null };
  }
  const { plan, notes, mended } = planned;
  return {
    as: "plan",
    text: null,
    controller,
    understanding: notes,
    tasks: wirePlan(plan, ontology).map((task) => {
      const { candidates = [], missing } = selection[task.id] ?? {};
      return { ...task, candidates, ...(missing === undefined ? {} : { missing }) };
    }),
    repairs: mended?.repairs ?? [],
    changed: mended?.changed ?? UNCHANGED,
    proof: proof && proofView(proof),
  };
}
