import type { ProviderLimits } from "../config/provider-limits.ts";
import type { ProvidersConfig } from "../config/providers.ts";
import type { Config } from "../config.ts";
import type { Endpoint } from "../domain/endpoints.ts";
import type { CallLimits } from "../domain/gate/permits.ts";
import type { Ids } from "../domain/ids.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import type { CallGate, PermitDesk } from "../execution/gate.ts";
import { readAddress } from "../providers/huggingface/address.ts";

export type LimitedProvider = keyof ProviderLimits;

/** The gates before all that is called outside. */
export interface Gates {
  /** Before a provider under the deployment's own key; null where it has none. */
  before(provider: LimitedProvider): Promise<CallGate | null>;
  /** Before Hugging Face under a caller's own token. */
  beforeHuggingFace(token: string): Promise<CallGate>;
  /** Before an endpoint, under the deployment's own key; null for what runs here, and for what has no limits. */
  of(endpoint: Pick<Endpoint, "provider" | "model" | "taskType">): Promise<CallGate | null>;
}

export interface GatesParts {
  readonly config: Pick<Config, "providers" | "deployment">;
  readonly ids: Pick<Ids, "mac">;
  /** The object of this name, which gives out permits. */
  readonly desk: (name: string) => PermitDesk;
}

/** Of a gate's name: enough that two keys never meet, and nobody learns a key from it. */
const KEY_MAC_BYTES = 8;

export function createGates({ config, ids, desk }: GatesParts): Gates {
  const open = async (provider: ProviderName, key: readonly string[], limits: CallLimits): Promise<CallGate> => {
    const own = desk(`${provider}:${await ids.mac("provider gate", [provider, ...key], KEY_MAC_BYTES)}`);
    return {
      desk: provider === "huggingface" ? byVia(own) : own,
      limits,
      newId: () => crypto.randomUUID(),
      now: Date.now,
    };
  };
  const { endpoints, limits } = config.deployment;
  const before = async (provider: LimitedProvider): Promise<CallGate | null> => {
    const key = KEYS[provider](config.providers);
    return key && open(provider, key, limits.providers[provider]);
  };
  return {
    before,
    beforeHuggingFace: (token) => open("huggingface", [token], limits.providers.huggingface),
    of: async ({ provider, model, taskType }) => {
      if (provider === "embedded") return null;
      if (provider !== "custom") return before(provider);
      const own = endpoints.find((one) => one.model === model && one.taskType === taskType)?.limits;
      return own ? open("custom", [model, taskType], own) : null;
    },
  };
}

/** The values that a provider counts calls by; null where it is not configured. */
const KEYS: Readonly<Record<LimitedProvider, (config: ProvidersConfig) => readonly string[] | null>> = {
  huggingface: ({ huggingFace }) => huggingFace && [huggingFace.token],
  openai: ({ openai }) => openai && [openai.baseUrl, openai.apiKey ?? ""],
  "workers-ai": ({ workersAi }) => workersAi && [workersAi.by === "binding" ? "binding" : workersAi.accountId],
};

/** The name that calls to models of the Hub are counted under where the router chooses the provider. */
const ANY_VIA = "auto";

/**
 * Hugging Face's router passes calls on to inference providers, and their answers back. Rate and number at once are of
 * the account, so that one gate keeps them for all. A 429 is taken to be of the inference provider that was asked: none
 * is documented that the router gives of its own, and if one came, each inference provider would be asked once more and
 * no oftener, while taking one of theirs for the account's would hold back all the others. A 401, 402 or 403 may be
 * either's as well ("Pay-as-you-go is not enabled for provider fal-ai" is a 402); it holds nobody back, as no waiting
 * helps and the next candidate is asked at once.
 */
const byVia = (desk: PermitDesk): PermitDesk => ({
  take: (ask, limits) => desk.take({ ...ask, via: readAddress(ask.endpoint)?.via ?? ANY_VIA }, limits),
  give: (id, outcome, tookMs) => desk.give(id, outcome, tookMs),
});
