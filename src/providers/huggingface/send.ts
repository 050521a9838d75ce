import { AppError } from "../../domain/errors.ts";
import { type BodyReading, checkParts, parseJson, readBody } from "../answers/body.ts";
import { brokenOff, tooSlow, unpaid, unreachable } from "../answers/failures.ts";

/** The part of `fetch` that is used here. */
export type Send = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * A `fetch` that follows no redirect, as the token is for the server that was named, and that fails in our words.
 * @throws {AppError} `provider-unavailable` where there is no connection, `timeout` once the call's time is over.
 */
export const sending =
  (fetch: typeof globalThis.fetch, name: string): Send =>
  async (url, init) => {
    try {
      return await fetch(url.href, { ...init, redirect: "manual" });
    } catch (cause) {
      if (init.signal?.aborted) throw tooSlow(name, cause);
      const failed = unreachable(name, cause);
      throw init.method === "POST" ? failed : unpaid(failed);
    }
  };

/** An answer whose body was read whole, so that nothing that reads it later can wait or grow. */
export async function readWhole(response: Response, reading: BodyReading): Promise<Response> {
  const body = await readBody(response.body, reading);
  checkParts(body, reading.name);
  const { status, headers } = response;
  return new Response(status === 204 ? null : body, { status, headers });
}

/** @throws {AppError} `provider-unavailable` when it is no JSON, as a body that breaks off is none. */
export async function readJson({ body }: Response, reading: BodyReading): Promise<unknown> {
  const { name } = reading;
  const bytes = await readBody(body, reading);
  try {
    return parseJson(bytes, name);
  } catch (cause) {
    throw cause instanceof AppError ? cause : brokenOff(name, cause);
  }
}
