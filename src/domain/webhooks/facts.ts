import type { Failure } from "../errors.ts";
import type { PauseReason } from "../events.ts";
import type { CheckInTopic, GoalSpent } from "../goal/events.ts";
import type { GoalStatus } from "../goal/state.ts";
import type { JsonValue } from "../json.ts";
import type { Kind } from "../kinds.ts";
import type { Resource, Value } from "../resources.ts";
import type { RunStatus } from "../run/state.ts";
import type { StructuredAnswer } from "../structured/answer-schema.ts";
import type { SpentView } from "../usage.ts";

/** What may be told of a run. */
export const RUN_WEBHOOK_EVENTS = [
  "run.succeeded",
  "run.partial",
  "run.failed",
  "run.cancelled",
  "run.approval_required",
  "run.paused",
  "task.succeeded",
  "task.failed",
] as const;
/** What may be told of a goal; of its runs nothing is. */
export const GOAL_WEBHOOK_EVENTS = ["goal.check-in", "goal.ended"] as const;
/** The events that receivers can subscribe to. */
export const WEBHOOK_EVENTS = [...RUN_WEBHOOK_EVENTS, ...GOAL_WEBHOOK_EVENTS] as const;
type RunWebhookEvent = (typeof RUN_WEBHOOK_EVENTS)[number];
type GoalWebhookEvent = (typeof GOAL_WEBHOOK_EVENTS)[number];
export type WebhookEvent = RunWebhookEvent | GoalWebhookEvent;

/** What is told of a run by default. Events of tasks, of which there are many, must be named. */
export const DEFAULT_RUN_EVENTS: readonly RunWebhookEvent[] = RUN_WEBHOOK_EVENTS.filter((type) =>
  type.startsWith("run."),
);
/** What an endpoint is told by default. */
export const DEFAULT_WEBHOOK_EVENTS: readonly WebhookEvent[] = [...DEFAULT_RUN_EVENTS, ...GOAL_WEBHOOK_EVENTS];

const ENDS: ReadonlySet<WebhookEvent> = new Set<WebhookEvent>([
  ...(["run.succeeded", "run.partial", "run.failed", "run.cancelled", "goal.ended"] as const),
]);

/** Whether the event ends a run or a goal. */
export const isEnd = (type: WebhookEvent): boolean => ENDS.has(type);

/**
 * What a receiver is told, as it was when it happened: kept with the delivery, so that each try tells the same, also of a
 * conversation or goal that is gone by then. Links to files are made when it is sent. Standard Webhooks wants payloads
 * below 20 kB, which these are in Latin script; whoever wants more reads the run or goal.
 */
export type WebhookFacts = RunWebhookFacts | GoalWebhookFacts;

export interface RunWebhookFacts {
  readonly type: RunWebhookEvent;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly run: RunFacts;
  readonly task?: TaskFacts;
}

export interface GoalWebhookFacts {
  readonly type: GoalWebhookEvent;
  readonly at: number;
  readonly goal: GoalFacts;
  readonly checkIn?: CheckInFacts;
}

/** The public id of the run or goal that is told of. */
export const idOf = (facts: WebhookFacts): string => ("run" in facts ? facts.run.id : facts.goal.id);

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

export interface GoalFacts {
  readonly id: string;
  readonly status: GoalStatus;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly error?: ErrorFacts;
  /** Null before the goal has ended. */
  readonly answer: string | null;
  readonly isAnswerCut: boolean;
  /** Those that were asked for and are reached, by name; empty before the goal has ended. */
  readonly outputs: Readonly<Record<string, OutputFacts>>;
  /** Outputs that there was no room for. */
  readonly moreOutputs: number;
  readonly usage: { readonly timeMs: number } & GoalSpent;
}

/** A question to the person that the goal waits with. */
export interface CheckInFacts {
  /** What an answer has to name. */
  readonly id: number;
  readonly about: CheckInTopic;
  readonly message: string;
}

/** Characters of a text or data output; longer ones are truncated. */
export type OutputFacts =
  | { readonly kind: Kind; readonly text: string; readonly isCut: boolean }
  | { readonly kind: Kind; readonly data: JsonValue }
  | { readonly kind: Kind; readonly file: FileFacts };

export type FileFacts = Pick<Resource, "id" | "name" | "kind" | "mediaType" | "bytes" | "sha256">;
export type ErrorFacts = Pick<Failure, "code" | "message">;

const MAX_OUTPUT_CHARS = 2_000;
const MAX_MESSAGE_CHARS = 500;

export function outputFacts(value: Value): OutputFacts {
  const { kind } = value;
  if (value.as === "resource") return { kind, file: fileFacts(value.resource) };
  const text = value.as === "text" ? value.text : JSON.stringify(value.data);
  if (value.as === "data" && text.length <= MAX_OUTPUT_CHARS) return { kind, data: value.data };
  return { kind, text: cut(text, MAX_OUTPUT_CHARS), isCut: text.length > MAX_OUTPUT_CHARS };
}

export const fileFacts = ({ id, name, kind, mediaType, bytes, sha256 }: Resource): FileFacts => ({
  ...{ id, name, kind, mediaType, bytes, sha256 },
});

export const errorFacts = ({ code, message }: Failure): ErrorFacts => ({
  code,
  message: cut(message, MAX_MESSAGE_CHARS),
});

export const cut = (text: string, maxChars: number): string => text.slice(0, maxChars).toWellFormed();
