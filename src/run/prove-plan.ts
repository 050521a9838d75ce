import { addressesInPlan } from "../domain/addresses.ts";
import { type Failure, failure } from "../domain/errors.ts";
import type { JsonValue } from "../domain/json.ts";
import { numberOf, type Plan } from "../domain/plan.ts";
import type { Mended } from "../domain/repair.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { inMessage, noTasks, type PlanFault, prove, type RepairContext, repairPlan } from "../planning/proof/index.ts";
import { readPlan } from "../planning/wire/read-plan.ts";
import { unheededDependencies } from "../planning/wire/unheeded-dependencies.ts";
import { writePlan } from "../planning/wire/write-plan.ts";

/** In the sentence that a person reads. */
const MAX_FAULTS_TOLD = 5;
/** In the list for programs; a failure is one row of the log. */
const MAX_ISSUES = 20;

/** A plan that is proved, and what that took; nothing when it was sound as written. */
export interface ProvedPlan {
  readonly plan: Plan;
  readonly mended?: Mended;
}

/**
 * True for a plan that would come out the same whatever the deployment has models for: repair looks at that where it
 * converts, not where it reads what was written.
 */
export const isSameAnywhere = ({ mended }: ProvedPlan): boolean =>
  mended?.repairs.every(({ kind }) => kind === "read" || kind === "renamed") ?? true;

/** A plan on the wire, whoever wrote it: repaired where it must be, and proved. `plan-unsound` says what cannot be mended. */
export function proveWirePlan(json: JsonValue, context: RepairContext): Result<ProvedPlan> {
  const repaired = repairPlan(json, context);
  if (repaired.as === "unsound") return err(unsoundPlan(repaired.faults));
  const { plan, repairs, changed } = repaired;
  return ok(repairs.length === 0 ? { plan } : { plan, mended: { repairs, changed } });
}

/** A controller's plan: proved as it is, or repaired like any other. */
export function proveControllerPlan(plan: Plan, context: RepairContext): Result<ProvedPlan> {
  const isSound = plan.tasks.length > 0 && prove(plan, context).ok;
  return isSound ? ok({ plan }) : proveWirePlan(writePlan(plan, context.ontology), context);
}

/** A plan that a person has looked at and edited: what it says is what is meant, so that it is proved and not repaired. */
export function proveEditedPlan(json: JsonValue, context: RepairContext): Result<ProvedPlan> {
  const read = readPlan(json, context);
  if (!read.ok) return err(unsoundPlan(read.error));
  const missing = addressesInPlan(json).filter((address) => !isFetched(address, context));
  if (missing.length > 0) return err(unsoundPlan(missing.map(notFetched)));
  return passApproved(read.value, context);
}

/** What to tell the author of a plan of how it was read, besides what was mended. */
export const notesOn = (json: JsonValue, passed: Result<ProvedPlan>): readonly string[] =>
  passed.ok ? unheededDependencies(json, passed.value.plan) : [];

/** A plan that was approved: it runs exactly as it is, or not at all. */
export function passApproved(plan: Plan, context: RepairContext): Result<ProvedPlan> {
  if (plan.tasks.length === 0) return err(unsoundPlan([noTasks]));
  const proof = prove(plan, context);
  return proof.ok ? ok({ plan }) : err(unsoundPlan(proof.error));
}

const isFetched = (address: string, { resources }: RepairContext): boolean =>
  resources.some(({ origin }) => origin.by === "url" && origin.url === address.trim());

const notFetched = (address: string): PlanFault => ({
  task: null,
  port: null,
  code: "unknown-resource",
  message: `An edited plan can only use what is at hand, and ${inMessage(address)} was not fetched`,
});

/** The first faults of an unsound plan, in one sentence each, and all of them by place. */
function unsoundPlan(faults: readonly PlanFault[]): Failure {
  const told = faults.slice(0, MAX_FAULTS_TOLD).map(({ task, message }) => {
    const placed = task === null ? message : `Task ${numberOf(task)}: ${message}`;
    return placed.replace(/\.?$/, ".");
  });
  const issues = faults.slice(0, MAX_ISSUES).map(({ task, port, message }) => ({
    path: [task, port].filter((part) => part !== null).join("/"),
    message,
  }));
  return { ...failure("plan-unsound", `The plan is unsound. ${told.join(" ")}`), issues };
}
