import { AppError } from "../../domain/errors.ts";
import type { StreamPart } from "../../planning/language/language-model.ts";
import { boundedBody } from "../answers/bounded-body.ts";
import { MAX_EVENT_BYTES, MAX_STREAM_BYTES, partsOf } from "../openai/parts.ts";

/** Who streams, and until when. */
interface Streaming {
  readonly model: string;
  readonly signal: AbortSignal;
}

/**
 * An answer out of the server-sent events of a model of Workers AI:
 * https://developers.cloudflare.com/workers-ai/features/streaming/ (as `stream: true` of the binding gives them).
 * @throws {AppError} as `partsOf` does.
 */
export async function* readStream(
  body: ReadableStream<Uint8Array>,
  { model, signal }: Streaming,
): AsyncGenerator<StreamPart> {
  let isDone = false;
  async function* untilDone(): AsyncGenerator<unknown> {
    for await (const data of eventsOf(body, { model, signal })) {
      isDone = data === "[DONE]";
      if (isDone) return;
      yield parse(data);
    }
  }
  yield* partsOf(untilDone(), model, () => isDone);
}

/** The data of each event. */
async function* eventsOf(body: ReadableStream<Uint8Array>, { model, signal }: Streaming): AsyncGenerator<string> {
  const { createParser } = await import("eventsource-parser");
  const decoder = new TextDecoder();
  const come: string[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_BYTES,
    onEvent: ({ data }) => void come.push(data),
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded")
        throw new AppError("provider-rejected", `${model} answered with an event of too great a length`);
    },
  });
  for await (const chunk of boundedBody(body, { name: model, maxBytes: MAX_STREAM_BYTES, signal })) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* come.splice(0);
  }
  // The blank line behind the last event may be missing; half an event is none.
  parser.feed("\n\n");
  yield* come.filter((data) => data === "[DONE]" || parse(data) !== undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
