/** What is used of `fetch`, so that a test or a service binding can stand in. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Where the server listens, for example `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly fetch?: Fetch;
  /** How often a call that may be repeated is tried again when nobody answers, or the server cannot now; 2 when left out. */
  readonly retries?: number;
  /** How long a call may take in all until it is answered; two minutes when left out. Uploads have no limit but one that is given. */
  readonly timeoutMs?: number;
  /** Waits before another try; a test passes its own. */
  readonly pause?: Sleep;
}

/** Resolves after `ms`, or rejects with the signal's reason. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** What follows a run takes a signal alone: `AbortSignal.timeout(ms)` limits it. */
export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's own. */
  readonly timeoutMs?: number | undefined;
}

/** What a message is sent with. */
export interface SendOptions extends CallOptions {
  /** The caller's own token of Hugging Face, for this message alone. */
  readonly hfToken?: string | undefined;
}

export interface StartOptions extends SendOptions {
  /**
   * A repeat with the same key within a day returns the same run instead of starting another. Left out, each call has
   * one of its own, so that no retry of the client's makes two runs; a key of yours lasts beyond the process.
   */
  readonly idempotencyKey?: string | undefined;
}
