import type { EndpointCall } from "../../src/domain/experts.ts";

/** Calls that a conversation still has to make to other objects. */
export interface Owed {
  /** To the tenant. */
  readonly "run-ended": {
    readonly run: string;
    readonly calls: readonly EndpointCall[];
    readonly usd: number;
    /** The files that the run stored; left out in entries of earlier versions. */
    readonly bytes?: number;
    /** The own part of the goal that it worked for; left out for none. */
    readonly goal?: string;
  };
  /** To the goal that the run works for: look at the run. */
  readonly "run-told": { readonly goal: string; readonly run: string };
  /** To the runners. */
  readonly "forget-run": { readonly run: string; readonly shards: readonly number[] };
  /** To the tenant: other webhooks are parked here than before. */
  readonly "parked-changed": Readonly<Record<string, never>>;
  /** To the tenant: an endpoint wants no more webhooks. */
  readonly "endpoint-gone": { readonly endpoint: string; readonly reason: string };
  /** To the tenant: this conversation is gone. */
  readonly "close-conversation": null;
}
