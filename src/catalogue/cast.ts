import type { Endpoint } from "../domain/endpoints.ts";
import { endpointKey } from "../domain/endpoints.ts";
import type { Cast, Elsewhere, Expert } from "../domain/experts.ts";
import { PROVIDERS, type ProviderName } from "../domain/provider-names.ts";
import { catalogueExperts, isCallable, ownExpert } from "./experts.ts";
import { Recent } from "./recent.ts";
import type { Entry, Snapshot } from "./snapshot/snapshot.ts";

export interface CastParts {
  readonly snapshot: Snapshot;
  /** What providers and the tenant tell of themselves. */
  readonly endpoints: readonly Endpoint[];
  /** Whether models of the catalogue can be called at a provider. */
  readonly isOn: (provider: ProviderName) => boolean;
  readonly health: Cast["health"];
  /** Why no model does a task type at all. */
  readonly whyNone: Readonly<Record<string, string>>;
}

/** What is there for one task type. */
interface Offer {
  readonly experts: readonly Expert[];
  elsewhere(): Elsewhere;
}

/** What the catalogue has for one task type, and the offers made of it and of endpoints of our own lately. */
interface Shelf {
  readonly experts: readonly Expert[];
  /** The providers of these experts. */
  readonly providers: ReadonlySet<ProviderName>;
  /** What cannot be called here. */
  readonly away: readonly Entry[];
  readonly offers: Recent<Offer>;
}

/** Models on the shelves of one snapshot, here and elsewhere, at some 300 bytes each besides their entries. */
const MAX_SHELVED = 20_000;
/** Offers kept for a task type: one without a tenant's own models, and those of the tenants last seen. */
const MAX_KEPT_OFFERS = 8;
/** Models elsewhere that are named. */
const MAX_EXAMPLES = 5;

/** A snapshot never changes: what was made of it serves every request of the isolate for as long as it is held. */
const shelves = new WeakMap<Snapshot, Recent<Shelf>>();

/**
 * All that the models of a plan are chosen from: endpoints of our own first, as they come, then those of the catalogue
 * whose providers are on, the most downloaded first. None is there twice for a task type; our own goes before the
 * catalogue's.
 */
export function createCast({ snapshot, endpoints, isOn, health, whyNone }: CastParts): Cast {
  const on = PROVIDERS.filter(isOn);
  const offers = new Map<string, Offer>();
  const offerOf = (taskType: string): Offer => {
    const known = offers.get(taskType);
    if (known) return known;
    const able = endpoints.filter((endpoint) => endpoint.taskType === taskType);
    const offer = offerOn(shelfOf(snapshot, taskType, on), able, snapshot);
    offers.set(taskType, offer);
    return offer;
  };
  return {
    experts: (taskType) => offerOf(taskType).experts,
    health,
    elsewhere(taskType) {
      const { experts, elsewhere } = offerOf(taskType);
      const found = elsewhere();
      const isNone = experts.length === 0 && found.count === 0;
      return isNone && Object.hasOwn(whyNone, taskType) ? { ...found, whyNone: whyNone[taskType] ?? null } : found;
    },
  };
}

function shelfOf(snapshot: Snapshot, taskType: string, on: readonly ProviderName[]): Shelf {
  const known =
    shelves.get(snapshot) ?? new Recent<Shelf>(MAX_SHELVED, (shelf) => shelf.experts.length + shelf.away.length + 1);
  shelves.set(snapshot, known);
  return known.get(`${on.join(" ")}:${taskType}`, () => {
    const entries = snapshot.entries(taskType);
    const experts = catalogueExperts(entries, on);
    return {
      experts,
      providers: new Set(experts.map(({ endpoint }) => endpoint.provider)),
      away: entries.filter((entry) => !entry.endpoints.some((endpoint) => isCallable(endpoint, on))),
      offers: new Recent<Offer>(MAX_KEPT_OFFERS, () => 1),
    };
  });
}

/** The same list of experts for the same endpoints, so that what others make of it can be kept by its identity. */
function offerOn(shelf: Shelf, able: readonly Endpoint[], snapshot: Snapshot): Offer {
  return shelf.offers.get(JSON.stringify(able), () => makeOffer(shelf, able, snapshot));
}

function makeOffer(shelf: Shelf, able: readonly Endpoint[], snapshot: Snapshot): Offer {
  const byKey = new Map<string, Endpoint>();
  for (const endpoint of able) if (!byKey.has(endpointKey(endpoint))) byKey.set(endpointKey(endpoint), endpoint);
  const own = [...byKey.values()];
  const mayMeet = own.some(({ provider }) => shelf.providers.has(provider));
  const others = mayMeet ? shelf.experts.filter(({ endpoint }) => !byKey.has(endpointKey(endpoint))) : shelf.experts;
  const experts = own.length === 0 ? others : [...own.map((endpoint) => ownExpert(endpoint, snapshot)), ...others];
  let elsewhere: Elsewhere | undefined;
  return {
    experts,
    elsewhere() {
      elsewhere ??= elsewhereOf(shelf.away, byKey);
      return elsewhere;
    },
  };
}

/** What the catalogue knows and none of our own endpoints serves either. */
function elsewhereOf(away: readonly Entry[], own: ReadonlyMap<string, Endpoint>): Elsewhere {
  const ids = new Set([...own.values()].map(({ model }) => model));
  const left = away.filter(
    ({ facts, endpoints }) => !ids.has(facts.id) && !endpoints.some((endpoint) => own.has(endpointKey(endpoint))),
  );
  const examples = left.slice(0, MAX_EXAMPLES).map(({ facts, endpoints }) => ({
    model: facts.id,
    providers: [...new Set(endpoints.filter(({ status }) => status !== "gone").map((endpoint) => endpoint.provider))],
  }));
  return { count: left.length, examples, whyNone: null };
}
