import type { CatalogueParts } from "../../src/catalogue/query/index.ts";
import type { CatalogueModel } from "../../src/domain/catalogue.ts";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import { snapshotOf } from "../catalogue/query/models.ts";
import { ALICE } from "./caller.ts";
import { type Backstage, createBackstage } from "./doubles.ts";

/** A backstage with a catalogue of these models, and with models that only Alice may call. */
export function createCataloguing(models: readonly CatalogueModel[], alices: readonly Endpoint[] = []): Backstage {
  const backstage = createBackstage();
  const snapshot = snapshotOf(models, "2026-11-22");
  const deployed = backstage.wiring.providers.flatMap((provider) => provider.endpoints());
  const catalogue: CatalogueParts = {
    current: () => snapshot,
    endpoints: async (tenant) => (tenant === ALICE ? [...deployed, ...alices] : deployed),
    isOn: () => false,
  };
  return { ...backstage, wiring: { ...backstage.wiring, catalogue } };
}
