import type { Constraints } from "../domain/constraints.ts";
import { failure } from "../domain/errors.ts";
import type { Planned } from "../domain/events.ts";
import { err, ok, type Result } from "../domain/result.ts";
import type { Selection } from "../domain/selection.ts";
import { type Proof, prove } from "../planning/index.ts";
import { type PlanJob, type PlanningStages, planRun } from "./plan-run.ts";

/** The plan of a dry run, with its models and costs. */
export interface DryRunPlan {
  readonly planned: Exclude<Planned, { readonly as: "failed" }>;
  readonly controller: string;
  readonly selection: Selection;
  /** The caller's own, beside those in the words. */
  readonly constraints: Constraints | undefined;
  /** Null where there is no plan. */
  readonly proof: Proof | null;
}

/**
 * Plans a message exactly as a run does, and goes no further. Whether anything is kept is up to the stages.
 * @throws {AppError} why an address that must be there could not be fetched.
 */
export async function planDryRun(
  job: PlanJob,
  stages: PlanningStages,
  signal: AbortSignal,
): Promise<Result<DryRunPlan>> {
  const { planned, controller, selection, fetched, referenced } = await planRun(job, stages, signal);
  if (planned.as === "failed") return err(planned.error);
  const resources = [...job.attached, ...fetched, ...referenced];
  const foreseen = { planned, controller, selection, constraints: job.constraints };
  if (planned.as !== "plan") return ok({ ...foreseen, proof: null });
  const proof = prove(planned.plan, { resources, ontology: stages.ontology });
  if (!proof.ok) return err(failure("internal", "The plan passed the gate, and cannot be proved again"));
  return ok({ ...foreseen, proof: proof.value });
}
