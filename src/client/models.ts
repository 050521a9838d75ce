import type { JsonObject } from "../domain/json.ts";
import { isRecord } from "./api-error.ts";
import type { Connection } from "./connection.ts";
import type {
  CapabilityGraph,
  CatalogueVersion,
  GraphSearch,
  ModelDetails,
  ModelPage,
  ModelSearch,
  NewOwnModel,
  OwnModelEntry,
} from "./model-views.ts";
import type { CallOptions } from "./options.ts";
import { toQuery } from "./query.ts";

export interface ModelCalls {
  /** A page of the models that satisfy all conditions; what is unknown of a model satisfies none. */
  search(conditions?: ModelSearch, options?: CallOptions): Promise<ModelPage>;
  /** All that is known of a model. @param id such as `openai/whisper-large-v2` */
  get(id: string, options?: CallOptions): Promise<ModelDetails>;
  /** What is near a node of the capability graph. */
  graph(search: GraphSearch, options?: CallOptions): Promise<CapabilityGraph>;
  /** Which version of the catalogue is in use. */
  catalogue(options?: CallOptions): Promise<CatalogueVersion>;
  /** Models of your own, as you added them. */
  own(options?: CallOptions): Promise<readonly OwnModelEntry[]>;
  /** Adds a model behind a URL, for you alone; one of the same id and task is replaced whole. */
  add(model: NewOwnModel | JsonObject, options?: CallOptions): Promise<OwnModelEntry>;
  /** Removes a model of your own, for one task alone if that is named. */
  remove(id: string, options?: CallOptions & { readonly task?: string | undefined }): Promise<void>;
}

export const modelCalls = ({ send, json }: Connection): ModelCalls => ({
  search: (conditions = {}, options = {}) => json(isPage, `/v1/models${toQuery({ ...conditions })}`, options),
  get: (id, options = {}) => json(isModel, path(id), options),
  graph: (search, options = {}) => json(isGraph, `/v1/catalogue/graph${toQuery({ ...search })}`, options),
  catalogue: (options = {}) => json(isCatalogue, "/v1/catalogue", options),
  own: async (options = {}) => (await json(isOwnModels, "/v1/own-models", options)).models,
  add: (model, options = {}) =>
    json(isOwnModel, "/v1/models", { ...options, method: "POST", json: model, repeatable: true }),
  remove: async (id, { task, ...options } = {}) => {
    await send(path(id) + toQuery({ task }), { ...options, method: "DELETE" });
  },
});

/** The slashes of an id stay as they are. */
const path = (id: string): string => `/v1/models/${id.split("/").map(encodeURIComponent).join("/")}`;

const isPage = (value: unknown): value is ModelPage =>
  isRecord(value) && Array.isArray(value.models) && typeof value.total === "number";
const isModel = (value: unknown): value is ModelDetails =>
  isRecord(value) && typeof value.id === "string" && Array.isArray(value.endpoints);
const isGraph = (value: unknown): value is CapabilityGraph =>
  isRecord(value) && Array.isArray(value.nodes) && Array.isArray(value.edges);
const isCatalogue = (value: unknown): value is CatalogueVersion =>
  isRecord(value) && typeof value.snapshot === "string" && isRecord(value.counts);
const isOwnModel = (value: unknown): value is OwnModelEntry =>
  isRecord(value) && typeof value.id === "string" && typeof value.url === "string";
const isOwnModels = (value: unknown): value is { readonly models: readonly OwnModelEntry[] } =>
  isRecord(value) && Array.isArray(value.models) && value.models.every(isOwnModel);
