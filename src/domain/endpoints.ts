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
  /** Tells it from another that has its name at another time; what is chosen is that one and no other. */
  readonly version?: string;
}

export type StatedFacts = Partial<Pick<ModelFacts, "parameters" | "bytes" | "languages" | "gated">> & {
  readonly prices?: readonly Price[];
  /** The id of the model of the catalogue that it is: what is not stated holds as for that one. */
  readonly sameAs?: string;
  /** Whether what it is sent stays in the house of whoever named it; unknown where it is left out. */
  readonly hosted?: Hosted;
};

export const HOSTED = ["here", "elsewhere"] as const;
export type Hosted = (typeof HOSTED)[number];

export const endpointKey = (endpoint: Pick<Endpoint, "provider" | "model">): string =>
  `${endpoint.provider}:${endpoint.model}`;
