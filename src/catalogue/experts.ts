import type { CatalogueEndpoint, EndpointStatus, Price } from "../domain/catalogue.ts";
import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import { factsWith, inheritedBy } from "./endpoint-facts.ts";
import type { Entry, Snapshot } from "./snapshot/snapshot.ts";

const STANDS_IN = "A model for chat or vision and language, which does this by instruction.";

/** Embedded experts run on what is there anyway. */
const FREE: readonly Price[] = [{ usd: 0, per: "call", source: "It runs inside this Worker.", asOf: "2026-11-22" }];

/**
 * Models of the catalogue at the endpoints that can be called, in the order of the entries, each at its surest place
 * first, and no place twice.
 */
export function catalogueExperts(entries: readonly Entry[], on: readonly ProviderName[]): readonly Expert[] {
  const experts = new Map<string, Expert>();
  for (const { facts, description, endpoints } of entries) {
    const callable = endpoints.filter((endpoint) => isCallable(endpoint, on)).toSorted(bySurety);
    for (const place of callable) {
      const { taskType, standsIn } = place;
      const key = keyOf(place);
      if (experts.has(key)) continue;
      const words = standsIn ? `${description} ${STANDS_IN}`.trim() : description;
      const endpoint: Endpoint = {
        ...calledAs(place),
        taskType,
        description: words,
        licence: facts.licence,
        grade: standsIn ? "stand-in" : "full",
      };
      experts.set(key, { endpoint, facts, prices: pricesAt(place) });
    }
  }
  return [...experts.values()];
}

/** An endpoint of our own, with what it states itself, and for the rest what holds for the model that it says it is. */
export function ownExpert(endpoint: Endpoint, snapshot: Snapshot): Expert {
  const { provider, model, taskType, stated } = endpoint;
  const known = inheritedBy(endpoint, snapshot);
  const there = known?.endpoints.find(
    (other) => keyOf(other) === endpointKey({ provider, model }) && other.taskType === taskType,
  );
  const prices = stated?.prices ?? (provider === "embedded" ? FREE : there ? pricesAt(there) : []);
  return { endpoint, facts: factsWith(model, known, [endpoint]), prices };
}

/** The surest first, where a model can be called in several places. */
const STATUS_ORDER: Readonly<Record<EndpointStatus, number>> = { live: 0, unknown: 1, staging: 2, gone: 3 };

const bySurety = (a: CatalogueEndpoint, b: CatalogueEndpoint): number =>
  STATUS_ORDER[a.status] - STATUS_ORDER[b.status];

export const isCallable = (endpoint: CatalogueEndpoint, on: readonly ProviderName[]): boolean =>
  endpoint.status !== "gone" && on.includes(endpoint.provider);

/**
 * What a place of the catalogue is called by. Who serves a model behind Hugging Face has prices and limits of its own,
 * and is named behind a colon, as the router of Hugging Face reads it.
 */
const calledAs = ({ provider, via, model }: CatalogueEndpoint): Pick<Endpoint, "provider" | "model"> => ({
  provider,
  model: provider === "huggingface" && via !== null ? `${model}:${via}` : model,
});

export const keyOf = (endpoint: CatalogueEndpoint): string => endpointKey(calledAs(endpoint));

/**
 * Hugging Face bills its own inference by the time that a machine works on a call, and documents the rate of one machine,
 * with a GPU, in an example. That no call costs more is not certain, but likely: one counts as the longest that it may
 * last, which few come near to.
 */
const HF_INFERENCE_PRICES: readonly Price[] = [
  {
    usd: 0.000_12,
    per: "compute-second",
    source: "https://huggingface.co/docs/inference-providers/pricing (of a machine in an example there: unsure)",
    asOf: "2026-11-22",
  },
];
/** Its name among the inference providers. */
const HF_INFERENCE_PROVIDER = "hf-inference";

/** What a place of the catalogue asks: its own prices, or what those who serve it document for all that they serve. */
const pricesAt = ({ provider, via, prices }: CatalogueEndpoint): readonly Price[] =>
  prices.length === 0 && provider === "huggingface" && via === HF_INFERENCE_PROVIDER ? HF_INFERENCE_PRICES : prices;
