import type { ConversationRpc } from "../../durable-objects/rpc.ts";
import { AppError } from "../domain/errors.ts";
import type { RunEvent } from "../domain/events.ts";

/** Streams that may break off one after another without an event: a conversation that restarts is there within a second. */
const MAX_BARREN_STREAMS = 5;
/** Before the second stream that brought nothing is taken up again; twice as long each time after. */
const FIRST_WAIT_MS = 100;
/** An event is a row of the ledger, which holds 2 MB at the most. */
const MAX_LINE_CHARS = 4 * 1024 * 1024;

export interface FollowRunOptions {
  /** The `seq` of the last event known; 0 begins at the beginning. */
  readonly after?: number;
  /** Stops following; the run goes on. */
  readonly signal: AbortSignal;
  /** Of milliseconds. */
  readonly wait?: (waitMs: number) => Promise<void>;
}

/**
 * Every event of a run once and in order, up to `run-end`, for surfaces that make something else of them. A stream
 * that breaks off, as when the conversation restarts, is taken up again where it broke.
 * @throws {AppError} what the conversation refuses with; `internal` when its streams bring nothing any more
 */
export async function* followRun(
  rpc: () => ConversationRpc,
  run: string,
  { after = 0, signal, wait = (waitMs) => scheduler.wait(waitMs) }: FollowRunOptions,
): AsyncGenerator<RunEvent, void> {
  let last = after;
  let barren = 0;
  while (barren < MAX_BARREN_STREAMS) {
    if (barren > 1) await wait(FIRST_WAIT_MS * 2 ** (barren - 2));
    barren += 1;
    const stream = await open(rpc(), run, last);
    if (stream === null) continue;
    try {
      for await (const event of eventsIn(stream, signal)) {
        last = event.seq;
        barren = 0;
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
  const decoder = new TextDecoder();
  let rest = "";
  try {
    while (true) {
      signal.throwIfAborted();
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new BrokenStream("The stream broke", { cause });
      });
      signal.throwIfAborted();
      if (done) return;
      const whole = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = whole.pop() ?? "";
      if (rest.length > MAX_LINE_CHARS) throw new AppError("internal", "An event is longer than the ledger can hold");
      // Written by our own ledger a moment ago; a blank line is a heartbeat.
      for (const line of whole) if (line !== "") yield JSON.parse(line) as RunEvent;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}
