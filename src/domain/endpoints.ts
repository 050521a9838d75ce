/** Where models run. */
export const PROVIDERS = ["embedded", "workers-ai", "openai", "huggingface", "custom"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** A place where one model does one task type: (provider, model id). */
export interface Endpoint {
  readonly provider: ProviderName;
  readonly model: string;
  readonly taskType: string;
  readonly description: string;
  /** SPDX identifier, or "unknown". */
  readonly licence: string;
  /**
   * `full`: as good as a model made for the task. `stand-in`: a simple method that serves where
   * nothing better can run, and never beats a real model that can.
   */
  readonly grade: "full" | "stand-in";
}

export const endpointKey = (endpoint: Pick<Endpoint, "provider" | "model">): string =>
  `${endpoint.provider}:${endpoint.model}`;
