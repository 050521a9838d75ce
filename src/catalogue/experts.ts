import type { CatalogueEndpoint, EndpointStatus, ModelFacts, Price } from "../domain/catalogue.ts";
import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import type { Entry, Snapshot } from "./snapshot/snapshot.ts";

/** Where one provider serves a model in several ways, the surest is taken. */
const STATUS_ORDER: Readonly<Record<EndpointStatus, number>> = { live: 0, unknown: 1, staging: 2, gone: 3 };

const STANDS_IN = "A model for chat or vision and language, which does this by instruction.";

/** Embedded experts run on what is there anyway. */
const FREE: readonly Price[] = [{ usd: 0, per: "call", source: "It runs inside this Worker.", asOf: "2026-11-22" }];

export const isCallable = (endpoint: CatalogueEndpoint, on: readonly ProviderName[]): boolean =>
  endpoint.status !== "gone" && on.includes(endpoint.provider);

/** Models of the catalogue at the endpoints that can be called, in the order of the entries, none of them twice. */
export function catalogueExperts(entries: readonly Entry[], on: readonly ProviderName[]): readonly Expert[] {
  const experts = new Map<string, Expert>();
  for (const { facts, description, endpoints } of entries) {
    const callable = endpoints.filter((endpoint) => isCallable(endpoint, on));
    callable.sort((a, b) => STATUS_ORDER[a.status] - STATUS_ORDER[b.status]);
    for (const { provider, model, taskType, standsIn, prices } of callable) {
      const key = endpointKey({ provider, model });
      if (experts.has(key)) continue;
      const words = standsIn ? `${description} ${STANDS_IN}`.trim() : description;
      const endpoint: Endpoint = {
        provider,
        model,
        taskType,
        description: words,
        licence: facts.licence,
        grade: standsIn ? "stand-in" : "full",
      };
      experts.set(key, { endpoint, facts, prices });
    }
  }
  return [...experts.values()];
}

/** An endpoint of our own, with what it states itself and for the rest what the catalogue says of a model of that id. */
export function ownExpert(endpoint: Endpoint, snapshot: Snapshot): Expert {
  const { provider, model, taskType, licence, stated = {} } = endpoint;
  const row = snapshot.rowOf(model);
  const known = row === null ? null : snapshot.at(row);
  const facts: ModelFacts = {
    id: model,
    organization: known?.organization ?? makerIn(model),
    licence: licence === "unknown" ? (known?.licence ?? licence) : licence,
    parameters: stated.parameters ?? known?.parameters ?? null,
    bytes: stated.bytes ?? known?.bytes ?? null,
    languages: stated.languages ?? known?.languages ?? null,
    scores: known?.scores ?? [],
    downloads: known?.downloads ?? null,
    gated: stated.gated ?? known?.gated ?? null,
  };
  const there = known?.endpoints.find(
    (other) => other.provider === provider && other.model === model && other.taskType === taskType,
  );
  const prices = stated.prices ?? (provider === "embedded" ? FREE : (there?.prices ?? []));
  return { endpoint, facts, prices };
}

/** "openai" of "openai/whisper"; null for a name without a maker. */
const makerIn = (model: string): string | null => /^[\w.-]+(?=\/)/.exec(model)?.[0] ?? null;
