import type { Endpoint } from "./endpoints.ts";

/** The request formats for models behind a URL. */
export const CALL_FORMATS = ["json", "multipart", "hf-inference"] as const;
type CallFormat = (typeof CALL_FORMATS)[number];

/** A model that a tenant added for itself; no other tenant can see it. */
export interface OwnModel {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly format: CallFormat;
  /** Names of the headers that it is called with; their values are secret. */
  readonly headerNames: readonly string[];
  /** For one that answers later. */
  readonly poll?: EndpointPoll;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
}

/** An own model as stored, with sealed headers. */
export interface SealedOwnModel extends OwnModel {
  /** Null where there are none. */
  readonly sealedHeaders: string | null;
}

/** Own models per tenant, all of which take part in the selection for each of its plans. */
export const MAX_OWN_MODELS = 100;

/** How an asynchronous endpoint is polled. Every address must be of the endpoint's own origin. */
export interface EndpointPoll {
  /** Where the job's address is: in a header, at a JSON pointer, or made of the id at one. */
  readonly statusUrl:
    | { readonly header: string }
    | { readonly pointer: string }
    | { readonly template: string; readonly id: string };
  /** The field that says how the job stands, and its values in lower case; left out where HTTP's status says it. */
  readonly status?: { readonly pointer: string; readonly done: readonly string[]; readonly failed: readonly string[] };
  /** Where in the last status the result is, or its address. */
  readonly result: { readonly pointer: string } | { readonly url: string };
  readonly intervalMs: number;
  readonly maxMs: number;
}
