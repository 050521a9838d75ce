/** What the other parts may use of the catalogue; queries and the crawler have public interfaces of their own. */
export { type CatalogueSettings, createCatalogue, type DeploymentCatalogue } from "./catalogue.ts";
export type { CatalogueParts } from "./query/index.ts";
