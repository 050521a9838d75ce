import type { EventBody } from "../events.ts";

/** What a receiver can be told of. */
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

/** What is told where nobody says what: a task is one of many, and asked for by name. */
export const DEFAULT_WEBHOOK_EVENTS: readonly WebhookEvent[] = WEBHOOK_EVENTS.filter((type) => type.startsWith("run."));

const ENDS: ReadonlySet<WebhookEvent> = new Set(["run.succeeded", "run.partial", "run.failed", "run.cancelled"]);

/** Whether a run is over with it. */
export const isEnd = (type: WebhookEvent): boolean => ENDS.has(type);

/** What receivers are told of a fact of a run; null for facts that are told to nobody. */
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
