import type { EndpointPoll } from "./endpoint-poll.ts";
import type { Endpoint } from "./endpoints.ts";

/** How a model behind a URL is spoken to. */
export const CALL_FORMATS = ["json", "multipart", "hf-inference"] as const;
export type CallFormat = (typeof CALL_FORMATS)[number];

/** A model that a tenant added for itself. No other tenant ever learns of it. */
export interface OwnModel {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly format: CallFormat;
  /** Of the headers that it is called with; their values are secrets. */
  readonly headerNames: readonly string[];
  /** For one that answers later. */
  readonly poll?: EndpointPoll;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
}

/** With its headers, as they are kept: sealed. */
export interface SealedOwnModel extends OwnModel {
  /** Null where there are none. */
  readonly sealedHeaders: string | null;
}

/** Of one tenant: each may stand for selection in every plan of its. */
export const MAX_OWN_MODELS = 100;
