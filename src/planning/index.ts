/** What the other parts may use of planning: proofs, repair, and plans on the wire. */
export type {
  AnswerRequest,
  Choice,
  Controller,
  ControllerName,
  Foreseen,
  Meter,
  OpenTask,
  PlanReply,
  PlanRequest,
  SelectRequest,
  StepLimits,
  ToldTask,
  Turn,
} from "./controller.ts";
export { noteOfUnread, readConstraints } from "./embedded/constraints/index.ts";
export {
  type Certificate,
  type PlanContext,
  type PlanFault,
  type PlanValue,
  type Proof,
  prove,
  type RepairContext,
  type Repaired,
  repairPlan,
} from "./proof/index.ts";
export { partsOf } from "./understanding/index.ts";
export { readPlan } from "./wire/read-plan.ts";
export { writePlan } from "./wire/write-plan.ts";
