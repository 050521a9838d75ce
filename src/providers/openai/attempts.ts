import { AppError } from "../../domain/errors.ts";

/** The first call and one more: planning has another way to go on, so that patience is short. */
const MAX_ATTEMPTS = 2;
/** A server that asks for a longer wait is left alone. */
export const MAX_WAIT_MS = 5_000;
/** The wait when the server names none; up to half as long again, so that callers don't come back together. */
const USUAL_WAIT_MS = 400;

/**
 * Calls, and once more when the first failure may pass by itself.
 * @throws {AppError} the last failure, or `timeout` when `signal` ends the wait.
 */
export async function inAttempts<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (thrown) {
      const waitMs = attempt < MAX_ATTEMPTS ? waitAfter(thrown) : null;
      if (waitMs === null) throw thrown;
      await pause(waitMs, signal);
    }
  }
}

/** Milliseconds to wait before another call; `null` when there is no sense in one. */
function waitAfter(thrown: unknown): number | null {
  if (!(thrown instanceof AppError) || thrown.code !== "provider-unavailable" || !thrown.retryable) return null;
  const waitMs = thrown.retryAfterMs ?? USUAL_WAIT_MS * (1 + Math.random() / 2);
  return waitMs <= MAX_WAIT_MS ? waitMs : null;
}

async function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  const stop = () => resolve();
  signal.addEventListener("abort", stop);
  try {
    if (!signal.aborted) await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
  if (signal.aborted) throw tooSlow("The language model", signal.reason);
}

/** The failure of a call that its time ran out for. */
export const tooSlow = (called: string, cause: unknown): AppError =>
  new AppError("timeout", `${called} took too long`, { retryable: true, cause });
