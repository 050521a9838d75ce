import type { Endpoint } from "./endpoints.ts";
import type { EndpointHealth } from "./health.ts";

/** What only a tenant knows of models: those it added for itself, and how its calls went lately. */
export interface TenantModelFacts {
  readonly endpoints: readonly Endpoint[];
  readonly health: readonly EndpointHealth[];
}
