import { createParser } from "eventsource-parser";
import type { EventType, RunEvent } from "../domain/events.ts";
import { ApiError, isRecord, parse } from "./api-error.ts";

/** Complete, so that a new event type fails to compile here; one of a newer server is passed over. */
const KNOWN: Readonly<Record<EventType, true>> = {
  "run-start": true,
  "plan-start": true,
  "plan-end": true,
  "selection-end": true,
  "approval-required": true,
  "plan-revised": true,
  "approval-given": true,
  "task-start": true,
  "task-progress": true,
  "task-retry": true,
  "task-end": true,
  "budget-reserved": true,
  "budget-settled": true,
  "budget-warning": true,
  "run-pause": true,
  "run-resume": true,
  "run-cancel": true,
  "answer-start": true,
  "answer-delta": true,
  "run-end": true,
};

/** One event is a row of the ledger: 2 MB at most, and UTF-16 has no more units than UTF-8 has bytes. */
const MAX_EVENT_CHARS = 4 * 1024 * 1024;
/** The server sends a heartbeat every 15 s: three missed ones mean a dead connection. */
export const SILENCE_LIMIT_MS = 46_000;

/** An event as it came, or only its number when its type is not known here. */
export type Received = { readonly seq: number; readonly event: RunEvent | null };

const isKnownType = (type: unknown): type is EventType => typeof type === "string" && Object.hasOwn(KNOWN, type);

/** An event on the wire is `{seq, at, type, data}` with `at` in RFC 3339; inside, times are milliseconds. */
function readEvent(text: string): Received {
  const value = parse(text);
  const at = isRecord(value) && typeof value.at === "string" ? Date.parse(value.at) : Number.NaN;
  if (!isRecord(value) || !Number.isSafeInteger(value.seq) || Number.isNaN(at)) {
    throw new ApiError("unexpected-answer", 200, "The server sent an event that is not one of a run");
  }
  const seq = Number(value.seq);
  const { type, data } = value;
  if (!isKnownType(type) || !isRecord(data)) return { seq, event: null };
  // What each type carries is for the server to keep: its OpenAPI document describes it.
  return { seq, event: { seq, at, type, data } as unknown as RunEvent };
}

/**
 * The events of one `text/event-stream` response, as they come. Ends with the response; the response is let go
 * when the caller stops early.
 * @param signal ends it also where the `fetch` that the response came by is deaf to signals
 * @throws {ApiError} `unexpected-answer` for what is not an event, `unreachable` after too long a silence.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Received> {
  const received: string[] = [];
  let tooLong = false;
  const parser = createParser({
    onEvent: (message) => received.push(message.data),
    onError: (error) => {
      tooLong ||= error.type === "max-buffer-size-exceeded";
    },
    maxBufferSize: MAX_EVENT_CHARS,
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    while (true) {
      signal?.throwIfAborted();
      const { done, value } = await beforeSilence(reader.read(), signal);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      if (tooLong) throw new ApiError("unexpected-answer", 200, "The server sent an event without end");
      for (const data of received.splice(0)) yield readEvent(data);
    }
  } finally {
    // Not waited for: who stops has no use for it. A stream that broke has nothing left to cancel, and rejects.
    void reader.cancel().catch(() => {});
  }
}

async function beforeSilence<T>(reading: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = (): void => {};
  // Node 20 and browsers of its time have no `Promise.withResolvers`.
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ApiError("unreachable", 0, `The server said nothing for ${SILENCE_LIMIT_MS / 1000} s`));
    }, SILENCE_LIMIT_MS);
    stop = () => reject(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
