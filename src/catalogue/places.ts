import type { CatalogueEndpoint, EndpointStatus } from "../domain/catalogue.ts";
import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { ProviderName } from "../domain/provider-names.ts";

/** The surest first, where a model can be called in several places. */
const STATUS_ORDER: Readonly<Record<EndpointStatus, number>> = { live: 0, unknown: 1, staging: 2, gone: 3 };

export const bySurety = (a: CatalogueEndpoint, b: CatalogueEndpoint): number =>
  STATUS_ORDER[a.status] - STATUS_ORDER[b.status];

export const isCallable = (endpoint: CatalogueEndpoint, on: readonly ProviderName[]): boolean =>
  endpoint.status !== "gone" && on.includes(endpoint.provider);

/**
 * What a place of the catalogue is called by. Who serves a model behind Hugging Face has prices and limits of its own,
 * and is named behind a colon, as the router of Hugging Face reads it.
 */
export const calledAs = ({ provider, via, model }: CatalogueEndpoint): Pick<Endpoint, "provider" | "model"> => ({
  provider,
  model: provider === "huggingface" && via !== null ? `${model}:${via}` : model,
});

export const keyOf = (endpoint: CatalogueEndpoint): string => endpointKey(calledAs(endpoint));
