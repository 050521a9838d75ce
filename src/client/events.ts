import { createParser } from "eventsource-parser";
import { ApiError, isRecord, parse } from "./api-error.ts";
import { type Connection, isPassing, type Sleep } from "./connection.ts";

/** Tries in a row that bring nothing new before the client gives up: about half a minute with the waits below. */
export const MAX_FAILURES_IN_A_ROW = 8;
const BACKOFF_BASE_MS = 250;
const BACKOFF_MAX_MS = 8_000;

/** As much of an event as following a log depends on; `at` in milliseconds since the epoch. */
interface LoggedEvent {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
}

/** The types of a log's events; one of a newer server is passed over. */
interface KnownTypes<Event extends LoggedEvent> {
  readonly types: Readonly<Record<Event["type"], true>>;
  /** The type of the event that a log ends with. */
  readonly last: Event["type"];
}

interface FollowEventsOptions<Event extends LoggedEvent> {
  readonly known: KnownTypes<Event>;
  /** `seq` of the last event already known; 0 for none. */
  readonly after: number;
  readonly signal: AbortSignal | undefined;
  /** Opens the stream of the events after `lastSeq`. Throws an `ApiError` for an error status. */
  open(lastSeq: number): Promise<Response>;
  /** True when the log has ended, so that a stream with nothing more in it is no fault. */
  isOver(): Promise<boolean>;
  readonly pause: Sleep;
}

/**
 * Every event of a run or goal after `after` once, in order, up to the last, over as many connections as that takes.
 * @throws {ApiError} what the server refused for good, or the last failure once there were too many in a row.
 */
export async function* follow<Event extends LoggedEvent>(options: FollowEventsOptions<Event>): AsyncGenerator<Event> {
  let last = options.after;
  let failures = 0;
  while (true) {
    let fault: unknown;
    const before = last;
    try {
      const { body } = await options.open(last);
      if (body) {
        for await (const { seq, event } of readEventStream(body, options.known, options.signal)) {
          options.signal?.throwIfAborted();
          if (seq <= last) continue;
          if (seq !== last + 1) throw new ApiError("unexpected-answer", 200, `Event ${last + 1} is missing`);
          last = seq;
          failures = 0;
          if (event) yield event;
          if (event?.type === options.known.last) return;
        }
      }
      if (last === before && (await options.isOver())) return;
      fault = new ApiError("unreachable", 0, "The stream of events ends too early");
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

/** One event is a row of the ledger: 2 MB at most, and UTF-16 has no more units than UTF-8 has bytes. */
const MAX_EVENT_CHARS = 4 * 1024 * 1024;
/** The server sends a heartbeat every 15 s: three missed ones mean a dead connection. */
const SILENCE_LIMIT_MS = 46_000;

/** Opens the stream of the events of a run or goal, by its path, after the last that is known. */
export const openEvents =
  (send: Connection["send"], path: string, signal: AbortSignal | undefined) =>
  (last: number): Promise<Response> =>
    send(`${path}/events`, {
      headers: { accept: "text/event-stream", ...(last === 0 ? {} : { "last-event-id": String(last) }) },
      signal,
      // Who follows counts the tries.
      repeatable: false,
      timeoutMs: SILENCE_LIMIT_MS,
    });

/** An event as it came, or only its number when its type is not known here. */
type Received<Event> = { readonly seq: number; readonly event: Event | null };

/** An event on the wire is `{seq, at, type, data}` with `at` in RFC 3339; inside, times are milliseconds. */
function readEvent<Event extends LoggedEvent>(text: string, { types }: KnownTypes<Event>): Received<Event> {
  const value = parse(text);
  const at = isRecord(value) && typeof value.at === "string" ? Date.parse(value.at) : Number.NaN;
  if (!isRecord(value) || !Number.isSafeInteger(value.seq) || Number.isNaN(at)) {
    throw new ApiError("unexpected-answer", 200, "The server sent what is no event");
  }
  const seq = Number(value.seq);
  const { type, data } = value;
  if (typeof type !== "string" || !Object.hasOwn(types, type) || !isRecord(data)) return { seq, event: null };
  // What each type carries is for the server to keep: its OpenAPI document describes it.
  return { seq, event: { seq, at, type, data } as unknown as Event };
}

/**
 * The events of one `text/event-stream` response, as they come. Ends with the response; the response is let go
 * when the caller stops early.
 * @param signal ends it also where the `fetch` that the response came by is deaf to signals
 * @throws {ApiError} `unexpected-answer` for what is not an event, `unreachable` after too long a silence.
 */
async function* readEventStream<Event extends LoggedEvent>(
  body: ReadableStream<Uint8Array>,
  known: KnownTypes<Event>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Received<Event>> {
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
      for (const data of received.splice(0)) yield readEvent(data, known);
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
