import type { Price } from "../domain/catalogue.ts";
import type { ExpertPool } from "../domain/experts.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import { ok, type Result } from "../domain/result.ts";
import type { WebFiles } from "../run/addresses.ts";
import { type DryRunPlan, planDryRun } from "../run/dry-run.ts";
import type { PlanJob, PlanningStages } from "../run/index.ts";
import { longestCallUsd } from "../run/language-meter.ts";
import type { Caller, Controllers, ControllerWishes, LanguageModelName } from "./controllers.ts";

/** A dry run of a message, with all that the rest of the run is estimated from. */
export interface DryRun extends DryRunPlan {
  /** The recent outcomes of endpoints, for this tenant. */
  readonly health: ExpertPool["health"];
  /** The language model that would be asked; null where none would. */
  readonly language: LanguageSteps | null;
}

export interface LanguageSteps {
  readonly provider: LanguageModelName["provider"];
  /** Writes every answer, and not only those to what it has planned. */
  readonly isFirst: boolean;
  /** The cost of the longest possible call, in US dollars; null where that is not known. */
  readonly callUsd: number | null;
}

export interface DryRunParts {
  readonly controllers: Controllers;
  /** The settings that plans are made by for a caller. */
  planning(
    caller: Caller,
    wishes: ControllerWishes,
    alsoOn: (provider: ProviderName) => boolean,
  ): Omit<PlanningStages, keyof WebFiles>;
  prices(wishes: ControllerWishes): Promise<readonly Price[]>;
  readonly lookAt: WebFiles["importUrl"];
}

export interface DryRunOptions {
  /** True where the run would bring a token of Hugging Face. */
  readonly hasHfToken?: boolean;
  /** Told once what the calls of the language model took, however planning ends; null without any. */
  readonly onUsage?: NonNullable<PlanningStages["onUsage"]>;
}

/** Plans a tenant's message as a run would, and keeps nothing. */
export type DryRunner = (
  tenant: string,
  job: PlanJob,
  signal: AbortSignal,
  options?: DryRunOptions,
) => Promise<Result<DryRun>>;

/** Plans messages as their runs are planned, and keeps nothing. */
export function createDryRunner({ controllers, planning, prices, lookAt }: DryRunParts): DryRunner {
  return async (tenant, job, signal, { hasHfToken = false, ...told } = {}) => {
    const languagePrices = await prices(job);
    const stages = planning({ tenant, run: "foreseen" }, job, (provider) => provider === "huggingface" && hasHfToken);
    const cast = stages.cast();
    const foreseen = await planDryRun(
      job,
      { ...stages, ...told, cast: () => cast, languagePrices, importUrl: lookAt, removeFetched: async () => undefined },
      signal,
    );
    if (!foreseen.ok) return foreseen;
    const { health } = await cast;
    return ok({ ...foreseen.value, health, language: languageSteps(controllers, job, languagePrices) });
  };
}

function languageSteps(
  { choice, language }: Controllers,
  wishes: ControllerWishes,
  prices: readonly Price[],
): LanguageSteps | null {
  const model = language(wishes);
  const isFirst = (wishes.controller ?? choice.first) !== "auto";
  return model && { provider: model.provider, isFirst, callUsd: longestCallUsd(prices) };
}
