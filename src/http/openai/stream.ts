import { withoutHow } from "../../domain/answer-form.ts";
import { callsIn, type EventData, type RunEvent } from "../../domain/events.ts";
import { baseKind } from "../../domain/kinds.ts";
import { within } from "../../waiting.ts";
import type { AppContext } from "../context.ts";
import { EVENT_STREAM_HEADERS } from "../event-stream.ts";
import { BoundedAnswer } from "./answer-bounds.ts";
import { answerLinks } from "./answer-links.ts";
import type { ChatRun, ClientDisconnect, CompletionIdentity } from "./chat-run.ts";
import { audioOf, failureOf, jsonAnswerOf, metadataOf, toolCallsOf, usageOf } from "./completion.ts";
import { brokenOff } from "./errors.ts";
import { ProgressLines } from "./progress.ts";
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

/** Frames as a stream of events; what breaks them off is told as the last of them. */
export function streamFrames(c: AppContext, disconnect: ClientDisconnect, chunks: Frames): Response {
  const frames = withKeepAlive(withError(c, disconnect, chunks));
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

type Frames = AsyncGenerator<string, void>;

async function* withError(c: AppContext, disconnect: ClientDisconnect, chunks: Frames): Frames {
  try {
    yield* chunks;
  } catch (thrown) {
    if (disconnect.signal.aborted) return;
    yield errorFrame(brokenOff(c, thrown));
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

async function* chunksOf(c: AppContext, stream: ChatRun): Frames {
  const { identity, conversation, options } = stream;
  const writer = new ChunkWriter(identity, options);
  const reader = new RunReader(options.explains);
  const links = answerLinks(c, (id) => reader.pictures.has(id));
  const bounded = new BoundedAnswer(options.bounds);
  yield writer.begin({ conversation });
  for await (const event of stream.events) {
    const { line, text } = reader.read(event);
    yield* writer.line(line);
    if (!options.isJson) yield* writer.text(await links.push(bounded.push(text)));
  }
  const run = await stream.ended();
  const failed = failureOf(run);
  if (failed) return yield errorFrame(failed);
  yield* writer.text((await links.push(bounded.end())) + (await links.end()));
  if (run.calls) yield* writer.calls(toolCallsOf(run));
  else if (options.isJson) yield writer.chunk(jsonAnswerOf(run));
  const audio = await audioOf(c, run, options.audio);
  if (audio) yield writer.chunk({ audio });
  yield* writer.end(metadataOf(run), usageOf(run), run.calls ? "tool_calls" : bounded.finish);
}

/** Makes of each event of a run its line of progress and its piece of the answer. */
class RunReader {
  readonly pictures = new Set<string>();
  readonly #lines = new ProgressLines();
  readonly #answer: AppendOnlyAnswer;
  #hasTasks = false;
  #hasCalls = false;
  #succeeded = 0;

  /** @param explains false where the answer is to end before how it was done */
  constructor(explains: boolean) {
    this.#answer = new AppendOnlyAnswer(explains ? undefined : withoutHow);
  }

  read(event: RunEvent): { readonly line: string | null; readonly text: string } {
    return { line: this.#lines.after(event), text: this.#textOf(event) };
  }

  #textOf(event: RunEvent): string {
    // What is said of calls is for people, and programs are told them as such.
    if (this.#hasCalls) return "";
    switch (event.type) {
      case "plan-end":
        this.#hasTasks = event.data.planned.as === "plan";
        this.#hasCalls = callsIn(event.data.planned).length > 0;
        return "";
      case "task-end":
        this.#note(event.data);
        return "";
      case "answer-start":
        this.#answer.begin();
        return "";
      case "answer-delta":
        // Where nothing was made the run fails, and its answer is what the error says.
        return this.#hasTasks && this.#succeeded === 0 ? "" : this.#answer.write(event.data.text);
      case "run-end": {
        const { status, answer } = event.data;
        return status === "succeeded" || status === "partial" ? this.#answer.end(answer) : "";
      }
      default:
        return "";
    }
  }

  #note({ status, outputs }: EventData["task-end"]): void {
    if (status === "succeeded") this.#succeeded += 1;
    for (const value of Object.values(outputs))
      if (value.as === "resource" && baseKind(value.kind) === "image") this.pictures.add(value.resource.id);
  }
}

/** The frames, with a comment between two that are more than `KEEP_ALIVE_MS` apart. */
async function* withKeepAlive(frames: Frames): Frames {
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

/**
 * Turns the deltas of an answer, which a retried attempt begins anew, into text that is only appended to, as what was
 * sent cannot be taken back. A new attempt adds nothing until it has come as far as what was sent; if the answer ends up
 * different, the whole of it follows behind a rule.
 */
export class AppendOnlyAnswer {
  readonly #shown: (answer: string, isWhole: boolean) => string;
  #sent = "";
  #written = "";

  /** @param shown what of an answer is sent: more and more of it as it grows, in the end all */
  constructor(shown: (answer: string, isWhole: boolean) => string = (answer) => answer) {
    this.#shown = shown;
  }

  begin(): void {
    this.#written = "";
  }

  /** The text to send now; often empty. */
  write(piece: string): string {
    this.#written += piece;
    const shown = this.#shown(this.#written, false);
    return shown.startsWith(this.#sent) ? this.#send(shown) : "";
  }

  /** The text that is still to be sent of the final answer. */
  end(answer: string): string {
    const shown = this.#shown(answer, true);
    if (shown.startsWith(this.#sent)) return this.#send(shown);
    return `\n\n---\n\n${shown}`;
  }

  #send(whole: string): string {
    const rest = whole.slice(this.#sent.length);
    this.#sent = whole;
    return rest;
  }
}
