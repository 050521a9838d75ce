/** What the other parts may use of planning: proofs, repair, and plans on the wire. */
export type {
  AnswerRequest,
  ChatLogEntry,
  Controller,
  FillRequest,
  Meter,
  ModelChoice,
  OpenTask,
  PlanReply,
  PlanRequest,
  PromptTokens,
  RejectedValue,
  SelectRequest,
  StepLimits,
  ToldTask,
  ToolsReply,
  ToolsRequest,
} from "./controller.ts";
export type { ConstraintReading, ReadConstraints } from "./embedded/constraints/index.ts";
export { describeTypes } from "./language/described-types.ts";
export { listOf, NUMBER, objectOf, oneOf, TEXT } from "./language/json-schema.ts";
export { ground, PddlError, parseDomain, parseProblem } from "./pddl/index.ts";
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
export { Names as PddlNames } from "./proof/names.ts";
export { partsOf } from "./understanding/parts.ts";
export { mendJson } from "./wire/mend-json.ts";
export { readPlan } from "./wire/read-plan.ts";
export { parseReference } from "./wire/references.ts";
export { writePlan } from "./wire/write-plan.ts";
