import type { RunEvent } from "../domain/events.ts";
import { ApiError } from "./api-error.ts";
import { readEventStream } from "./event-stream.ts";
import type { Sleep } from "./options.ts";
import { isPassing } from "./retry.ts";

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
