import { LruCache } from "../domain/caches.ts";
import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Elsewhere, Expert, ExpertPool } from "../domain/experts.ts";
import { PROVIDERS, type ProviderName } from "../domain/provider-names.ts";
import { hasModel } from "./endpoint-facts.ts";
import { catalogueExperts, isCallable, keyOf, ownExpert } from "./experts.ts";
import type { Entry, Snapshot } from "./snapshot/snapshot.ts";

export interface ExpertPoolParts {
  readonly snapshot: Snapshot;
  /** What providers and the tenant tell of themselves. */
  readonly endpoints: readonly Endpoint[];
  /** Whether models of the catalogue can be called at a provider. */
  readonly isOn: (provider: ProviderName) => boolean;
  readonly health: ExpertPool["health"];
  /** Why no model does a task type at all. */
  readonly whyNone: Readonly<Record<string, string>>;
}

/** What is there for one task type. */
interface TaskExperts {
  readonly experts: readonly Expert[];
  /** About how many bytes are held for it. */
  readonly weight: number;
  elsewhere(): Elsewhere;
  knows(isMeant: (id: string) => boolean): boolean;
}

/** What the catalogue has for one task type. */
interface CatalogueCandidates {
  readonly experts: readonly Expert[];
  /** The providers of these experts. */
  readonly providers: ReadonlySet<ProviderName>;
  /** What cannot be called here. */
  readonly away: readonly Entry[];
}

/** What was made of one snapshot lately. */
interface CandidateCache {
  /** By the providers that are on, and the task type. */
  readonly shelves: LruCache<CatalogueCandidates>;
  /** By these and the endpoints of our own. */
  readonly offers: LruCache<TaskExperts>;
}

/** Models on the shelves of one snapshot, here and elsewhere, at some 300 bytes each besides their entries. */
const MAX_CACHED_MODELS = 20_000;
/** Offers kept, in bytes: those without a tenant's own models, and those of the tenants last seen. */
const MAX_CACHED_BYTES = 16 * 2 ** 20;
/** Of an offer, for each of its experts, with what selection makes of them. */
const BYTES_PER_EXPERT = 160;
/** Models elsewhere that are named. */
const MAX_EXAMPLES = 5;

/** A snapshot never changes: what was made of it serves every request of the isolate for as long as it is held. */
const caches = new WeakMap<Snapshot, CandidateCache>();

/**
 * All that the models of a plan are chosen from: endpoints of our own first, as they come, then those of the catalogue
 * whose providers are on, the most downloaded first. None is there twice for a task type; our own goes before the
 * catalogue's.
 */
export function createExpertPool({ snapshot, endpoints, isOn, health, whyNone }: ExpertPoolParts): ExpertPool {
  const on = PROVIDERS.filter(isOn);
  const offers = new Map<string, TaskExperts>();
  const offered = (taskType: string): TaskExperts => {
    const known = offers.get(taskType);
    if (known) return known;
    const able = endpoints.filter((endpoint) => endpoint.taskType === taskType);
    const offer = taskExpertsOf(snapshot, { taskType, on, able });
    offers.set(taskType, offer);
    return offer;
  };
  return {
    experts: (taskType) => offered(taskType).experts,
    health,
    elsewhere(taskType) {
      const { experts, elsewhere } = offered(taskType);
      const found = elsewhere();
      const isNone = experts.length === 0 && found.count === 0;
      return isNone && Object.hasOwn(whyNone, taskType) ? { ...found, whyNone: whyNone[taskType] ?? null } : found;
    },
    knows: (taskType, isMeant) =>
      taskType === null
        ? endpoints.some(({ model }) => isMeant(model)) || hasModel(snapshot, isMeant)
        : offered(taskType).knows(isMeant),
  };
}

interface TaskExpertsQuery {
  readonly taskType: string;
  readonly on: readonly ProviderName[];
  /** Endpoints of our own that do it. */
  readonly able: readonly Endpoint[];
}

/** The same list of experts for the same endpoints, so that what others make of it can be kept by its identity. */
function taskExpertsOf(snapshot: Snapshot, { taskType, on, able }: TaskExpertsQuery): TaskExperts {
  const { shelves, offers } = cacheOf(snapshot);
  const name = `${on.join(" ")}:${taskType}`;
  const key = `${name}:${JSON.stringify(able)}`;
  return offers.get(key, () => {
    const shelf = shelves.get(name, () => catalogueCandidates(snapshot.entries(taskType), on));
    return makeTaskExperts(shelf, able, { snapshot, weight: 2 * key.length });
  });
}

function cacheOf(snapshot: Snapshot): CandidateCache {
  const stock = caches.get(snapshot) ?? {
    shelves: new LruCache<CatalogueCandidates>(
      MAX_CACHED_MODELS,
      ({ experts, away }) => experts.length + away.length + 1,
    ),
    offers: new LruCache<TaskExperts>(MAX_CACHED_BYTES, ({ weight }) => weight),
  };
  caches.set(snapshot, stock);
  return stock;
}

function catalogueCandidates(entries: readonly Entry[], on: readonly ProviderName[]): CatalogueCandidates {
  const experts = catalogueExperts(entries, on);
  return {
    experts,
    providers: new Set(experts.map(({ endpoint }) => endpoint.provider)),
    away: entries.filter((entry) => !entry.endpoints.some((endpoint) => isCallable(endpoint, on))),
  };
}

/** @param weight of its key and its endpoints, in bytes */
function makeTaskExperts(
  shelf: CatalogueCandidates,
  able: readonly Endpoint[],
  { snapshot, weight }: { readonly snapshot: Snapshot; readonly weight: number },
): TaskExperts {
  const byKey = new Map<string, Endpoint>();
  for (const endpoint of able) if (!byKey.has(endpointKey(endpoint))) byKey.set(endpointKey(endpoint), endpoint);
  const own = [...byKey.values()];
  const mayMeet = own.some(({ provider }) => shelf.providers.has(provider));
  const others = mayMeet ? shelf.experts.filter(({ endpoint }) => !byKey.has(endpointKey(endpoint))) : shelf.experts;
  const experts = own.length === 0 ? others : [...own.map((endpoint) => ownExpert(endpoint, snapshot)), ...others];
  let elsewhere: Elsewhere | undefined;
  return {
    experts,
    weight: weight + experts.length * BYTES_PER_EXPERT,
    elsewhere() {
      elsewhere ??= elsewhereOf(shelf.away, byKey);
      return elsewhere;
    },
    knows: (isMeant) =>
      experts.some(({ endpoint, facts }) => isMeant(facts.id) || isMeant(endpoint.model)) ||
      shelf.away.some(({ facts, endpoints }) => isMeant(facts.id) || endpoints.some(({ model }) => isMeant(model))),
  };
}

/** What the catalogue knows and none of our own endpoints serves either. */
function elsewhereOf(away: readonly Entry[], own: ReadonlyMap<string, Endpoint>): Elsewhere {
  const ids = new Set([...own.values()].map(({ stated }) => stated?.sameAs));
  const left = away.filter(
    ({ facts, endpoints }) => !ids.has(facts.id) && !endpoints.some((endpoint) => own.has(keyOf(endpoint))),
  );
  const examples = left.slice(0, MAX_EXAMPLES).map(({ facts, endpoints }) => ({
    model: facts.id,
    providers: [...new Set(endpoints.filter(({ status }) => status !== "gone").map((endpoint) => endpoint.provider))],
  }));
  return { count: left.length, examples, whyNone: null };
}
