/** The gate that every plan passes: it ends proved, or in a named fault. */
export type { Certificate, TaskProof } from "./certificate.ts";
export { inMessage, noTasks, type PlanContext, type PlanFault } from "./faults.ts";
export type { PlanValue } from "./plan-problem.ts";
export { type Proof, prove } from "./prove.ts";
export { type Changed, type Repair, type RepairContext, type Repaired, repairPlan } from "./repair/index.ts";
