import type { Failure } from "../domain/errors.ts";
import type { Planned } from "../domain/events.ts";
import type { Plan } from "../domain/plan.ts";
import type { Resource } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import type { Selection } from "../domain/selection.ts";
import { type PlanContext, type PlanFault, type Proof, prove, repairPlan } from "../planning/index.ts";
import { type PlanJob, type PlanningStages, planRun } from "./index.ts";

/** What a run of a message would begin with. */
export interface Foreseen {
  readonly planned: Exclude<Planned, { readonly as: "failed" }>;
  readonly controller: string;
  readonly selection: Selection;
  /** Null where there is no plan. */
  readonly proof: Proof | null;
}

/** Why a message would come to no plan. */
export interface Refusal {
  readonly failure: Failure;
  /** What is wrong with a plan of the caller's own, fault by fault. */
  readonly faults: readonly PlanFault[];
}

/**
 * Plans a message exactly as a run does, and goes no further. Whether anything is kept is up to the stages.
 * @throws {AppError} why an address that must be there could not be fetched.
 */
export async function foresee(
  job: PlanJob,
  stages: PlanningStages,
  signal: AbortSignal,
): Promise<Result<Foreseen, Refusal>> {
  const { planned, controller, selection, fetched, referenced } = await planRun(job, stages, signal);
  const given = [...job.attached, ...fetched];
  const within = (earlier: readonly Resource[]): PlanContext => ({
    resources: [...given, ...earlier],
    ontology: stages.ontology,
  });
  if (planned.as === "failed") return err({ failure: planned.error, faults: faultsOf(job, within(job.known)) });
  const proof = planned.as === "plan" ? proofOf(planned.plan, within(referenced)) : null;
  return ok({ planned, controller, selection, proof });
}

/** The faults that the failure tells in a sentence: found once more, as a failure holds no more than can be logged. */
function faultsOf({ given, text }: PlanJob, context: PlanContext): readonly PlanFault[] {
  if (given?.as !== "wire") return [];
  const repaired = repairPlan(given.json, { ...context, text });
  return repaired.as === "unsound" ? repaired.faults : [];
}

function proofOf(plan: Plan, context: PlanContext): Proof | null {
  const proof = prove(plan, context);
  return proof.ok ? proof.value : null;
}
