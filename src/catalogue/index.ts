import type { Endpoint } from "../domain/endpoints.ts";
import type { ExpertPool, TenantModelFacts } from "../domain/experts.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import { sameAsNamed } from "./endpoint-facts.ts";
import { createExpertPool } from "./expert-pool.ts";
import type { CatalogueParts } from "./query/index.ts";
import type { CatalogueBucket } from "./snapshot/bucket.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";
import { createSnapshotSource } from "./snapshot/source.ts";

/** What the other parts may use of the catalogue; queries and the crawler have public interfaces of their own. */
export type { CatalogueParts } from "./query/index.ts";

export interface DeploymentCatalogue extends CatalogueParts {
  /**
   * The experts from which the models of a tenant's plan are chosen.
   * @param alsoOn whether a provider is switched on for this plan alone; by default none is
   * @param known what the tenant knows of models, where it need not be asked
   */
  expertPool(tenant: string, alsoOn?: CatalogueSettings["isOn"], known?: TenantModelFacts): Promise<ExpertPool>;
}

interface CatalogueSettings {
  readonly bucket: CatalogueBucket;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The endpoints of this deployment's providers. */
  readonly endpoints: () => readonly Endpoint[];
  readonly factsOf: (tenant: string) => Promise<TenantModelFacts>;
  readonly isOn: (provider: ProviderName) => boolean;
}

/** Creates the catalogue of a deployment: the newest snapshot, the deployment's endpoints, and its tenants' own models. */
export function createCatalogue({ bucket, now, endpoints, factsOf, isOn }: CatalogueSettings): DeploymentCatalogue {
  const { current } = createSnapshotSource({ bucket, now, starter });
  /** The deployment's endpoints, then the tenant's; on a name clash the deployment's wins. */
  const withOwn = (own: readonly Endpoint[]): readonly Endpoint[] => {
    const configured = endpoints().map(sameAsNamed);
    const taken = new Set(configured.map(nameOf));
    return [...configured, ...own.filter((endpoint) => !taken.has(nameOf(endpoint)))];
  };
  return {
    current,
    isOn,
    endpoints: async (tenant) => withOwn((await factsOf(tenant)).endpoints),
    async expertPool(tenant, alsoOn = () => false, known) {
      const [snapshot, facts] = await Promise.all([current(), known ?? factsOf(tenant)]);
      // Selection asks for thousands of models, of which most were never called.
      const health = Map.groupBy(facts.health, ({ model }) => model);
      return createExpertPool({
        snapshot,
        endpoints: withOwn(facts.endpoints),
        isOn: (provider) => isOn(provider) || alsoOn(provider),
        health: ({ provider, model, taskType }) =>
          health.get(model)?.find((one) => one.provider === provider && one.taskType === taskType) ?? null,
      });
    },
  };
}

/** The starter catalogue, loaded with its schemas when it is first needed. */
async function starter(): Promise<Snapshot> {
  const [{ buildSnapshot }, { loadStarter }] = await Promise.all([
    import("./snapshot/snapshot.ts"),
    import("./starter/index.ts"),
  ]);
  return buildSnapshot(await loadStarter(), { id: "starter", publishedAt: null });
}

const nameOf = ({ provider, model, taskType }: Pick<Endpoint, "provider" | "model" | "taskType">): string =>
  JSON.stringify([provider, model, taskType]);
