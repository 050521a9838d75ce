import type { EventType, RunEvent } from "../domain/events.ts";
import { rfc3339 } from "./views.ts";

/**
 * An event as it is shown. `data` is what the ledger holds, of the type that `EventData` of src/domain/events.ts
 * has for it: times in it are milliseconds, and a file in it has no link (`GET /v1/resources/:id` has it).
 */
export interface EventView {
  readonly seq: number;
  readonly at: string;
  readonly type: EventType;
  readonly data: RunEvent["data"];
}

/** An event is a row of the ledger, which holds 2 MB at the most. */
const MAX_LINE_CHARS = 4 * 1024 * 1024;
/** How soon a browser connects again when the stream breaks off. */
const RECONNECT_MS = 1_000;

/**
 * Turns the ledger's stream of events (one JSON `RunEvent` a line, a blank line as a heartbeat) into
 * `text/event-stream`, with `seq` as the id that a client resumes from.
 */
export function serverSentEvents(lines: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = "";
  return lines.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode(`retry: ${RECONNECT_MS}\n\n`));
      },
      transform(chunk, controller) {
        const whole = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = whole.pop() ?? "";
        if (rest.length > MAX_LINE_CHARS) throw new Error("An event is longer than the ledger can hold");
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
