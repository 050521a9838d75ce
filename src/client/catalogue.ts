import type { JsonObject } from "../domain/json.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import type { CatalogueView, GraphView, ModelListView, ModelView } from "../http/schemas/catalogue.ts";
import type { NewOwnModel } from "../http/schemas/own-models.ts";
import type { OwnModelView } from "../http/schemas/tenant-views.ts";
import { type CallOptions, type Connection, type Page, toQuery } from "./connection.ts";

/** What a model has to be; every condition holds. */
export interface ModelSearch extends Page {
  /** Words that all stand in the id or the description. */
  readonly q?: string | undefined;
  /** A task type, in any of its spellings. */
  readonly task?: string | undefined;
  /** One of these licences or families, such as `MIT` or `permissive`. */
  readonly licence?: string | readonly string[] | undefined;
  readonly minParameters?: number | undefined;
  readonly maxParameters?: number | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  readonly organization?: string | undefined;
  /** How the name of a benchmark begins, on which it has a figure. */
  readonly benchmark?: string | undefined;
  readonly provider?: ProviderName | undefined;
  /** `here`: the deployment can call it now. */
  readonly availability?: "here" | "elsewhere" | undefined;
  /** `-` before it turns it round; `benchmark` and `match` need the condition that they go by. */
  readonly order?: ModelListOrder | `-${ModelListOrder}` | undefined;
}

export type ModelListOrder = "match" | "here" | "downloads" | "likes" | "parameters" | "name" | "benchmark";

/** Where to look in the capability graph, and how far. */
export interface GraphSearch {
  /** A node, such as `model:openai/whisper-large-v2`, `task:summarization` or `licence:mit`. */
  readonly center: string;
  /** Edges from the centre, 1 to 3; 1 when left out. */
  readonly depth?: number | undefined;
  /** Nodes, 1 to 5,000; 100 when left out. */
  readonly limit?: number | undefined;
}

export const modelCalls = ({ remove, json }: Connection) => ({
  /** A page of the models that satisfy all conditions; what is unknown of a model satisfies none. */
  search: (conditions: ModelSearch = {}, options?: CallOptions): Promise<ModelListView> =>
    json(["models", "total"], `/v1/models${toQuery({ ...conditions })}`, options),
  /** All that is known of a model. @param id such as `openai/whisper-large-v2` */
  get: (id: string, options?: CallOptions): Promise<ModelView> => json(["id", "endpoints"], path(id), options),
  /** What is near a node of the capability graph. */
  graph: (search: GraphSearch, options?: CallOptions): Promise<GraphView> =>
    json(["nodes", "edges"], `/v1/catalogue/graph${toQuery({ ...search })}`, options),
  /** Which version of the catalogue is in use. */
  catalogue: (options?: CallOptions): Promise<CatalogueView> => json(["snapshot", "counts"], "/v1/catalogue", options),
  /** Models of your own, as you added them. */
  own: async (options?: CallOptions): Promise<readonly OwnModelView[]> =>
    (await json<{ models: readonly OwnModelView[] }>(["models"], "/v1/own-models", options)).models,
  /** Adds a model behind a URL, for you alone; one of the same id and task is replaced whole. */
  add: (model: NewOwnModel | JsonObject, options?: CallOptions): Promise<OwnModelView> =>
    json(["id", "url"], "/v1/models", { ...options, method: "POST", json: model, repeatable: true }),
  /** Removes a model of your own, for one task alone if that is named. */
  remove: (
    id: string,
    { task, ...options }: CallOptions & { readonly task?: string | undefined } = {},
  ): Promise<void> => remove(path(id) + toQuery({ task }), options),
});

/** The slashes of an id stay as they are. */
const path = (id: string): string => `/v1/models/${id.split("/").map(encodeURIComponent).join("/")}`;
