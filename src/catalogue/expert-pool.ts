import { LruCache, remembered } from "../domain/caches.ts";
import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Elsewhere, Expert, ExpertPool } from "../domain/experts.ts";
import { firstOfEach } from "../domain/first-of-each.ts";
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
  /** Models of the catalogue that cannot be called here. */
  readonly away: readonly Entry[];
  /** About how much memory it takes, in bytes. */
  readonly weight: number;
  elsewhere(): Elsewhere;
}

/** Memory for cached task experts: the catalogue's own, and those of the tenants last seen with models of their own. */
const MAX_CACHED_BYTES = 16 * 2 ** 20;
/** Memory that an expert of the catalogue takes besides its entry, and that a model elsewhere takes in a list. */
const BYTES_PER_CATALOGUE_EXPERT = 300;
const BYTES_PER_AWAY = 8;
/** Memory that an expert takes in each list, with its row in selection's index. */
const BYTES_PER_EXPERT = 160;
/** Models elsewhere that are named. */
const MAX_EXAMPLES = 5;

/**
 * By the providers that are on, the task type, and the stated endpoints. A snapshot never changes, so they serve every
 * request of the isolate for as long as it is held.
 */
const caches = new WeakMap<Snapshot, LruCache<TaskExperts>>();

/**
 * The experts that the models of a plan are chosen from: the endpoints that providers and the tenant state, in the order
 * given, then the catalogue's at providers that are on, the most downloaded first. No endpoint is there twice for a task
 * type; a stated one takes precedence over the catalogue's.
 */
export function createExpertPool({ snapshot, endpoints, isOn, health, whyNone }: ExpertPoolParts): ExpertPool {
  const on = PROVIDERS.filter(isOn);
  const expertsFor = remembered((taskType) => {
    const own = endpoints.filter((endpoint) => endpoint.taskType === taskType);
    return taskExpertsOf(snapshot, { taskType, on, own });
  });
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
        : knowsOf(expertsFor(taskType), isMeant),
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
  const cache = caches.get(snapshot) ?? new LruCache<TaskExperts>(MAX_CACHED_BYTES, ({ weight }) => weight);
  caches.set(snapshot, cache);
  const name = `${on.join(" ")}:${taskType}`;
  const known = cache.get(name, () => ofCatalogue(snapshot.entries(taskType), on));
  if (own.length === 0) return known;
  const key = `${name}:${JSON.stringify(own)}`;
  return cache.get(key, () => withOwn(known, own, { snapshot, weight: 2 * key.length }));
}

function ofCatalogue(entries: readonly Entry[], on: readonly ProviderName[]): TaskExperts {
  const experts = catalogueExperts(entries, on);
  const away = entries.filter((entry) => !entry.endpoints.some((endpoint) => isCallable(endpoint, on)));
  return {
    experts,
    away,
    weight: experts.length * (BYTES_PER_CATALOGUE_EXPERT + BYTES_PER_EXPERT) + away.length * BYTES_PER_AWAY,
    elsewhere: () => elsewhereOf(away, new Map()),
  };
}

/** @param weight of the key and the endpoints, in bytes */
function withOwn(
  { experts: known, away }: TaskExperts,
  stated: readonly Endpoint[],
  { snapshot, weight }: { readonly snapshot: Snapshot; readonly weight: number },
): TaskExperts {
  const own = firstOfEach(stated, endpointKey);
  const byKey = new Map(own.map((endpoint) => [endpointKey(endpoint), endpoint]));
  const others = known.filter(({ endpoint }) => !byKey.has(endpointKey(endpoint)));
  const experts = [...own.map((endpoint) => ownExpert(endpoint, snapshot)), ...others];
  return {
    experts,
    away,
    weight: weight + experts.length * BYTES_PER_EXPERT,
    elsewhere: () => elsewhereOf(away, byKey),
  };
}

const knowsOf = ({ experts, away }: TaskExperts, isMeant: (id: string) => boolean): boolean =>
  experts.some(({ endpoint, facts }) => isMeant(facts.id) || isMeant(endpoint.model)) ||
  away.some(({ facts, endpoints }) => isMeant(facts.id) || endpoints.some(({ model }) => isMeant(model)));

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
