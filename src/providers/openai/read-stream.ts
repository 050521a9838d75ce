import { AppError } from "../../domain/errors.ts";
import { readingFailures, TooLongError } from "./read-whole.ts";

/** The longest answer allowed, a word of it in each event of some hundreds of bytes, and twice that. */
export const MAX_STREAM_BYTES = 8 * 1024 * 1024;

/** A `fetch` for server-sent events: what is none is refused, and what has no end is ended. `signal` ends all of it. */
export const readingStreams =
  (fetch: typeof globalThis.fetch, { model, signal }: { readonly model: string; readonly signal: AbortSignal }) =>
  async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const response = await readingFailures(fetch, signal)(input, init);
    if (!response.ok) return response;
    if (!/^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "")) {
      await response.body?.cancel();
      throw new AppError("provider-rejected", `${model} answered in another way than word by word`);
    }
    const { status, headers } = response;
    return new Response(response.body?.pipeThrough(counting(MAX_STREAM_BYTES)) ?? null, { status, headers });
  };

function counting(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      length += chunk.byteLength;
      if (length > maxBytes) throw new TooLongError();
      controller.enqueue(chunk);
    },
  });
}
