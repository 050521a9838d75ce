import type { Price } from "../domain/catalogue.ts";
import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import { pricesAt } from "./documented-prices.ts";
import { factsWith, inheritedBy } from "./own-facts.ts";
import { bySurety, calledAs, isCallable, keyOf } from "./places.ts";
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
