import { type Failure, failure } from "../domain/errors.ts";
import type { JsonValue } from "../domain/json.ts";
import type { Plan } from "../domain/plan.ts";
import type { Resource } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import { checkPlan } from "../planning/proof/check.ts";
import type { PlanFault } from "../planning/proof/faults.ts";
import { readPlan } from "../planning/wire/read-plan.ts";

const MAX_FAULTS_TOLD = 5;

/** The first faults of an unsound plan, in one sentence each. */
export const unsoundPlan = (faults: readonly PlanFault[]): Failure =>
  failure(
    "plan-unsound",
    `The plan is unsound. ${faults
      .slice(0, MAX_FAULTS_TOLD)
      .map((fault) => fault.message)
      .join(" ")}`,
  );

/** Reads a plan of the caller's own and checks it like any other; `plan-unsound` says what is wrong. */
export function checkGivenPlan(json: JsonValue, resources: readonly Resource[], ontology: Ontology): Result<Plan> {
  const read = readPlan(json, { resources, ontology });
  if (!read.ok) return err(unsoundPlan(read.error));
  if (read.value.tasks.length === 0) return err(failure("plan-unsound", "A plan needs at least one task."));
  return prove(read.value, resources, ontology);
}

/** The plan, if it passes the check that every plan passes before it runs; `plan-unsound` says what is wrong. */
export function prove(plan: Plan, resources: readonly Resource[], ontology: Ontology): Result<Plan> {
  const faults = checkPlan(plan, { resources, ontology });
  return faults.length === 0 ? ok(plan) : err(unsoundPlan(faults));
}
