import type { Constraints } from "../domain/constraints.ts";
import { failure } from "../domain/errors.ts";
import type { Planned } from "../domain/events.ts";
import type { ExpertPool } from "../domain/experts.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import { err, ok, type Result } from "../domain/result.ts";
import type { Selection } from "../domain/selection.ts";
import { type Proof, prove } from "../planning/index.ts";
import { longestCallUsd } from "./language-meter.ts";
import { type PlanJob, type PlanningStages, planRun } from "./plan-run.ts";

/** A dry run of a message: its plan, with all that the rest of the run is estimated from. */
export interface DryRun {
  readonly planned: Exclude<Planned, { readonly as: "failed" }>;
  readonly controller: string;
  readonly selection: Selection;
  /** The caller's own, beside those in the words. */
  readonly constraints: Constraints | undefined;
  /** Null where there is no plan. */
  readonly proof: Proof | null;
  /** The recent outcomes of endpoints, for this tenant. */
  readonly health: ExpertPool["health"];
  /** Who would be asked for the language steps; null where no language model would. */
  readonly language: LanguageSteps | null;
}

export interface LanguageSteps {
  readonly provider: ProviderName;
  /** Writes every answer, and not only those to what it has planned. */
  readonly isFirst: boolean;
  /** The cost of the longest possible call, in US dollars; null where that is not known. */
  readonly callUsd: number | null;
}

/**
 * Plans a message exactly as a run does, and goes no further. Whether anything is kept is up to the stages.
 * @param language who would be asked for the language steps
 * @throws {AppError} why an address that must be there could not be fetched.
 */
export async function dryRun(
  job: PlanJob,
  stages: PlanningStages,
  signal: AbortSignal,
  language: Omit<LanguageSteps, "callUsd"> | null = null,
): Promise<Result<DryRun>> {
  const pool = stages.expertPool();
  const { planned, controller, selection, fetched, referenced } = await planRun(
    job,
    { ...stages, expertPool: () => pool },
    signal,
  );
  if (planned.as === "failed") return err(planned.error);
  const made = {
    ...{ planned, controller, selection, constraints: job.constraints, health: (await pool).health },
    language: language && { ...language, callUsd: longestCallUsd(stages.languagePrices ?? []) },
  };
  if (planned.as !== "plan") return ok({ ...made, proof: null });
  const resources = [...job.attached, ...fetched, ...referenced];
  const proof = prove(planned.plan, { resources, ontology: stages.ontology });
  if (!proof.ok) return err(failure("internal", "The plan passed the gate, and cannot be proved again"));
  return ok({ ...made, proof: proof.value });
}
