import { LruCache, remembered } from "../domain/caches.ts";
import type { CatalogueModel } from "../domain/catalogue.ts";
import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Elsewhere, Expert, ExpertPool } from "../domain/experts.ts";
import { firstOfEach } from "../domain/first-of-each.ts";
import { PROVIDERS, type ProviderName } from "../domain/provider-names.ts";
import { hasModel } from "./endpoint-facts.ts";
import { catalogueExperts, isCallable, keyOf, ownExpert } from "./experts.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";

export interface ExpertPoolParts {
  readonly snapshot: Snapshot;
  /** Stated by providers and by the tenant. */
  readonly endpoints: readonly Endpoint[];
  /** Whether the catalogue's models at a provider can be called. */
  readonly isOn: (provider: ProviderName) => boolean;
  readonly health: ExpertPool["health"];
}

/** The experts for one task type, and what is known of models elsewhere. */
interface TaskExperts {
  readonly experts: readonly Expert[];
  /** Models of the catalogue that cannot be called here, with their endpoints for the task type. */
  readonly away: readonly Pick<CatalogueModel, "id" | "endpoints">[];
  /** The stated endpoints among the experts, by key. */
  readonly own: ReadonlyMap<string, Endpoint>;
  /** About how much memory it takes, in bytes. */
  readonly weight: number;
}

/** Memory for cached task experts: the catalogue's own, and those of the tenants last seen with models of their own. */
const MAX_CACHED_BYTES = 16 * 2 ** 20;
/** Memory that an expert of the catalogue takes, and that each takes in a list, with its row in selection's index. */
const BYTES_PER_CATALOGUE_EXPERT = 300;
const BYTES_PER_LISTED = 160;
const BYTES_PER_AWAY = 60;

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
export function createExpertPool({ snapshot, endpoints, isOn, health }: ExpertPoolParts): ExpertPool {
  const on = PROVIDERS.filter(isOn);
  const expertsFor = remembered((taskType) => {
    const own = endpoints.filter((endpoint) => endpoint.taskType === taskType);
    return taskExpertsOf(snapshot, taskType, on, own);
  });
  return {
    experts: (taskType) => expertsFor(taskType).experts,
    health,
    elsewhere: (taskType) => elsewhereOf(expertsFor(taskType)),
    knows: (taskType, isMeant) =>
      taskType === null
        ? endpoints.some(({ model }) => isMeant(model)) || hasModel(snapshot, isMeant)
        : knowsOf(expertsFor(taskType), isMeant),
  };
}

/** Equal endpoints give the identical list of experts, so that selection can cache its index by the list. */
function taskExpertsOf(
  snapshot: Snapshot,
  taskType: string,
  on: readonly ProviderName[],
  own: readonly Endpoint[],
): TaskExperts {
  const cache = caches.get(snapshot) ?? new LruCache<TaskExperts>(MAX_CACHED_BYTES, ({ weight }) => weight);
  caches.set(snapshot, cache);
  const name = `${on.join(" ")}:${taskType}`;
  const known = cache.get(name, () => {
    const models = snapshot.modelsFor(taskType);
    const experts = catalogueExperts(models, taskType, on);
    const away = models
      .map(({ id, endpoints }) => ({ id, endpoints: endpoints.filter((one) => one.taskType === taskType) }))
      .filter(({ endpoints }) => !endpoints.some((one) => isCallable(one, on)));
    const weight = experts.length * (BYTES_PER_CATALOGUE_EXPERT + BYTES_PER_LISTED) + away.length * BYTES_PER_AWAY;
    return { experts, away, own: new Map(), weight };
  });
  if (own.length === 0) return known;
  const key = `${name}:${JSON.stringify(own)}`;
  return cache.get(key, () => {
    const byKey = new Map(firstOfEach(own, endpointKey).map((endpoint) => [endpointKey(endpoint), endpoint]));
    const others = known.experts.filter(({ endpoint }) => !byKey.has(endpointKey(endpoint)));
    const experts = [...[...byKey.values()].map((endpoint) => ownExpert(endpoint, snapshot)), ...others];
    return { experts, away: known.away, own: byKey, weight: 2 * key.length + experts.length * BYTES_PER_LISTED };
  });
}

const knowsOf = ({ experts, away }: TaskExperts, isMeant: (id: string) => boolean): boolean =>
  experts.some(({ endpoint, facts }) => isMeant(facts.id) || isMeant(endpoint.model)) ||
  away.some(({ id, endpoints }) => isMeant(id) || endpoints.some(({ model }) => isMeant(model)));

/** The models of the catalogue that neither a provider that is on nor a stated endpoint serves. */
function elsewhereOf({ away, own }: TaskExperts): Elsewhere {
  const ids = new Set([...own.values()].map(({ stated }) => stated?.sameAs));
  const left = away.filter(({ id, endpoints }) => !ids.has(id) && !endpoints.some((one) => own.has(keyOf(one))));
  const serving = left.flatMap(({ endpoints }) => endpoints.filter(({ status }) => status !== "gone"));
  const providers = [...new Set(serving.map(({ provider }) => provider))];
  return { count: left.length, providers };
}
