import type { CatalogueEndpoint, CatalogueModel, GraphNode } from "../../domain/catalogue.ts";
import { type Endpoint, endpointKey } from "../../domain/endpoints.ts";
import type { ProviderName } from "../../domain/provider-names.ts";
import { confidenceIn, factsWith, findModel, inheritedBy, sourcesWith } from "../endpoint-facts.ts";
import { keyOf } from "../experts.ts";
import { nodeId, triplesOf } from "../graph.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** The sources of catalogue queries. */
export interface CatalogueParts {
  /** The newest snapshot that this isolate knows of. */
  current(): Promise<Snapshot>;
  /** The endpoints of this deployment and of the tenant's own models. */
  endpoints(tenant: string): Promise<readonly Endpoint[]>;
  /** Whether the catalogue's models at a provider can be called here. */
  readonly isOn: (provider: ProviderName) => boolean;
}

/** An endpoint of a model as queries show it. */
export interface KnownEndpoint extends CatalogueEndpoint {
  /** Whether this deployment can call it now. */
  readonly here: boolean;
  /** Facts that only the deployment's and tenant's own endpoints state; null for those of the catalogue. */
  readonly stated: Pick<Endpoint, "grade" | "licence" | "description"> | null;
}

/** A model as queries show it: the catalogue's facts with the deployment's and tenant's own endpoints. */
export interface KnownModel extends CatalogueModel {
  readonly endpoints: readonly KnownEndpoint[];
  /** Whether the snapshot has the model, and not only this deployment or tenant. */
  readonly inCatalogue: boolean;
}

/** The endpoints that can be called for one tenant. */
export interface CallableHere {
  readonly endpoints: readonly Endpoint[];
  readonly isOn: (provider: ProviderName) => boolean;
}

/** The catalogue as one tenant sees it. */
export interface TenantCatalogue {
  readonly snapshot: Snapshot;
  /** Models with endpoints of the deployment or tenant, by id: one of the snapshot, or one in its place. */
  readonly ours: ReadonlyMap<string, KnownModel>;
  readonly isOn: (provider: ProviderName) => boolean;
  /** Finds a model by its id, or by its id at Workers AI. */
  find(id: string): KnownModel | null;
  /** The models with an edge to a node: `ours` first, then the snapshot's, each in order. */
  linkedTo(node: GraphNode): Iterable<KnownModel>;
}

export const isCallableHere = (model: KnownModel, task?: string): boolean =>
  model.endpoints.some(({ here, taskType }) => here && (task === undefined || taskType === task));

/**
 * Joins a snapshot with the endpoints that can be called here. An endpoint that claims to be the model of its id (also
 * Workers AI's id) is added to that model; any other is a model of its own and hides a model of the same id.
 */
export function createTenantCatalogue(snapshot: Snapshot, here: CallableHere): TenantCatalogue {
  const claimed = ({ model, stated }: Endpoint) => (stated?.sameAs === model ? findModel(snapshot, model) : null);
  const byModel = Map.groupBy(here.endpoints, claimed);
  const others = Map.groupBy(byModel.get(null) ?? [], ({ model }) => model);
  const ours = new Map<string, KnownModel>();
  for (const [model, own] of byModel) if (model) ours.set(model.id, withOwn(seen(model, here), own));
  for (const [id, own] of others) ours.set(id, ownModel(id, own, snapshot));
  let linked: ReadonlyMap<string, readonly KnownModel[]> | undefined;
  return {
    snapshot,
    ours,
    isOn: here.isOn,
    find(id) {
      const model = ours.has(id) ? null : findModel(snapshot, id);
      return ours.get(model?.id ?? id) ?? (model && seen(model, here));
    },
    *linkedTo(node) {
      linked ??= linksOf(ours.values());
      yield* linked.get(nodeId(node)) ?? [];
      for (const model of snapshot.linkedTo(node)) if (!ours.has(model.id)) yield seen(model, here);
    },
  };
}

/** Models by the ids of the nodes that they have an edge to. */
function linksOf(models: Iterable<KnownModel>): ReadonlyMap<string, readonly KnownModel[]> {
  const links = [...models].flatMap((model) =>
    [...new Set(triplesOf(model).map(({ object }) => nodeId(object)))].map((id) => ({ id, model })),
  );
  const byId = Map.groupBy(links, ({ id }) => id);
  return new Map([...byId].map(([id, own]) => [id, own.map(({ model }) => model)]));
}

/** A model of the snapshot without own endpoints. */
const seen = (model: CatalogueModel, { isOn }: CallableHere): KnownModel => ({
  ...model,
  licenceConfidence: confidenceIn(model.licence, model.licenceConfidence),
  parametersConfidence: confidenceIn(model.parameters, model.parametersConfidence),
  bytesConfidence: confidenceIn(model.bytes, model.bytesConfidence),
  endpoints: model.endpoints.map((endpoint) => ({
    ...endpoint,
    here: endpoint.status !== "gone" && isOn(endpoint.provider),
    stated: null,
  })),
  inCatalogue: true,
});

/** A model that is not in the snapshot, with the facts that its endpoints state or inherit from the model that they claim to be. */
function ownModel(id: string, own: readonly Endpoint[], snapshot: Snapshot): KnownModel {
  const like = own.map((endpoint) => inheritedBy(endpoint, snapshot)).find((model) => model !== null) ?? null;
  return {
    ...factsWith(id, like, own),
    description: descriptionOf(own),
    tasks: tasksOf(own),
    likes: null,
    library: null,
    datasets: [],
    papers: [],
    baseModels: [],
    facts: [],
    cardCode: null,
    sources: sourcesWith(like, own),
    endpoints: own.map(shown),
    inCatalogue: false,
  };
}

/** A model of the snapshot with own endpoints, which come first and whose stated facts take precedence. */
function withOwn(model: KnownModel, own: readonly Endpoint[]): KnownModel {
  const isOwn = (one: KnownEndpoint): boolean =>
    own.some((endpoint) => keyOf(one) === endpointKey(endpoint) && one.taskType === endpoint.taskType);
  return {
    ...model,
    ...factsWith(model.id, model, own),
    sources: sourcesWith(model, own),
    description: model.description === "" ? descriptionOf(own) : model.description,
    tasks: [...new Set([...model.tasks, ...tasksOf(own)])],
    endpoints: [...own.map(shown), ...model.endpoints.filter((endpoint) => !isOwn(endpoint))],
  };
}

const tasksOf = (own: readonly Endpoint[]): readonly string[] => [...new Set(own.map(({ taskType }) => taskType))];

/** The descriptions of a model's endpoints, one sentence behind the other where there are several. */
function descriptionOf(own: readonly Endpoint[]): string {
  const all = [...new Set(own.map(({ description }) => description).filter((text) => text !== ""))];
  return all.length < 2 ? all.join("") : all.map((text) => text.replace(/[.\s]*$/, ".")).join(" ");
}

const shown = ({ provider, model, taskType, description, licence, grade, stated }: Endpoint): KnownEndpoint => ({
  provider,
  via: null,
  model,
  taskType,
  status: "live",
  standsIn: false,
  prices: stated?.prices ?? [],
  contextTokens: null,
  maxInputBytes: null,
  here: true,
  stated: { grade, licence, description },
});
