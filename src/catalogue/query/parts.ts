import type { Endpoint } from "../../domain/endpoints.ts";
import type { ProviderName } from "../../domain/provider-names.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** What queries are answered from. */
export interface CatalogueParts {
  /** The newest snapshot that this isolate knows of. */
  current(): Promise<Snapshot>;
  /** What this deployment and the tenant's own models offer to call. */
  endpoints(tenant: string): Promise<readonly Endpoint[]>;
  /** Whether the models that the catalogue knows at a provider can be called here. */
  readonly isOn: (provider: ProviderName) => boolean;
}
