import { AppError } from "../../domain/errors.ts";

/** What calls need of the world. */
export interface Surroundings {
  readonly fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  now(): number;
  /** @throws {AppError} `timeout` when `signal` aborts first. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** The world as it is. */
export const WORLD: Surroundings = {
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(new AppError("timeout", "The attempt was over before the job was done", { retryable: true }));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true });
    }),
};

/** @throws {AppError} `timeout`, or `provider-unavailable` where there is no connection. */
export async function reach(what: string, signal: AbortSignal, ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (cause) {
    if (signal.aborted) throw new AppError("timeout", `${what} took too long`, { retryable: true, cause });
    throw new AppError("provider-unavailable", `${what} cannot be reached`, { retryable: true, cause });
  }
}
