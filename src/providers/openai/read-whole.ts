import { readBody } from "../answers/bounded-body.ts";
import { loadingMs } from "../answers/failures.ts";
import { checkParts } from "../answers/json.ts";

/** A plan of 8,192 tokens in JSON is a tenth of it. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * A `fetch` whose answers are read whole before anybody sees them: the client library bounds the wait for the head of
 * an answer and lets its body stall or grow; so its bound is for both. Redirects are not followed, as the key is for
 * the server that was named.
 */
export const readingWhole =
  (fetch: typeof globalThis.fetch, model: string): typeof globalThis.fetch =>
  async (input, init) =>
    readWhole(await fetch(input, { ...init, redirect: "manual" }), model, init?.signal ?? NEVER);

/** The library gives a signal with every request; this one is for its types. */
const NEVER = new AbortController().signal;

/**
 * A `fetch` that passes on what succeeds as it comes, for a caller that bounds it, and reads whole what does not.
 * `signal` ends bodies too.
 */
export const readingFailures =
  (
    fetch: typeof globalThis.fetch,
    { model, signal }: { readonly model: string; readonly signal: AbortSignal },
  ): typeof globalThis.fetch =>
  async (input, init) => {
    const either = AbortSignal.any(init?.signal ? [signal, init.signal] : [signal]);
    const response = await fetch(input, { ...init, redirect: "manual", signal: either });
    return response.ok ? response : readWhole(response, model, either);
  };

async function readWhole(response: Response, model: string, signal: AbortSignal): Promise<Response> {
  const body = await readBody(response.body, { name: model, maxBytes: MAX_ANSWER_BYTES, signal });
  checkParts(body, model);
  const { status, ok } = response;
  const headers = new Headers(response.headers);
  // Hugging Face's servers say it in the body, which the client library keeps to itself.
  const waitMs = ok || headers.has("retry-after") ? undefined : loadingMs(new TextDecoder().decode(body));
  if (waitMs !== undefined) headers.set("retry-after", String(Math.ceil(waitMs / 1_000)));
  return new Response(status === 204 || status === 304 ? null : body, { status, headers });
}
