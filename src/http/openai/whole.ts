import { failure } from "../../domain/errors.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import { audioOf } from "./audio.ts";
import { completionOf, failureOf } from "./completion.ts";
import { brokenOff } from "./errors.ts";
import type { ToldRun } from "./told-run.ts";

/** So that no library runs anew, unasked, what was run: many take every 5xx for worth another try. */
const NO_RETRY = { "x-should-retry": "false" } as const;

/** The answer in one piece, once the run has ended. */
export async function wholeCompletion(
  c: AppContext,
  { identity, options, events, ended, leaving }: ToldRun,
): Promise<Response> {
  try {
    for await (const _ of events) {
      // Until the last one: the run has ended then.
    }
    const run = await ended();
    const failed = failureOf(run);
    if (failed) return c.json({ error: failed }, failed.code === "budget-exceeded" ? 402 : 400, NO_RETRY);
    return c.json(await completionOf(c, identity, run, await audioOf(c, run, options.audio)));
  } catch (thrown) {
    // Nobody reads it.
    if (leaving.signal.aborted) return problem(c, failure("cancelled", "The client has left"));
    return c.json({ error: brokenOff(c, thrown) }, 400, NO_RETRY);
  } finally {
    leaving.end();
  }
}
