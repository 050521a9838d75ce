import { AppError } from "../domain/errors.ts";
import type { RunEvent } from "../domain/events.ts";
import type { GoalEvent } from "../domain/goal/events.ts";
import { type GoalStatus, goalStatusOf } from "../domain/goal/state.ts";
import type { Result } from "../domain/result.ts";
import type { GoalRpc } from "../rpc/goals.ts";
import type { ConversationRpc } from "../rpc/index.ts";
import { LineBuffer } from "./event-stream.ts";

/** Streams in a row that may break off without an event: a conversation restarts within a second. */
const MAX_EMPTY_STREAMS = 5;
/** Before the second retry in a row; doubled before each further one. */
const FIRST_WAIT_MS = 100;

interface FollowOptions {
  /** The `seq` of the last event known; 0 begins at the beginning. */
  readonly after?: number;
  /** Stops following; the run goes on. */
  readonly signal: AbortSignal;
  /** Waits before a retry. */
  readonly wait?: (waitMs: number) => Promise<void>;
}

/** Opens the stream of what comes after an event. */
type OpenStream = (afterSeq: number) => Promise<Result<ReadableStream<Uint8Array>>>;

/** Every event of a run once and in order, up to `run-end`. @throws {AppError} as `followLedger` */
export const followRun = (
  rpc: () => ConversationRpc,
  run: string,
  options: FollowOptions,
): AsyncGenerator<RunEvent, void> => followLedger((after) => rpc().events(run, after), "run-end", options);

/** Every event of a goal once and in order, up to `goal-end`. @throws {AppError} as `followLedger` */
const followGoal = (rpc: () => GoalRpc, options: FollowOptions): AsyncGenerator<GoalEvent, void> =>
  followLedger((after) => rpc().events(after), "goal-end", options);

/**
 * The same up to the first after which the goal waits for a person, or the last.
 * @throws {AppError} as `followLedger`
 */
export async function* followGoalToRest(rpc: () => GoalRpc, options: FollowOptions): AsyncGenerator<GoalEvent, void> {
  for await (const event of followGoal(rpc, options)) {
    yield event;
    if (event.type !== "check-in" && event.type !== "goal-pause") continue;
    const goal = await rpc().read();
    if (goal.ok && WAITING.has(goalStatusOf(goal.value.state))) return;
  }
}

const WAITING: ReadonlySet<GoalStatus> = new Set(["asking", "paused"]);

/**
 * Every event of a ledger once and in order, up to the last one's type. A stream that breaks off, as when the object
 * restarts, is resumed where it broke.
 * @throws {AppError} what the object refuses with; `internal` when its streams keep breaking off
 */
async function* followLedger<Event extends RunEvent | GoalEvent>(
  stream: OpenStream,
  end: Event["type"],
  { after = 0, signal, wait = (waitMs) => scheduler.wait(waitMs) }: FollowOptions,
): AsyncGenerator<Event, void> {
  let last = after;
  let empty = 0;
  while (empty < MAX_EMPTY_STREAMS) {
    if (empty > 1) await wait(FIRST_WAIT_MS * 2 ** (empty - 2));
    empty += 1;
    const opened = await open(stream, last);
    if (opened === null) continue;
    try {
      for await (const event of eventsIn<Event>(opened, signal)) {
        last = event.seq;
        empty = 0;
        yield event;
        if (event.type === end) return;
      }
    } catch (thrown) {
      if (!(thrown instanceof BrokenStream)) throw thrown;
    }
  }
  throw new AppError("internal", "The events broke off", { retryable: true });
}

/** Null when the call broke off, as a restarted object breaks those to it. */
async function open(stream: OpenStream, after: number): Promise<ReadableStream<Uint8Array> | null> {
  const opened = await stream(after).catch(() => null);
  if (opened === null) return null;
  if (!opened.ok) throw new AppError(opened.error.code, opened.error.message, opened.error);
  return opened.value;
}

/** The other side of the stream is gone. */
class BrokenStream extends Error {}

async function* eventsIn<Event>(lines: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Event, void> {
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
      for (const line of buffer.push(value)) if (line !== "") yield JSON.parse(line) as Event;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}
