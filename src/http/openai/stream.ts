import { within } from "../../waiting.ts";
import type { AppContext } from "../context.ts";
import { EVENT_STREAM_HEADERS } from "../event-stream.ts";
import { answerParts } from "./answer-parts.ts";
import type { ChatRun, ClientDisconnect, CompletionIdentity } from "./chat-run.ts";
import { audioOf, metadataOf, usageOf } from "./completion.ts";
import { brokenOff } from "./errors.ts";
import type { ChatOptions } from "./read-request.ts";
import type { ChatMetadata, ChatToolCall, ChatUsage, FinishReason, OpenAiError } from "./schemas.ts";

/**
 * A client that left is noticed when something is written to it, and proxies close a connection on which nothing is said
 * for a minute.
 */
const KEEP_ALIVE_MS = 2_000;
const KEEP_ALIVE = ": keep-alive\n\n";

/** The answer in chunks as it is written, with the progress of the run before it. */
export const streamCompletion = (c: AppContext, stream: ChatRun): Response =>
  streamFrames(c, stream.disconnect, chunksOf(c, stream));

/** StreamFrames as a stream of events; what breaks them off is told as the last of them. @param asFrame writes that */
export function streamFrames(
  c: AppContext,
  disconnect: ClientDisconnect,
  chunks: StreamFrames,
  asFrame: (error: OpenAiError) => string = errorFrame,
): Response {
  const frames = withKeepAlive(withError(c, disconnect, chunks, asFrame));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await frames.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        disconnect.end();
        controller.close();
      },
      cancel: () => disconnect.leave(),
    },
    { highWaterMark: 0 },
  );
  return c.body(body, 200, EVENT_STREAM_HEADERS);
}

export type StreamFrames = AsyncGenerator<string, void>;

async function* withError(
  c: AppContext,
  disconnect: ClientDisconnect,
  chunks: StreamFrames,
  asFrame: (error: OpenAiError) => string,
): StreamFrames {
  try {
    yield* chunks;
  } catch (thrown) {
    if (disconnect.signal.aborted) return;
    yield asFrame(brokenOff(c, thrown));
  }
}

const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
export const errorFrame = (error: OpenAiError): string => frame({ error });

/** Writes the chunks of one answer, with progress where the client wants it. */
export class ChunkWriter {
  readonly #common: object;
  readonly #options: Pick<ChatOptions, "progress" | "includesUsage">;
  #isQuoting = false;
  #hasBegun = false;

  constructor(identity: CompletionIdentity, options: Pick<ChatOptions, "progress" | "includesUsage">) {
    this.#options = options;
    this.#common = { ...identity, object: "chat.completion.chunk", ...(options.includesUsage ? { usage: null } : {}) };
  }

  chunk(delta: object, finish: FinishReason | null = null): string {
    return frame({ ...this.#common, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  }

  begin(metadata: ChatMetadata): string {
    return this.chunk({ role: "assistant", content: "", metadata });
  }

  /** A line of progress, as no frame or one. */
  *line(line: string | null): Generator<string, void> {
    const { progress } = this.#options;
    if (line === null) return;
    if (progress === "reasoning") yield this.chunk({ reasoning_content: `${line}\n` });
    if (progress === "content" && !this.#hasBegun) {
      this.#isQuoting = true;
      // Two spaces end a line of Markdown.
      yield this.chunk({ content: `> ${line}  \n` });
    }
  }

  /** A piece of the answer, as no frame or one. */
  *text(text: string): Generator<string, void> {
    if (text === "") return;
    const shown = this.#isQuoting ? `\n${text}` : text;
    this.#isQuoting = false;
    this.#hasBegun = true;
    yield this.chunk({ content: shown });
  }

  /** Each call in two pieces, as clients put them together: its name, then its arguments. */
  *calls(calls: readonly ChatToolCall[]): Generator<string, void> {
    for (const [index, { id, type, function: called }] of calls.entries()) {
      yield this.chunk({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: "" } }] });
      yield this.chunk({ tool_calls: [{ index, function: { arguments: called.arguments } }] });
    }
  }

  *end(metadata: ChatMetadata, usage: ChatUsage, finish: FinishReason = "stop"): Generator<string, void> {
    yield this.chunk({ metadata }, finish);
    if (this.#options.includesUsage) yield frame({ ...this.#common, choices: [], usage });
    yield "data: [DONE]\n\n";
  }
}

async function* chunksOf(c: AppContext, stream: ChatRun): StreamFrames {
  const { identity, conversation, options } = stream;
  const writer = new ChunkWriter(identity, options);
  yield writer.begin({ conversation });
  for await (const part of answerParts(c, stream)) {
    if (part.as === "line") yield* writer.line(part.line);
    if (part.as === "text") yield* writer.text(part.text);
    if (part.as === "failed") return yield errorFrame(part.error);
    if (part.as !== "end") continue;
    const { run, said, finish } = part;
    if (said.tool_calls) yield* writer.calls(said.tool_calls);
    else if (options.isJson) yield writer.chunk(said);
    const audio = await audioOf(c, run, options.audio);
    if (audio) yield writer.chunk({ audio });
    yield* writer.end(metadataOf(run), usageOf(run), finish);
  }
}

/** The frames, with a comment between two that are more than `KEEP_ALIVE_MS` apart. */
async function* withKeepAlive(frames: StreamFrames): StreamFrames {
  while (true) {
    const next = frames.next();
    for (let result: IteratorResult<string, void> | null = null; result === null; ) {
      result = await within(next, KEEP_ALIVE_MS);
      if (result === null) yield KEEP_ALIVE;
      else if (result.done) return;
      else yield result.value;
    }
  }
}
