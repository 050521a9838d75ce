/** A plan of 8,192 tokens in JSON is a tenth of it. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

/** The server's answer has more bytes than any honest one. */
export class TooLongError extends Error {}

/**
 * A `fetch` whose answers are read whole before anybody sees them: the client library bounds the wait for the head of
 * an answer and lets its body stall or grow; so its bound is for both. Redirects are not followed, as the key is for
 * the server that was named.
 */
export const readingWhole =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "manual" });
    const body = await readBody(response);
    const { status, headers } = response;
    return new Response(status === 204 || status === 304 ? null : body, { status, headers });
  };

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
