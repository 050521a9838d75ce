import type { CatalogueEndpoint, CatalogueModel, GraphNode } from "../../domain/catalogue.ts";
import type { Endpoint } from "../../domain/endpoints.ts";
import type { ProviderName } from "../../domain/provider-names.ts";
import { triplesOf } from "../graph.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { licenceName, nodeId } from "./nodes.ts";
import { findRow } from "./twins.ts";

/** Where a model runs, as a query shows it. */
export interface KnownEndpoint extends CatalogueEndpoint {
  /** Whether something in this deployment can call it now. */
  readonly here: boolean;
  /** What only endpoints of our own tell; null for those of the catalogue. */
  readonly stated: Pick<Endpoint, "grade" | "licence" | "description"> | null;
}

/** A model as a query shows it: what the catalogue says, and the endpoints of our own. */
export interface KnownModel extends CatalogueModel {
  readonly endpoints: readonly KnownEndpoint[];
  /** Whether the snapshot has it; if not, only this deployment or tenant does. */
  readonly inCatalogue: boolean;
}

/** What can be called for one tenant. */
export interface Here {
  readonly endpoints: readonly Endpoint[];
  readonly isOn: (provider: ProviderName) => boolean;
}

/** The catalogue as one tenant sees it. */
export interface Known {
  readonly snapshot: Snapshot;
  /** Models with endpoints of our own, by id, whether the snapshot has them or not. */
  readonly ours: ReadonlyMap<string, KnownModel>;
  /** Whether a row of the snapshot is among `ours`. */
  isOurs(row: number): boolean;
  readonly isOn: (provider: ProviderName) => boolean;
  at(row: number): KnownModel;
  /** By its id, or by the one that Workers AI has for it. */
  find(id: string): KnownModel | null;
  /** Models with an edge to a node: ours first, then the snapshot's, each in order. */
  linkedTo(node: GraphNode): Iterable<KnownModel>;
}

export const isCallable = (model: KnownModel): boolean => model.endpoints.some(({ here }) => here);

/** Puts a snapshot and what can be called here together. An endpoint belongs to the model of its id, or to the one that Workers AI serves under that id. */
export function know(snapshot: Snapshot, here: Here): Known {
  const own = gather(snapshot, here.endpoints);
  const merge = (row: number, endpoints: readonly Endpoint[]): KnownModel =>
    withOwn(seen(snapshot.at(row), here), endpoints);
  const ours = new Map<string, KnownModel>();
  for (const [row, endpoints] of own.rows) {
    const model = merge(row, endpoints);
    ours.set(model.id, model);
  }
  for (const [id, endpoints] of own.others) ours.set(id, withOwn(unheardOf(id), endpoints));
  let linked: ReadonlyMap<string, readonly KnownModel[]> | undefined;
  const at = (row: number): KnownModel => merge(row, own.rows.get(row) ?? []);
  return {
    snapshot,
    ours,
    isOurs: (row) => own.rows.has(row),
    isOn: here.isOn,
    at,
    find(id) {
      const row = ours.has(id) ? null : findRow(snapshot, id);
      return row === null ? (ours.get(id) ?? null) : at(row);
    },
    *linkedTo(node) {
      linked ??= linksOf(ours.values());
      yield* linked.get(nodeId(node)) ?? [];
      for (const row of snapshot.linkedTo(node)) if (!own.rows.has(row)) yield at(row);
    },
  };
}

function add<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Models by the nodes that they have an edge to. */
function linksOf(models: Iterable<KnownModel>): ReadonlyMap<string, readonly KnownModel[]> {
  const links = new Map<string, KnownModel[]>();
  for (const model of models) {
    for (const id of new Set(triplesOf(model).map(({ object }) => nodeId(object)))) add(links, id, model);
  }
  return links;
}

interface Own {
  readonly rows: ReadonlyMap<number, readonly Endpoint[]>;
  /** By the ids of models that the snapshot has not. */
  readonly others: ReadonlyMap<string, readonly Endpoint[]>;
}

function gather(snapshot: Snapshot, endpoints: readonly Endpoint[]): Own {
  const rows = new Map<number, Endpoint[]>();
  const others = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const row = findRow(snapshot, endpoint.model);
    if (row === null) add(others, endpoint.model, endpoint);
    else add(rows, row, endpoint);
  }
  return { rows, others };
}

/** A model of the snapshot, before our own endpoints. */
const seen = (model: CatalogueModel, { isOn }: Here): KnownModel => ({
  ...model,
  endpoints: model.endpoints.map((endpoint) => ({
    ...endpoint,
    here: endpoint.status !== "gone" && isOn(endpoint.provider),
    stated: null,
  })),
  inCatalogue: true,
});

/** A model of which nothing is known but its name. */
const unheardOf = (id: string): KnownModel => ({
  id,
  organization: id.includes("/") ? id.slice(0, id.indexOf("/")) : null,
  description: "",
  tasks: [],
  licence: "unknown",
  licenceConfidence: "sure",
  parameters: null,
  parametersConfidence: "sure",
  bytes: null,
  languages: null,
  scores: [],
  downloads: null,
  likes: null,
  gated: null,
  library: null,
  datasets: [],
  papers: [],
  baseModels: [],
  facts: [],
  endpoints: [],
  inCatalogue: false,
});

/** Our own endpoints come first, and fill in what is not known of the model; they overrule nothing. */
function withOwn(model: KnownModel, own: readonly Endpoint[]): KnownModel {
  if (own.length === 0) return model;
  const stated = own.map((endpoint) => endpoint.stated ?? {});
  const isOwn = (one: KnownEndpoint): boolean =>
    own.some(
      ({ provider, model: id, taskType }) => one.provider === provider && one.model === id && one.taskType === taskType,
    );
  return {
    ...model,
    description: model.description === "" ? descriptionOf(own) : model.description,
    tasks: [...new Set([...model.tasks, ...own.map(({ taskType }) => taskType)])],
    licence: model.licence === "unknown" ? licenceOf(own) : model.licence,
    parameters: model.parameters ?? firstKnown(stated.map(({ parameters }) => parameters)),
    bytes: model.bytes ?? firstKnown(stated.map(({ bytes }) => bytes)),
    languages: model.languages ?? firstKnown(stated.map(({ languages }) => languages)),
    gated: model.gated ?? firstKnown(stated.map(({ gated }) => gated)),
    endpoints: [...own.map(shown), ...model.endpoints.filter((endpoint) => !isOwn(endpoint))],
  };
}

/** What a model does that is described task by task. */
const descriptionOf = (own: readonly Endpoint[]): string =>
  [...new Set(own.map(({ description }) => description).filter((text) => text !== ""))].join("; ");

const licenceOf = (own: readonly Endpoint[]): string =>
  licenceName(own.find(({ licence }) => licence !== "unknown")?.licence ?? "unknown");

const firstKnown = <Value>(values: readonly (Value | null | undefined)[]): Value | null =>
  values.find((value) => value !== null && value !== undefined) ?? null;

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
