import * as z from "zod";
import { AppError } from "../domain/errors.ts";
import type { Result } from "../domain/result.ts";
import type { AppContext } from "./context.ts";
import { InvalidRequest, problem } from "./problem.ts";
import { rfc3339 } from "./views.ts";

/** An event of a run or a goal, as its ledger holds it. */
interface LoggedEvent {
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly type: string;
  /** As `EventData` of src/domain/events.ts, or `GoalEventData` of src/domain/goal/events.ts, has it for the type. */
  readonly data: object;
}

/** The same as it is shown: times in `data` stay milliseconds, and a file in it has no link (`GET /v1/resources/:id` has it). */
interface EventView extends Omit<LoggedEvent, "at"> {
  readonly at: string;
}

/** How soon a browser connects again when the stream breaks off. */
const RECONNECT_MS = 1_000;

/** Answers with the events of a ledger as server-sent events. */
export async function streamEvents(c: AppContext, events: Result<ReadableStream<Uint8Array>>): Promise<Response> {
  if (!events.ok) return problem(c, events.error);
  if (c.req.method === "HEAD") {
    // Nobody will read it, and an open stream counts.
    await events.value.cancel();
    return c.body(null, 200, EVENT_STREAM_HEADERS);
  }
  return c.body(serverSentEvents(events.value), 200, EVENT_STREAM_HEADERS);
}

/** How a client says which events it knows, in the description of a route. */
export const EVENTS_KNOWN = {
  query: z.object({
    after: z.coerce.number().int().min(0).default(0).describe("The `seq` of the last event known."),
  }),
  headers: { "Last-Event-ID": "As `after`, and before it: what a browser sends when it connects again." },
} as const;

/**
 * Answers with the events after the last that the client knows, or with 204 where it resumes and there will be no more: a
 * browser takes the end of a stream for a fault and connects again, until it is told not to.
 * @param after the last event known, where the client does not resume
 * @param isLast whether a log has ended with the event of this number, or an earlier one
 */
export async function resumeEvents(
  c: AppContext,
  after: number,
  isLast: (seq: number) => Promise<boolean>,
  open: (after: number) => Promise<Result<ReadableStream<Uint8Array>>>,
): Promise<Response> {
  const resumed = lastEventId(c);
  if (resumed !== null && (await isLast(resumed))) return c.body(null, 204);
  return streamEvents(c, await open(resumed ?? after));
}

/** The number of the event that a client resumes after; null where it says none. */
function lastEventId(c: AppContext): number | null {
  const header = c.req.header("last-event-id");
  if (header === undefined || header === "") return null;
  if (!/^\d{1,15}$/.test(header)) throw new InvalidRequest("Last-Event-ID is the number of an event");
  return Number(header);
}

/**
 * Turns a ledger's stream of events (one as JSON a line, a blank line as a heartbeat) into `text/event-stream`, with `seq`
 * as the id that a client resumes from.
 */
function serverSentEvents(lines: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
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
  const { seq, at, type, data } = JSON.parse(line) as LoggedEvent;
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

/** Splits a ledger's stream into lines. */
export class LineBuffer {
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
