import type { ModelFacts, Price } from "./catalogue.ts";
import type { ProviderName } from "./provider-names.ts";

/** A place where one model does one task type: (provider, model id). */
export interface Endpoint {
  readonly provider: ProviderName;
  readonly model: string;
  readonly taskType: string;
  readonly description: string;
  /** SPDX identifier, or "unknown". */
  readonly licence: string;
  /**
   * `full`: as good as a model made for the task. `stand-in`: a simple method, or a model that does the task by
   * instruction; it serves where nothing better can run.
   */
  readonly grade: "full" | "stand-in";
  /** What it tells of its model itself; it wins over what the catalogue says of a model of that id. */
  readonly stated?: StatedFacts;
}

export type StatedFacts = Partial<Pick<ModelFacts, "parameters" | "bytes" | "languages" | "gated">> & {
  readonly prices?: readonly Price[];
};

export const endpointKey = (endpoint: Pick<Endpoint, "provider" | "model">): string =>
  `${endpoint.provider}:${endpoint.model}`;
