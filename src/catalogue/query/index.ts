export { findModel } from "../endpoint-facts.ts";
export { nodeId, readNode, triplesOf } from "../graph.ts";
export { type FoundModel, type FoundModels, findModels, MAX_CURSOR_CHARS } from "./find-models.ts";
export { MODEL_ORDERS, type ModelOrder, type ModelQuery, unknownLicences } from "./model-query.ts";
export { MAX_DEPTH, MAX_NODES, type Neighbourhood, neighbourhood } from "./neighbourhood.ts";
export { type Snippet, snippetsOf } from "./snippets.ts";
export type { CatalogueParts } from "./tenant-catalogue.ts";
export {
  type CallableHere,
  createTenantCatalogue,
  isCallableHere,
  type KnownEndpoint,
  type KnownModel,
  type TenantCatalogue,
} from "./tenant-catalogue.ts";
