import type { DeploymentFacts } from "../src/domain/system-facts.ts";

/** A deployment where nothing is switched on. */
export const BARE_DEPLOYMENT: DeploymentFacts = {
  needsKey: false,
  languageModel: null,
  providers: [],
  retentionDays: null,
};
