export { MAX_CURSOR_CHARS } from "./cursor.ts";
export type { Measure } from "./figures.ts";
export { type FoundModel, type FoundModels, findModels } from "./find-models.ts";
export { type Here, isCallable, type Known, type KnownEndpoint, type KnownModel, know } from "./known.ts";
export { type Licences, MODEL_ORDERS, type ModelOrder, type ModelQuery } from "./model-query.ts";
export { MAX_DEPTH, MAX_NODES, type Neighbourhood, neighbourhood } from "./neighbourhood.ts";
export { nodeId, readNode } from "./nodes.ts";
export type { CatalogueParts } from "./parts.ts";
export { type Snippet, snippetsOf } from "./snippets.ts";
