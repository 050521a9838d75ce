/** Tasks of one run under way at once: forty shards. Plans have 256 at the most. */
export const MAX_RUNNING_TASKS = 240;
/**
 * Of those that wait for one another, fewer: the ones that compute inside the server, and all once the gate of a provider
 * has refused one. More would wait so long that their time is over before it is their turn.
 */
export const MAX_CROWDED_TASKS = 60;

/** Failed attempts at one candidate before the next one gets its turn. */
export const MAX_FAILURES_PER_CANDIDATE = 3;

/**
 * Times that the gate before a provider may refuse a candidate's call before that counts as its failing. Each says when
 * to come back, so that they last for minutes where a provider is asked for more than it takes.
 */
export const MAX_REFUSALS_PER_CANDIDATE = 20;

/**
 * The third attempt that vanishes with its process is the last: it may be what kills the process. One of an embedded
 * expert is the last at once: see `withQuarantine`.
 */
export const MAX_LOST_ATTEMPTS = 3;

/** First wait before a retry; doubles with each failure. */
export const RETRY_BASE_MS = 500;
export const RETRY_MAX_MS = 30_000;

/** A provider that asks for a longer wait is left for the next candidate. */
export const MAX_RETRY_AFTER_MS = 30_000;

/** Planning and answering may call an LLM for half a minute, and be retried inside. */
export const LANGUAGE_STEP_TIMEOUT_MS = 120_000;

/** How long an outcome may be late before the ledger stops waiting for it. */
export const DEADLINE_GRACE_MS = 5_000;

/** A run that waits for a person this long is cancelled. */
export const MAX_WAIT_FOR_PERSON_MS = 7 * 24 * 60 * 60_000;

/**
 * A wait in milliseconds before attempt `attempt + 1`, between half and the whole of the exponential
 * step ("equal jitter"). The jitter is a hash of the attempt, so that the decision stays pure.
 */
export function retryDelayMs(key: string, failures: number): number {
  const step = Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** Math.max(0, failures - 1));
  let hash = 0x811c9dc5;
  for (const character of `${key}:${failures}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return Math.round(step / 2 + (step / 2) * ((hash >>> 0) / 0xffffffff));
}
