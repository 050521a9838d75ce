import type { RunRecord } from "../../domain/conversation.ts";
import type { Result } from "../../domain/result.ts";
import { type AppContext, originOf } from "../context.ts";
import { streamEvents } from "../event-stream.ts";
import type { ConversationName } from "../pointers.ts";
import { problem } from "../problem.ts";
import { preferredType, preferredWait, readHfToken, readIdempotency } from "../request-headers.ts";
import type { AnswerSpec, RouteInput } from "../route.ts";
import type { MessageBody } from "../schemas/requests.ts";
import { startRun } from "../start-run.ts";
import { secretMade } from "../webhooks/subscribe.ts";

export const START_HEADERS = {
  "Idempotency-Key": "Makes a repeat of the request within a day return the same run.",
  Prefer: "`wait=N` waits up to N seconds (300 at most) for the end of the run.",
  Accept: "`text/event-stream` streams the events of the run at once.",
  "X-HF-Token":
    "Your own token of Hugging Face: this run may call models there with it. Kept encrypted, and only until the run ends.",
} as const;

const STARTED = {
  Location: "The address of the run.",
  "Webhook-Secret": "What the run's webhook is signed with, where the message has a webhook without a secret.",
};
const RUN = { "application/json": "Run" } as const;

export const START_ANSWERS: Readonly<Record<number, AnswerSpec>> = {
  200: {
    description: "The run has ended, or its events follow.",
    headers: STARTED,
    content: { ...RUN, "text/event-stream": "Event" },
  },
  202: { description: "The run is under way, or waits its turn.", headers: STARTED, content: RUN },
};

export const RUN_ANSWER: Readonly<Record<number, AnswerSpec>> = { 200: { description: "The run.", content: RUN } };

/** Starts a run of the message and answers in the way the caller prefers. */
export async function start(
  c: AppContext,
  conversation: ConversationName | null,
  { body, bodyText }: RouteInput<unknown, MessageBody>,
): Promise<Response> {
  const { wiring, holder } = c.var;
  const idempotency = await readIdempotency(c, bodyText);
  const hfToken = readHfToken(c);
  const origin = originOf(c);
  const started = await startRun(wiring, { holder, conversation, message: body, idempotency, hfToken, origin });
  if (!started.ok) return problem(c, started.error);

  const { record, replayed } = started.value;
  c.header("Location", `/v1/runs/${record.id}`);
  if (replayed) c.header("Idempotency-Replayed", "true");
  const secret = await secretMade(wiring, { tenant: holder.tenant, of: record.id }, body.webhook);
  if (secret !== null) c.header("Webhook-Secret", secret);
  const rpc = wiring.conversation(holder.tenant, record.conversation);
  if (preferredType(c, ["application/json", "text/event-stream"]) === "text/event-stream") {
    return streamEvents(c, await rpc.events(record.id, 0));
  }
  const wait = preferredWait(c.req.header("prefer"));
  if (wait === null) return answerRun(c, { ok: true, value: record }, 202);
  c.header("Preference-Applied", `wait=${wait}`);
  return answerRun(c, await rpc.waitForEnd(record.id, wait * 1000), 202);
}

/** @param unended the status for a run that goes on */
export async function answerRun(c: AppContext, run: Result<RunRecord>, unended: 200 | 202 = 200): Promise<Response> {
  if (!run.ok) return problem(c, run.error);
  return c.json(await c.var.views.run(run.value), run.value.state?.end ? 200 : unended);
}
