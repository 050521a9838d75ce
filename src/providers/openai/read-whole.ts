/** A plan of 8,192 tokens in JSON is a tenth of it. */
export const MAX_ANSWER_BYTES = 1024 * 1024;
/** A model that takes longer to load than this is told as it is: nobody waits so long. */
const MAX_LOADING_SECONDS = 3_600;

/** The server's answer has more bytes than any honest one. */
export class TooLongError extends Error {}

/**
 * A `fetch` whose answers are read whole before anybody sees them: the client library bounds the wait for the head of
 * an answer and lets its body stall or grow; so its bound is for both. Redirects are not followed, as the key is for
 * the server that was named.
 */
export const readingWhole =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) =>
    readWhole(await fetch(input, { ...init, redirect: "manual" }));

/**
 * A `fetch` that passes on what succeeds as it comes, for a caller that bounds it, and reads whole what does not.
 * `signal` ends bodies too.
 */
export const readingFailures =
  (fetch: typeof globalThis.fetch, signal: AbortSignal): typeof globalThis.fetch =>
  async (input, init) => {
    const signals = init?.signal ? [signal, init.signal] : [signal];
    const response = await fetch(input, { ...init, redirect: "manual", signal: AbortSignal.any(signals) });
    return response.ok ? response : readWhole(response);
  };

async function readWhole(response: Response): Promise<Response> {
  const body = await readBody(response);
  const { status, ok } = response;
  const headers = new Headers(response.headers);
  const loadingSeconds = ok || headers.has("retry-after") ? null : loadingTime(body);
  if (loadingSeconds !== null) headers.set("retry-after", String(loadingSeconds));
  return new Response(status === 204 || status === 304 ? null : body, { status, headers });
}

/**
 * How long a cold model will take, in seconds: Hugging Face's servers say it in the body, which the client library
 * keeps to itself: `{"error": "Model … is currently loading", "estimated_time": 20.0}`.
 */
function loadingTime(body: string): number | null {
  const seconds = Number(/"estimated_time"\s*:\s*([\d.]+)/.exec(body)?.[1] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.ceil(Math.min(seconds, MAX_LOADING_SECONDS)) : null;
}

/** The body as text. @throws {TooLongError} when it is longer than it may be. */
async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_ANSWER_BYTES) throw new TooLongError();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
