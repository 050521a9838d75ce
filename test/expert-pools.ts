import type { ModelFacts } from "../src/domain/catalogue.ts";
import type { Endpoint } from "../src/domain/endpoints.ts";
import type { Elsewhere, Expert, ExpertPool } from "../src/domain/experts.ts";
import { isKnownLicence } from "../src/domain/licences.ts";

const NOTHING_ELSEWHERE: Elsewhere = { count: 0, providers: [] };

/** What is known of a model of which nobody knows more than its endpoint tells. */
export const factsOf = (endpoint: Endpoint, more: Partial<ModelFacts> = {}): ModelFacts => ({
  ...{
    id: endpoint.model,
    organization: null,
    parameters: null,
    parametersConfidence: "unsure",
    bytes: null,
    bytesConfidence: "unsure",
  },
  ...{ licence: endpoint.licence, licenceConfidence: isKnownLicence(endpoint.licence) ? "sure" : "unsure" },
  ...{ languages: null, scores: [], downloads: null, downloadsOn: null, gated: null },
  ...more,
});

export const expertOf = (endpoint: Endpoint, more: Partial<ModelFacts> = {}): Expert => ({
  endpoint,
  facts: factsOf(endpoint, more),
  prices: [],
});

/** A pool of these experts, of whose health nothing is known. */
export const poolOf = (experts: readonly Expert[]): ExpertPool => ({
  experts: (taskType) => experts.filter(({ endpoint }) => endpoint.taskType === taskType),
  health: () => null,
  elsewhere: () => NOTHING_ELSEWHERE,
  knows: () => false,
});

/** A pool of endpoints that tell of themselves. */
export const poolOfEndpoints = (endpoints: readonly Endpoint[]): ExpertPool =>
  poolOf(endpoints.map((one) => expertOf(one)));
