import { waitUntil } from "cloudflare:workers";
import { type Failure, toFailure } from "../../domain/errors.ts";
import { escapeSlack } from "../../domain/hooks/slack-body.ts";
import { responseUrlOf } from "../../domain/hooks/sources/slack.ts";
import type { JsonValue } from "../../domain/json.ts";
import { err, type Result } from "../../domain/result.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";

/** Slack gives up after three seconds; the rest is for the way. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * Answers Slack in time, whether or not the work is done by then; it is finished in any case. Whoever gave a command is
 * told what becomes of it; an event that failed is an error, so that Slack tries it again.
 */
export async function answerSlack(
  c: AppContext,
  body: JsonValue,
  work: () => Promise<Result<unknown>>,
): Promise<Response> {
  const working = work().catch((thrown: unknown): Result<unknown> => {
    console.error(`Request ${c.get("requestId")} failed:`, thrown);
    return err(toFailure(thrown));
  });
  waitUntil(working);
  const done = await within(working, ANSWER_WITHIN_MS);
  const isAwaited = responseUrlOf(body) !== null;
  if (done && !done.ok) return isAwaited ? tell(c, apology(done.error)) : problem(c, done.error);
  return isAwaited ? tell(c, "On it. The answer follows here.") : c.body(null, 200);
}

/** What whoever gave a command sees, and nobody else. */
export const tell = (c: AppContext, text: string): Response => c.json({ response_type: "ephemeral", text });

const apology = ({ message, issues = [] }: Failure): string =>
  ["That did not work.", message, ...issues.map((issue) => `• ${issue.path}: ${issue.message}`)]
    .map(escapeSlack)
    .join("\n");

/** What comes of it within so long, or null. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
