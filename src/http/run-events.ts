import { AppError } from "../domain/errors.ts";
import type { EventType, RunEvent } from "../domain/events.ts";
import type { ConversationRpc } from "../rpc/index.ts";
import { rfc3339 } from "./views.ts";

/** Streams in a row that may break off without an event: a conversation restarts within a second. */
const MAX_EMPTY_STREAMS = 5;
/** Before the second retry in a row; doubled before each further one. */
const FIRST_WAIT_MS = 100;

interface FollowRunOptions {
  /** The `seq` of the last event known; 0 begins at the beginning. */
  readonly after?: number;
  /** Stops following; the run goes on. */
  readonly signal: AbortSignal;
  /** Waits before a retry. */
  readonly wait?: (waitMs: number) => Promise<void>;
}

/**
 * Every event of a run once and in order, up to `run-end`. A stream that breaks off, as when the conversation restarts,
 * is resumed where it broke.
 * @throws {AppError} what the conversation refuses with; `internal` when its streams keep breaking off
 */
export async function* followRun(
  rpc: () => ConversationRpc,
  run: string,
  { after = 0, signal, wait = (waitMs) => scheduler.wait(waitMs) }: FollowRunOptions,
): AsyncGenerator<RunEvent, void> {
  let last = after;
  let empty = 0;
  while (empty < MAX_EMPTY_STREAMS) {
    if (empty > 1) await wait(FIRST_WAIT_MS * 2 ** (empty - 2));
    empty += 1;
    const stream = await open(rpc(), run, last);
    if (stream === null) continue;
    try {
      for await (const event of eventsIn(stream, signal)) {
        last = event.seq;
        empty = 0;
        yield event;
        if (event.type === "run-end") return;
      }
    } catch (thrown) {
      if (!(thrown instanceof BrokenStream)) throw thrown;
    }
  }
  throw new AppError("internal", "The events of the run broke off", { retryable: true });
}

/** Null when the call broke off, as a restarted object breaks those to it. */
async function open(rpc: ConversationRpc, run: string, after: number): Promise<ReadableStream<Uint8Array> | null> {
  const opened = await rpc.events(run, after).catch(() => null);
  if (opened === null) return null;
  if (!opened.ok) throw new AppError(opened.error.code, opened.error.message, opened.error);
  return opened.value;
}

/** The other side of the stream is gone. */
class BrokenStream extends Error {}

async function* eventsIn(lines: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<RunEvent, void> {
  const reader = lines.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  const buffer = new LineBuffer();
  try {
    while (true) {
      signal.throwIfAborted();
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new BrokenStream("The stream broke", { cause });
      });
      signal.throwIfAborted();
      if (done) return;
      // Written by our own ledger a moment ago; a blank line is a heartbeat.
      for (const line of buffer.push(value)) if (line !== "") yield JSON.parse(line) as RunEvent;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

/**
 * An event as it is shown. `data` is what the ledger holds, of the type that `EventData` of src/domain/events.ts
 * has for it: times in it are milliseconds, and a file in it has no link (`GET /v1/resources/:id` has it).
 */
interface EventView {
  readonly seq: number;
  readonly at: string;
  readonly type: EventType;
  readonly data: RunEvent["data"];
}

/** How soon a browser connects again when the stream breaks off. */
const RECONNECT_MS = 1_000;

/**
 * Turns the ledger's stream of events (one JSON `RunEvent` a line, a blank line as a heartbeat) into
 * `text/event-stream`, with `seq` as the id that a client resumes from.
 */
export function serverSentEvents(lines: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const buffer = new LineBuffer();
  const encoder = new TextEncoder();
  return lines.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode(`retry: ${RECONNECT_MS}\n\n`));
      },
      transform(chunk, controller) {
        const whole = buffer.push(chunk);
        if (whole.length > 0) controller.enqueue(encoder.encode(whole.map(frame).join("")));
      },
    }),
  );
}

function frame(line: string): string {
  if (line === "") return ": heartbeat\n\n";
  // Written by our own ledger a moment ago.
  const event = JSON.parse(line) as RunEvent;
  const { seq, at, type, data } = event;
  const view: EventView = { seq, at: rfc3339(at), type, data };
  return `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify(view)}\n\n`;
}

export const EVENT_STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  // Tells nginx and its like to pass every event on at once.
  "x-accel-buffering": "no",
} as const;

/** An event is a row of the ledger, which holds 2 MB at the most. */
const MAX_LINE_CHARS = 4 * 1024 * 1024;

/** Splits the ledger's stream into lines. */
class LineBuffer {
  readonly #decoder = new TextDecoder();
  #rest = "";

  /** The lines that this chunk completes. @throws {AppError} `internal` for a line that no event can be */
  push(chunk: Uint8Array): readonly string[] {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > MAX_LINE_CHARS) {
      throw new AppError("internal", "An event is longer than the ledger can hold");
    }
    return lines;
  }
}
