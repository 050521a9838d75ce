import { reach, throwUnpaid } from "../answers/failures.ts";

/** The part of `fetch` that is used here. */
export type Send = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * A `fetch` that follows no redirect, as the token is for the server that was named, and that fails in our words.
 * @throws {AppError} `provider-unavailable` where there is no connection, `timeout` once the call's time is over.
 */
export const sending =
  (fetch: typeof globalThis.fetch, name: string): Send =>
  async (url, init) => {
    const answer = reach(name, init.signal, () => fetch(url.href, { ...init, redirect: "manual" }));
    return init.method === "POST" ? answer : answer.catch(throwUnpaid);
  };
