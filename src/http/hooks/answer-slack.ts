import { waitUntil } from "cloudflare:workers";
import { ERROR_STATUS, type Failure, failure, toFailure } from "../../domain/errors.ts";
import { escapeSlack } from "../../domain/hooks/slack-body.ts";
import { err, type Result } from "../../domain/result.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import { within } from "../../waiting.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import { vetReceiver } from "../webhooks/subscribe.ts";

/** Slack gives up after three seconds; the rest is for the network. */
const ANSWER_WITHIN_MS = 2_000;
/** Generous, as nobody but the author of the command waits. */
const REPORT_TIMEOUT_MS = 10_000;

/**
 * Answers Slack in time, whether or not the work is done by then; the work goes on in any case. Whoever gave a command
 * is told how it went, at its `response_url` if that is known too late. An event that failed or is not done in time is
 * answered with an error: Slack sends it again, and it makes the same run.
 * @param responseUrl null for an event
 */
export async function answerSlack(
  c: AppContext,
  responseUrl: string | null,
  work: () => Promise<Result<unknown>>,
): Promise<Response> {
  const working = work().catch((thrown: unknown): Result<unknown> => {
    console.error(`Request ${c.get("requestId")} failed:`, describeFault(thrown));
    return err(toFailure(thrown));
  });
  waitUntil(working);
  const done = await within(working, ANSWER_WITHIN_MS);
  if (done === null) waitUntil(working.then((late) => reportLateFailure(c, responseUrl, late)));
  if (responseUrl === null) return answerEvent(c, done ?? NOT_YET);
  return answerCommand(c, done?.ok === false ? failureText(done.error) : "On it. The answer follows here.");
}

const NOT_YET = err(failure("timeout", "The event is not taken in yet: send it again", true));

function answerEvent(c: AppContext, done: Result<unknown>): Response {
  if (done.ok) return c.body(null, 200);
  const { code, retryable } = done.error;
  // Slack sends again whatever fails, unless it is told not to: https://docs.slack.dev/apis/events-api/#retries
  if (!retryable && ERROR_STATUS[code] < 500) c.header("x-slack-no-retry", "1");
  return problem(c, done.error);
}

/** A message that only the author of the command sees. */
const message = (text: string) => ({ response_type: "ephemeral", text });

/** Answers a command. */
export const answerCommand = (c: AppContext, text: string): Response => c.json(message(text));

/** Tells whoever gave a command that it failed, when "On it" has been said already. Tried once; never rejects. */
async function reportLateFailure(c: AppContext, responseUrl: string | null, late: Result<unknown>): Promise<void> {
  if (late.ok || responseUrl === null) return;
  try {
    await vetReceiver(c.var.wiring, responseUrl);
    const response = await fetch(responseUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message(failureText(late.error))),
      redirect: "manual",
      signal: AbortSignal.timeout(REPORT_TIMEOUT_MS),
    });
    await response.body?.cancel();
  } catch (thrown) {
    console.warn(`Request ${c.get("requestId")} failed, and Slack could not be told:`, describeFault(thrown));
  }
}

const failureText = ({ message: what, issues = [] }: Failure): string =>
  ["That did not work.", what, ...issues.map((issue) => `• ${issue.path}: ${issue.message}`)]
    .map(escapeSlack)
    .join("\n");
