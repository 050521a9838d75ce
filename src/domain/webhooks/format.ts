import { slackBody } from "../hooks/slack-body.ts";
import type { WebhookPayload } from "./payload.ts";

/** How a receiver is told: as Standard Webhooks has it, or in a way of its own, which is not signed. */
export type WebhookFormat = "standard" | "slack";

interface Format {
  readonly isSigned: boolean;
  /** What is sent, as JSON. */
  readonly body: (payload: WebhookPayload) => unknown;
}

export const FORMATS: Readonly<Record<WebhookFormat, Format>> = {
  standard: { isSigned: true, body: (payload) => payload },
  // Whoever knows a `response_url` may write there, and Slack looks at no signature.
  slack: { isSigned: false, body: ({ data: { run } }) => slackBody(run) },
};
