import type { CatalogueEndpoint, CatalogueModel, EndpointStatus, Price } from "../domain/catalogue.ts";
import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { firstOfEach } from "../domain/first-of-each.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import { factsWith, inheritedBy } from "./endpoint-facts.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";

const STANDS_IN = "A model for chat or vision and language, which does this by instruction.";

/** The price of embedded experts, which run inside the Worker. */
const FREE: readonly Price[] = [{ usd: 0, per: "call", source: "It runs inside this Worker.", asOf: "2026-11-22" }];

/**
 * The experts among models of the catalogue for a task type at providers that are on, in the order of the models. A
 * model's most reliable endpoint comes first, and no endpoint occurs twice.
 */
export function catalogueExperts(
  models: readonly CatalogueModel[],
  taskType: string,
  on: readonly ProviderName[],
): readonly Expert[] {
  const experts = models.flatMap((facts) =>
    facts.endpoints
      .filter((place) => place.taskType === taskType && isCallable(place, on))
      .toSorted(bySurety)
      .map((place): Expert => {
        const { standsIn } = place;
        const endpoint: Endpoint = {
          ...calledAs(place),
          taskType,
          description: standsIn ? `${facts.description} ${STANDS_IN}`.trim() : facts.description,
          licence: facts.licence,
          grade: standsIn ? "stand-in" : "full",
        };
        return { endpoint, facts, prices: pricesAt(place), ...defaultsAt(place, facts.cardCode) };
      }),
  );
  return firstOfEach(experts, ({ endpoint }) => endpointKey(endpoint));
}

/** An own endpoint as an expert: with the facts that it states, and for the rest those of the model that it claims to be. */
export function ownExpert(endpoint: Endpoint, snapshot: Snapshot): Expert {
  const { provider, model, taskType, stated } = endpoint;
  const known = inheritedBy(endpoint, snapshot);
  const there = known?.endpoints.find(
    (other) => keyOf(other) === endpointKey({ provider, model }) && other.taskType === taskType,
  );
  const prices = stated?.prices ?? (provider === "embedded" ? FREE : there ? pricesAt(there) : []);
  return { endpoint, facts: factsWith(model, known, [endpoint]), prices };
}

/** The order of a model's endpoints: the most reliable status first. */
const STATUS_ORDER: Readonly<Record<EndpointStatus, number>> = { live: 0, unknown: 1, staging: 2, gone: 3 };

const bySurety = (a: CatalogueEndpoint, b: CatalogueEndpoint): number =>
  STATUS_ORDER[a.status] - STATUS_ORDER[b.status];

export const isCallable = (endpoint: CatalogueEndpoint, on: readonly ProviderName[]): boolean =>
  endpoint.status !== "gone" && on.includes(endpoint.provider);

/**
 * The provider and model id by which an endpoint of the catalogue is called. The inference provider behind Hugging Face,
 * which has its own prices and limits, follows a colon, as Hugging Face's router expects.
 */
const calledAs = ({ provider, via, model }: CatalogueEndpoint): Pick<Endpoint, "provider" | "model"> => ({
  provider,
  model: provider === "huggingface" && via !== null ? `${model}:${via}` : model,
});

export const keyOf = (endpoint: CatalogueEndpoint): string => endpointKey(calledAs(endpoint));

/**
 * Hugging Face bills its own inference by compute time, and documents the rate of one GPU machine as an example. That no
 * call costs more is likely, not certain: each is estimated at its maximal duration, which few calls come near to.
 */
const HF_INFERENCE_PRICES: readonly Price[] = [
  {
    usd: 0.000_12,
    per: "compute-second",
    source: "https://huggingface.co/docs/inference-providers/pricing (of a machine in an example there: unsure)",
    asOf: "2026-11-22",
  },
];
/** The name of Hugging Face's own inference among the inference providers. */
const HF_INFERENCE_PROVIDER = "hf-inference";

const isHfInference = ({ provider, via }: CatalogueEndpoint): boolean =>
  provider === "huggingface" && via === HF_INFERENCE_PROVIDER;

/** The default arguments of a card's function where it is called: Hugging Face documents what its own inference takes. */
function defaultsAt(place: CatalogueEndpoint, code: CatalogueModel["cardCode"]): Pick<Expert, "defaults"> {
  if (code?.function.name !== place.taskType || place.standsIn || !isHfInference(place)) return {};
  const { defaults } = code.function;
  return Object.keys(defaults).length === 0 ? {} : { defaults };
}

/** The prices of an endpoint of the catalogue: its own, or those that its inference provider documents for all models. */
const pricesAt = (place: CatalogueEndpoint): readonly Price[] =>
  place.prices.length === 0 && isHfInference(place) ? HF_INFERENCE_PRICES : place.prices;
