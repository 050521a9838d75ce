import { AppError } from "../../domain/errors.ts";
import { boundedBody, mediaTypeOf } from "../answers/bounded-body.ts";
import { MAX_EVENT_BYTES, MAX_STREAM_BYTES } from "./parts.ts";
import { readingFailures } from "./read-whole.ts";

/** A `fetch` for server-sent events: what is none is refused, and what has no end is ended. `signal` ends all of it. */
export const readingStreams =
  (fetch: typeof globalThis.fetch, { model, signal }: { readonly model: string; readonly signal: AbortSignal }) =>
  async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const response = await readingFailures(fetch, { model, signal })(input, init);
    if (!response.ok) return response;
    if (mediaTypeOf(response) !== "text/event-stream") {
      await response.body?.cancel();
      throw new AppError("provider-rejected", `${model} answered in another way than word by word`);
    }
    const { status, headers } = response;
    const body = boundedBody(response.body, { name: model, maxBytes: MAX_STREAM_BYTES, signal });
    return new Response(body.pipeThrough(withoutLongLines(model)), { status, headers });
  };

const LINE_END = 10;

/** The client library holds a line until it ends, and copies what it holds for each piece that comes. */
function withoutLongLines(model: string): TransformStream<Uint8Array, Uint8Array> {
  let held = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      const lastEnd = chunk.lastIndexOf(LINE_END);
      held = lastEnd === -1 ? held + chunk.byteLength : chunk.byteLength - lastEnd;
      if (held > MAX_EVENT_BYTES)
        throw new AppError("provider-rejected", `${model} answered with a line of more than ${MAX_EVENT_BYTES} bytes`);
      controller.enqueue(chunk);
    },
  });
}
