import { createParser } from "eventsource-parser";
import type { EventType, RunEvent } from "../domain/events.ts";
import { ApiError, isRecord, parse } from "./api-error.ts";
import { isPassing, type Sleep } from "./connection.ts";

/** Tries in a row that bring nothing new before the client gives up: about half a minute with the waits below. */
export const MAX_FAILURES_IN_A_ROW = 8;
const BACKOFF_BASE_MS = 250;
const BACKOFF_MAX_MS = 8_000;

export interface FollowEventsOptions {
  /** `seq` of the last event already known; 0 for none. */
  readonly after: number;
  readonly signal: AbortSignal | undefined;
  /** Opens the stream of the events after `lastSeq`. Throws an `ApiError` for an error status. */
  open(lastSeq: number): Promise<Response>;
  /** True when the run has ended, so that a stream with nothing more in it is no fault. */
  isOver(): Promise<boolean>;
  readonly pause: Sleep;
}

/**
 * Every event of a run after `after` once, in order, up to `run-end`, over as many connections as that takes.
 * @throws {ApiError} what the server refused for good, or the last failure once there were too many in a row.
 */
export async function* follow(options: FollowEventsOptions): AsyncGenerator<RunEvent> {
  let last = options.after;
  let failures = 0;
  while (true) {
    let fault: unknown;
    const before = last;
    try {
      const { body } = await options.open(last);
      if (body) {
        for await (const { seq, event } of readEventStream(body, options.signal)) {
          options.signal?.throwIfAborted();
          if (seq <= last) continue;
          if (seq !== last + 1) throw new ApiError("unexpected-answer", 200, `Event ${last + 1} is missing`);
          last = seq;
          failures = 0;
          if (event) yield event;
          if (event?.type === "run-end") return;
        }
      }
      if (last === before && (await options.isOver())) return;
      fault = new ApiError("unreachable", 0, "The stream of events ends before the run does");
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!isPassing(error)) throw error;
      fault = error;
    }
    failures++;
    if (failures >= MAX_FAILURES_IN_A_ROW) throw fault;
    await options.pause(backoffMs(failures, fault), options.signal);
  }
}

function backoffMs(failures: number, fault: unknown): number {
  const step = Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** (failures - 1));
  const asked = fault instanceof ApiError ? (fault.retryAfterMs ?? 0) : 0;
  return Math.max(step, Math.min(asked, BACKOFF_MAX_MS));
}

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
