import type { EndpointCall } from "../../src/domain/experts.ts";
import type { WebhooksOwed } from "../webhooks/deliverer.ts";

/** Calls that a conversation still has to make to other objects. */
export interface Owed extends WebhooksOwed {
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
  /** To the tenant: this conversation is gone. */
  readonly "close-conversation": null;
}
