import { waitUntil } from "cloudflare:workers";
import type { RunRecord } from "../../domain/conversation.ts";
import type { RunEvent, WorkId } from "../../domain/events.ts";
import type { LogLevel } from "../../domain/log-level.ts";
import { numberOf } from "../../domain/plan.ts";
import { type RunStatus, statusOf } from "../../domain/run/state.ts";
import { followRun } from "../run-events.ts";
import { type ToolCall, type ToolProgress, unwrap } from "./tool.ts";

/** Most clients give up after a minute, and giving up may cancel. */
export const DEFAULT_WAIT_S = 45;

interface AwaitedRun {
  readonly record: Pick<RunRecord, "id" | "conversation">;
  readonly waitMs: number;
  /** True for a run that this call started: a client that cancels the call wants no run either. */
  readonly isOurs: boolean;
}

/**
 * The run once it has ended, waits for a person, or `waitMs` have passed. Meanwhile the client gets notifications of
 * its progress.
 * @throws as `awaitEvents`
 */
export async function awaitRun(call: ToolCall, { record, waitMs, isOurs }: AwaitedRun): Promise<RunRecord> {
  const { wiring, holder } = call.c.var;
  const rpc = () => wiring.conversation(holder.tenant, record.conversation);
  const current = async (): Promise<RunRecord> => unwrap(await rpc().run(record.id));
  async function* toRest(signal: AbortSignal): AsyncGenerator<RunEvent, void> {
    for await (const event of followRun(rpc, record.id, { signal })) {
      yield event;
      const maybeWaits = event.type === "run-pause" || event.type === "approval-required";
      if (maybeWaits && WAITING.has(statusIn(await current()))) return;
    }
  }
  await awaitEvents(call, {
    ...{ waitMs, events: toRest, progress: new ProgressCounter() },
    cancel: isOurs ? () => rpc().cancel(record.id) : null,
  });
  return current();
}

/** What a client is told of an event: as progress if it asked for that, and as a log message. */
export interface ToldEvent {
  readonly progress: ToolProgress;
  readonly level: LogLevel;
}

interface AwaitedEvents<Event> {
  readonly waitMs: number;
  /** Those to wait for, up to the last of interest. */
  readonly events: (signal: AbortSignal) => AsyncIterable<Event>;
  readonly progress: { after(event: Event): ToldEvent | null };
  /** Cancels what the call started; null where it started nothing. */
  readonly cancel: (() => Promise<unknown>) | null;
}

/**
 * Waits until there are no more events or `waitMs` have passed, and tells the client of the progress meanwhile.
 * @throws the reason of the call's signal when the client disconnects; where that cancels a call (`era`), what the call
 *   started is cancelled
 */
export function awaitEvents<Event>(call: ToolCall, awaited: AwaitedEvents<Event>): Promise<void> {
  const waiting = waitWhileConnected(call, awaited);
  // When the client disconnects the request ends, but what it started may still have to be cancelled.
  waitUntil(waiting.catch(() => undefined));
  return waiting;
}

async function waitWhileConnected<Event>(
  { era, signal, notify, log }: ToolCall,
  { waitMs, events, progress, cancel }: AwaitedEvents<Event>,
): Promise<void> {
  if (waitMs === 0) return;
  const late = AbortSignal.timeout(waitMs);
  try {
    for await (const event of events(AbortSignal.any([signal, late]))) {
      const told = progress.after(event);
      if (!told) continue;
      await notify?.(told.progress);
      await log(told.level, told.progress.message);
    }
  } catch (thrown) {
    if (signal.aborted) {
      if (era === "modern") await cancel?.();
      throw thrown;
    }
    if (!late.aborted) throw thrown;
  }
}

const WAITING: ReadonlySet<RunStatus> = new Set(["paused", "awaiting-approval"]);
const statusIn = ({ state }: RunRecord): RunStatus => (state ? statusOf(state) : "planning");

/** Progress notifications of one call, however many tasks report however much. */
const MAX_NOTIFICATIONS = 500;
/** Of a notification, as the notes of a provider may be of any length. */
const MAX_MESSAGE_CHARS = 200;
/** Notes between two steps go a fiftieth of the rest: even after `MAX_NOTIFICATIONS` the next number is greater. */
const SMALL_STEPS = 50;
/** Planning before the tasks, and the answer after them. */
const LANGUAGE_STEPS = 2;

/** MCP's progress notifications, whose number only ever grows. */
export class Notifications {
  #last = 0;
  #told = 0;

  /**
   * Null without a message, and once there are too many.
   * @param done steps that are over, of `total`; that is null while it is not known
   */
  next(message: string | null, done: number, total: number | null): ToolProgress | null {
    if (message === null || this.#told >= MAX_NOTIFICATIONS) return null;
    this.#told += 1;
    this.#last = done > this.#last ? done : this.#last + (done + 1 - this.#last) / SMALL_STEPS;
    const shown =
      message.length > MAX_MESSAGE_CHARS ? `${message.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}…` : message;
    return { progress: this.#last, message: shown, ...(total === null ? {} : { total }) };
  }
}

function levelOf(event: RunEvent): LogLevel {
  if (event.type === "task-progress") return "debug";
  if (event.type === "task-retry") return "warning";
  return event.type === "task-end" && event.data.status === "failed" ? "error" : "info";
}

/** Makes notifications of the events of a run. */
export class ProgressCounter {
  readonly #notifications = new Notifications();
  #steps: number | null = null;
  #done = 0;

  /** What is told of an event; null for nothing. */
  after(event: RunEvent): ToldEvent | null {
    const message = this.#read(event);
    const progress = this.#notifications.next(message, this.#done, this.#steps);
    return progress && { progress, level: levelOf(event) };
  }

  #read(event: RunEvent): string | null {
    switch (event.type) {
      case "run-start":
        return `Run ${event.data.run}`;
      case "plan-start":
        return "Planning";
      case "plan-end": {
        this.#done = Math.max(1, this.#done);
        const { planned } = event.data;
        if (planned.as !== "plan") return null;
        const { tasks } = planned.plan;
        this.#steps = tasks.length + LANGUAGE_STEPS;
        return `Planned: ${tasks.map(({ type }) => type).join(", ")}`;
      }
      case "plan-revised":
        this.#steps = event.data.plan.tasks.length + LANGUAGE_STEPS;
        return null;
      case "task-start":
        return `${nameOf(event.data.task)} on ${event.data.provider}:${event.data.model}`;
      case "task-progress":
        return `${nameOf(event.data.task)}: ${event.data.note}`;
      case "task-retry":
        return `${nameOf(event.data.task)} is tried again: ${event.data.error.message}`;
      case "task-end":
        this.#done += 1;
        return `${nameOf(event.data.task)} ${event.data.status}`;
      case "answer-start":
        return "Answering";
      default:
        return null;
    }
  }
}

/** "Task 1", "Planning" */
const nameOf = (work: WorkId): string => (typeof work === "number" ? `Task ${numberOf(work)}` : NAMES[work]);

const NAMES: Readonly<Record<Exclude<WorkId, number>, string>> = { plan: "Planning", answer: "Answering" };
