import type { Price } from "../domain/catalogue.ts";
import type { Cast } from "../domain/experts.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import { ok, type Result } from "../domain/result.ts";
import type { WebFiles } from "../run/addresses.ts";
import { type Foreseen, foresee } from "../run/foresee.ts";
import type { PlanJob, PlanningStages } from "../run/index.ts";
import { longestCallUsd } from "../run/language-meter.ts";
import type { Caller, Controllers, LanguageModelName, Wishes } from "./controllers.ts";

/** What a run of a message would begin with, and by what the rest of it can be estimated. */
export interface Prospects extends Foreseen {
  /** How models did lately, for this tenant. */
  readonly health: Cast["health"];
  /** Who would be asked for the language steps; null where no language model would. */
  readonly language: LanguageSteps | null;
}

export interface LanguageSteps {
  readonly provider: LanguageModelName["provider"];
  /** Writes every answer, and not only those to what it has planned. */
  readonly isFirst: boolean;
  /** What the longest call costs, in US dollars; null where that is not known. */
  readonly callUsd: number | null;
}

export interface ProspectsParts {
  readonly controllers: Controllers;
  /** How plans are made for a caller. */
  planning(
    caller: Caller,
    wishes: Wishes,
    alsoOn: (provider: ProviderName) => boolean,
  ): Omit<PlanningStages, keyof WebFiles>;
  prices(wishes: Wishes): Promise<readonly Price[]>;
  readonly lookAt: WebFiles["importUrl"];
}

export interface ForesightOptions {
  /** Whether the run would bring a token of Hugging Face. */
  readonly hasHfToken?: boolean;
  /** Told once what the calls of the language model took, however planning ends; null without any. */
  readonly onUsage?: NonNullable<PlanningStages["onUsage"]>;
}

/** What a run of a tenant's message would begin with. */
export type Foresight = (
  tenant: string,
  job: PlanJob,
  signal: AbortSignal,
  options?: ForesightOptions,
) => Promise<Result<Prospects>>;

/** Plans messages as their runs are planned, and keeps nothing. */
export function createProspects({ controllers, planning, prices, lookAt }: ProspectsParts): Foresight {
  return async (tenant, job, signal, { hasHfToken = false, ...told } = {}) => {
    const languagePrices = await prices(job);
    const stages = planning({ tenant, run: "foreseen" }, job, (provider) => provider === "huggingface" && hasHfToken);
    const cast = stages.cast();
    const foreseen = await foresee(
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
  wishes: Wishes,
  prices: readonly Price[],
): LanguageSteps | null {
  const model = language(wishes);
  const isFirst = (wishes.controller ?? choice.first) !== "auto";
  return model && { provider: model.provider, isFirst, callUsd: longestCallUsd(prices) };
}
