import type { Failure } from "../errors.ts";
import type { EventBody, PauseReason } from "../events.ts";
import type { JsonValue } from "../json.ts";
import type { Kind } from "../kinds.ts";
import type { Resource, Value } from "../resources.ts";
import {
  findTask,
  madeBy,
  madeFiles,
  type RunState,
  type RunStatus,
  statusOf,
  taskWork,
  usedTimeMs,
} from "../run/state.ts";
import type { StructuredAnswer } from "../structured/answer-schema.ts";
import { type SpentView, spentView } from "../usage.ts";

/** The events that receivers can subscribe to. */
export const WEBHOOK_EVENTS = [
  "run.succeeded",
  "run.partial",
  "run.failed",
  "run.cancelled",
  "run.approval_required",
  "run.paused",
  "task.succeeded",
  "task.failed",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The default events: those of runs. Events of tasks, of which there are many, must be named. */
export const DEFAULT_WEBHOOK_EVENTS: readonly WebhookEvent[] = WEBHOOK_EVENTS.filter((type) => type.startsWith("run."));

const ENDS: ReadonlySet<WebhookEvent> = new Set(["run.succeeded", "run.partial", "run.failed", "run.cancelled"]);

/** Whether the event ends a run. */
export const isEnd = (type: WebhookEvent): boolean => ENDS.has(type);

/** The webhook event for an event of a run; null if there is none. */
export function webhookEventOf(event: EventBody): WebhookEvent | null {
  switch (event.type) {
    case "run-end":
      return `run.${event.data.status}`;
    case "run-pause":
      return "run.paused";
    case "approval-required":
      return "run.approval_required";
    case "task-end": {
      const { status } = event.data;
      // What never ran neither succeeded nor failed; the end of the run tells of it.
      return status === "succeeded" || status === "failed" ? `task.${status}` : null;
    }
    default:
      return null;
  }
}

/**
 * What a receiver is told, as it was when it happened: kept with the delivery, so that each try tells the same, also of a
 * conversation that is gone by then. Links to files are made when it is sent. Standard Webhooks wants payloads below
 * 20 kB, which these are in Latin script; whoever wants more reads the run.
 */
export interface WebhookFacts {
  readonly type: WebhookEvent;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly run: RunFacts;
  readonly task?: TaskFacts;
}

export interface RunFacts {
  readonly id: string;
  readonly status: RunStatus;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** What an approval has to name. */
  readonly planVersion: number;
  readonly pause?: PauseReason;
  readonly error?: ErrorFacts;
  /** Null before the run has ended. */
  readonly answer: string | null;
  readonly isAnswerCut: boolean;
  /** What became of the form that the answer was wanted in; left out where there was none, and where it is too long. */
  readonly structured?: StructuredAnswer;
  readonly files: readonly FileFacts[];
  /** Files that there was no room for. */
  readonly moreFiles: number;
  readonly usage: SpentView & { readonly timeMs: number; readonly llmCalls: number; readonly tasks: number };
}

export interface TaskFacts {
  readonly id: number;
  /** Its type. */
  readonly task: string;
  readonly status: "succeeded" | "failed";
  /** `provider:model`; null where none was tried. */
  readonly model: string | null;
  readonly attempts: number;
  readonly outputs: Readonly<Record<string, OutputFacts>>;
  readonly error?: ErrorFacts;
}

/** Characters of a text or data output; longer ones are truncated. */
export type OutputFacts =
  | { readonly kind: Kind; readonly text: string; readonly isCut: boolean }
  | { readonly kind: Kind; readonly data: JsonValue }
  | { readonly kind: Kind; readonly file: FileFacts };

export type FileFacts = Pick<Resource, "id" | "name" | "kind" | "mediaType" | "bytes" | "sha256">;
type ErrorFacts = Pick<Failure, "code" | "message">;

const MAX_ANSWER_CHARS = 8_000;
/** As JSON; half of one is none. */
const MAX_STRUCTURED_CHARS = 4_000;
const MAX_FILES = 16;
const MAX_OUTPUTS = 8;
const MAX_OUTPUT_CHARS = 2_000;
const MAX_MESSAGE_CHARS = 500;

/** The facts to deliver for an event of a run; null if there is none to deliver. @param state after the event */
export function factsOf(event: EventBody, state: RunState, at: number): WebhookFacts | null {
  const type = webhookEventOf(event);
  if (type === null) return null;
  const facts = { type, at, run: runFacts(state, at) };
  return event.type === "task-end" ? { ...facts, task: taskFacts(state, event.data.task) } : facts;
}

/** The end of a run that has none of its own: its conversation was deleted. */
export function deletedFacts(state: RunState, at: number): WebhookFacts {
  const error = { code: "cancelled", message: "The conversation was deleted", retryable: false } as const;
  const ended: RunState = { ...state, answer: error.message, endedAt: at, end: { status: "cancelled", error } };
  return { type: "run.cancelled", at, run: runFacts(ended, at) };
}

function runFacts(state: RunState, at: number): RunFacts {
  const made = state.end ? madeFiles(state) : [];
  const { end, pauseReason, structured } = state;
  return {
    id: state.id,
    status: statusOf(state),
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    planVersion: state.planVersion,
    ...(pauseReason ? { pause: pauseReason } : {}),
    ...(end?.error ? { error: errorFacts(end.error) } : {}),
    answer: end ? cut(state.answer, MAX_ANSWER_CHARS) : null,
    isAnswerCut: end !== null && state.answer.length > MAX_ANSWER_CHARS,
    ...(structured && JSON.stringify(structured).length <= MAX_STRUCTURED_CHARS ? { structured } : {}),
    files: made.slice(0, MAX_FILES).map(fileFacts),
    moreFiles: Math.max(0, made.length - MAX_FILES),
    usage: {
      timeMs: Math.round(usedTimeMs(state, at)),
      llmCalls: state.spent.llmCalls,
      tasks: state.plan?.tasks.length ?? 0,
      ...spentView(state.spent),
    },
  };
}

function taskFacts(state: RunState, id: number): TaskFacts {
  const work = taskWork(state, id);
  const by = madeBy(work);
  const outputs = Object.entries(work.outputs).slice(0, MAX_OUTPUTS);
  return {
    id,
    task: findTask(state, id)?.type ?? "",
    status: work.status === "succeeded" ? "succeeded" : "failed",
    model: by ? `${by.provider}:${by.model}` : null,
    attempts: work.attempts.length,
    outputs: Object.fromEntries(outputs.map(([port, value]) => [port, outputFacts(value)])),
    ...(work.error ? { error: errorFacts(work.error) } : {}),
  };
}

function outputFacts(value: Value): OutputFacts {
  const { kind } = value;
  if (value.as === "resource") return { kind, file: fileFacts(value.resource) };
  const text = value.as === "text" ? value.text : JSON.stringify(value.data);
  if (value.as === "data" && text.length <= MAX_OUTPUT_CHARS) return { kind, data: value.data };
  return { kind, text: cut(text, MAX_OUTPUT_CHARS), isCut: text.length > MAX_OUTPUT_CHARS };
}

const fileFacts = ({ id, name, kind, mediaType, bytes, sha256 }: Resource): FileFacts => ({
  ...{ id, name, kind, mediaType, bytes, sha256 },
});

const errorFacts = ({ code, message }: Failure): ErrorFacts => ({ code, message: cut(message, MAX_MESSAGE_CHARS) });

const cut = (text: string, maxChars: number): string => text.slice(0, maxChars).toWellFormed();
