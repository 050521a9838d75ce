import { LruCache } from "../domain/caches.ts";
import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Elsewhere, Expert, ExpertPool } from "../domain/experts.ts";
import { PROVIDERS, type ProviderName } from "../domain/provider-names.ts";
import { hasModel } from "./endpoint-facts.ts";
import { catalogueExperts, isCallable, keyOf, ownExpert } from "./experts.ts";
import type { Entry, Snapshot } from "./snapshot/snapshot.ts";

export interface ExpertPoolParts {
  readonly snapshot: Snapshot;
  /** Stated by providers and by the tenant. */
  readonly endpoints: readonly Endpoint[];
  /** Whether the catalogue's models at a provider can be called. */
  readonly isOn: (provider: ProviderName) => boolean;
  readonly health: ExpertPool["health"];
  /** By task type: why there is no model for it at all. */
  readonly whyNone: Readonly<Record<string, string>>;
}

/** The experts for one task type, and what is known of models elsewhere. */
interface TaskExperts {
  readonly experts: readonly Expert[];
  /** About how much memory it takes, in bytes. */
  readonly weight: number;
  elsewhere(): Elsewhere;
  knows(isMeant: (id: string) => boolean): boolean;
}

/** What the catalogue has for one task type. */
interface CatalogueCandidates {
  readonly experts: readonly Expert[];
  /** The providers of these experts. */
  readonly providers: ReadonlySet<ProviderName>;
  /** Models that cannot be called here. */
  readonly away: readonly Entry[];
}

/** Recently used candidates of one snapshot. */
interface CandidateCache {
  /** By the providers that are on, and the task type. */
  readonly catalogueCandidates: LruCache<CatalogueCandidates>;
  /** By these and the tenant's and the providers' own endpoints. */
  readonly taskExperts: LruCache<TaskExperts>;
}

/** Models in cached catalogue candidates, here and elsewhere, at some 300 bytes each besides their entries. */
const MAX_CACHED_MODELS = 20_000;
/** Memory for cached task experts: those without a tenant's own models, and those of the tenants last seen. */
const MAX_CACHED_BYTES = 16 * 2 ** 20;
/** Memory that an expert takes in cached task experts, with its row in selection's index. */
const BYTES_PER_EXPERT = 160;
/** Models elsewhere that are named. */
const MAX_EXAMPLES = 5;

/** A snapshot never changes, so its candidates serve every request of the isolate for as long as it is held. */
const caches = new WeakMap<Snapshot, CandidateCache>();

/**
 * The experts that the models of a plan are chosen from: the endpoints that providers and the tenant state, in the order
 * given, then the catalogue's at providers that are on, the most downloaded first. No endpoint is there twice for a task
 * type; a stated one takes precedence over the catalogue's.
 */
export function createExpertPool({ snapshot, endpoints, isOn, health, whyNone }: ExpertPoolParts): ExpertPool {
  const on = PROVIDERS.filter(isOn);
  const found = new Map<string, TaskExperts>();
  const expertsFor = (taskType: string): TaskExperts => {
    const known = found.get(taskType);
    if (known) return known;
    const own = endpoints.filter((endpoint) => endpoint.taskType === taskType);
    const taskExperts = taskExpertsOf(snapshot, { taskType, on, own });
    found.set(taskType, taskExperts);
    return taskExperts;
  };
  return {
    experts: (taskType) => expertsFor(taskType).experts,
    health,
    elsewhere(taskType) {
      const { experts, elsewhere } = expertsFor(taskType);
      const others = elsewhere();
      const isNone = experts.length === 0 && others.count === 0;
      return isNone && Object.hasOwn(whyNone, taskType) ? { ...others, whyNone: whyNone[taskType] ?? null } : others;
    },
    knows: (taskType, isMeant) =>
      taskType === null
        ? endpoints.some(({ model }) => isMeant(model)) || hasModel(snapshot, isMeant)
        : expertsFor(taskType).knows(isMeant),
  };
}

interface TaskExpertsQuery {
  readonly taskType: string;
  readonly on: readonly ProviderName[];
  /** Stated endpoints for the task type. */
  readonly own: readonly Endpoint[];
}

/** Equal endpoints give the identical list of experts, so that selection can cache its index by the list. */
function taskExpertsOf(snapshot: Snapshot, { taskType, on, own }: TaskExpertsQuery): TaskExperts {
  const cache = cacheOf(snapshot);
  const name = `${on.join(" ")}:${taskType}`;
  const key = `${name}:${JSON.stringify(own)}`;
  return cache.taskExperts.get(key, () => {
    const candidates = cache.catalogueCandidates.get(name, () => catalogueCandidates(snapshot.entries(taskType), on));
    return makeTaskExperts(candidates, own, { snapshot, weight: 2 * key.length });
  });
}

function cacheOf(snapshot: Snapshot): CandidateCache {
  const cache = caches.get(snapshot) ?? {
    catalogueCandidates: new LruCache<CatalogueCandidates>(
      MAX_CACHED_MODELS,
      ({ experts, away }) => experts.length + away.length + 1,
    ),
    taskExperts: new LruCache<TaskExperts>(MAX_CACHED_BYTES, ({ weight }) => weight),
  };
  caches.set(snapshot, cache);
  return cache;
}

function catalogueCandidates(entries: readonly Entry[], on: readonly ProviderName[]): CatalogueCandidates {
  const experts = catalogueExperts(entries, on);
  return {
    experts,
    providers: new Set(experts.map(({ endpoint }) => endpoint.provider)),
    away: entries.filter((entry) => !entry.endpoints.some((endpoint) => isCallable(endpoint, on))),
  };
}

/** @param weight of the key and the endpoints, in bytes */
function makeTaskExperts(
  candidates: CatalogueCandidates,
  stated: readonly Endpoint[],
  { snapshot, weight }: { readonly snapshot: Snapshot; readonly weight: number },
): TaskExperts {
  const byKey = new Map<string, Endpoint>();
  for (const endpoint of stated) if (!byKey.has(endpointKey(endpoint))) byKey.set(endpointKey(endpoint), endpoint);
  const own = [...byKey.values()];
  const mayOverlap = own.some(({ provider }) => candidates.providers.has(provider));
  const others = mayOverlap
    ? candidates.experts.filter(({ endpoint }) => !byKey.has(endpointKey(endpoint)))
    : candidates.experts;
  const experts = own.length === 0 ? others : [...own.map((endpoint) => ownExpert(endpoint, snapshot)), ...others];
  let elsewhere: Elsewhere | undefined;
  return {
    experts,
    weight: weight + experts.length * BYTES_PER_EXPERT,
    elsewhere() {
      elsewhere ??= elsewhereOf(candidates.away, byKey);
      return elsewhere;
    },
    knows: (isMeant) =>
      experts.some(({ endpoint, facts }) => isMeant(facts.id) || isMeant(endpoint.model)) ||
      candidates.away.some(
        ({ facts, endpoints }) => isMeant(facts.id) || endpoints.some(({ model }) => isMeant(model)),
      ),
  };
}

/** The models of the catalogue that neither a provider that is on nor a stated endpoint serves. */
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
