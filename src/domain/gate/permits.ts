/** How much a provider may be asked for under one key. */
export interface CallLimits {
  readonly requestsPerMinute: number;
  /** Calls under way at once. */
  readonly concurrency: number;
  /** Calls that may begin at once after a pause. In any minute at most `requestsPerMinute + burst` begin. */
  readonly burst: number;
}

/** One outside call that wants to be made. */
export interface PermitAsk {
  /** Chosen by the caller and never used again; it names the permit afterwards. */
  readonly id: string;
  /** Tenants take turns, and so do the runs of a tenant. */
  readonly tenant: string;
  readonly run: string;
  /** What is called; endpoints fail one by one. */
  readonly endpoint: string;
  /** Who runs it behind the provider, where it passes calls on: a pause is this one's alone, rate and number are not. */
  readonly via?: string;
  /** Within a run, a greater number goes first. */
  readonly priority: number;
  /** For longer than this, in milliseconds, a permit is of no use. */
  readonly maxWaitMs: number;
  /** A permit that was not given back comes back by itself after so many milliseconds. */
  readonly leaseMs: number;
}

/** What became of a call for which there was a permit. */
export type PermitOutcome =
  /** The endpoint answered, be it with a refusal of what it was asked. */
  | { readonly as: "answered" }
  /** It did not answer, or not in time, or said that it cannot. */
  | { readonly as: "failed" }
  /** The provider, or who runs the endpoint behind it, wants to be left alone; for so many milliseconds where it said so. */
  | { readonly as: "rate-limited"; readonly retryAfterMs: number | null }
  /** The call was not made, or its caller left: it says nothing of the endpoint. */
  | { readonly as: "abandoned" };

/** How an endpoint does, as the gate has seen it since it last started. */
export interface CircuitHealth {
  readonly endpoint: string;
  /** `half-open`: one call tries whether the endpoint is back. */
  readonly circuit: "closed" | "open" | "half-open";
  readonly consecutiveFailures: number;
  /** When an open circuit lets a call try it; milliseconds since the epoch. */
  readonly openUntil: number | null;
  /** Calls that came out within the window, and those among them that failed. */
  readonly calls: number;
  readonly failures: number;
}
