import { PROVIDERS, type ProviderName } from "../domain/provider-names.ts";
import { type DeploymentFacts, type SystemFacts, systemFacts } from "../domain/system-facts.ts";
import type { Built } from "./built.ts";
import type { ControllerWishes } from "./controllers.ts";

/** Where the facts about a deployment come from. */
type FactSources = Pick<Built, "config" | "controllers" | "catalogue" | "providers">;

const DAY_MS = 24 * 60 * 60_000;

/**
 * What the configuration says of the deployment: what the planner, the API and the page tell of it is made from this.
 * @param wishes who is to take part in a request
 * @param alsoOn whether a provider is on for this request alone, by a token that it brings
 */
export function deploymentFacts(
  { config, controllers, providers }: Omit<FactSources, "catalogue">,
  wishes: ControllerWishes = {},
  alsoOn: (provider: ProviderName) => boolean = () => false,
): DeploymentFacts {
  const { auth, retention } = config;
  const model = controllers.language(wishes);
  return {
    needsKey: auth === "keys",
    languageModel: model && `${model.provider}:${model.id}`,
    providers: PROVIDERS.filter(
      (name) =>
        name !== "embedded" &&
        (alsoOn(name) || providers.some((one) => one.name === name && one.endpoints().length > 0)),
    ),
    retentionDays: retention.idleMs === null ? null : retention.idleMs / DAY_MS,
  };
}

/** What is switched on now for a tenant, whose own models count. */
export async function tenantFacts(sources: FactSources, tenant: string): Promise<SystemFacts> {
  const pool = await sources.catalogue.expertPool(tenant, () => false);
  return systemFacts(pool, deploymentFacts(sources));
}
