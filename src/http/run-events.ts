import { AppError } from "../domain/errors.ts";
import type { RunEvent } from "../domain/events.ts";
import type { ConversationRpc } from "../rpc/index.ts";
import { LineBuffer } from "./event-stream.ts";

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
