import { waitInTime } from "../../waiting.ts";
import { tooSlow, unreachable } from "../answers/failures.ts";

/** What calls need of the world. */
export interface HttpDependencies {
  readonly fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  now(): number;
  /** @throws {AppError} `timeout` when `signal` aborts first. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** The world as it is. */
export const WORLD: HttpDependencies = {
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
  wait: async (ms, signal) => {
    await waitInTime(ms, signal);
    if (signal.aborted) throw tooSlow("The job", signal.reason);
  },
};

/** @throws {AppError} `timeout`, or `provider-unavailable` where there is no connection. */
export async function reach(what: string, signal: AbortSignal, ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (cause) {
    if (signal.aborted) throw tooSlow(what, cause);
    throw unreachable(what, cause);
  }
}
