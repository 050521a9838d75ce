import type { Client } from "../../../src/client/client.ts";
import type { Step } from "./rows.ts";
import { afterEvent } from "./steps.ts";

/** What has happened is sent at once: after so long without an event, there is none left. */
const QUIET_MS = 400;
/** A run that waits its turn has no event yet. */
const FIRST_MS = 3_000;

/**
 * Reads when a run planned, waited for a person and answered until now: only its events tell. It stays connected no
 * longer than that takes, as a browser lets a page have six connections to a server without HTTP/2.
 */
export async function readSteps(client: Client, run: string, signal: AbortSignal): Promise<readonly Step[]> {
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), FIRST_MS);
  let steps: readonly Step[] = [];
  try {
    for await (const event of client.events(run, { signal: AbortSignal.any([signal, quiet.signal]) })) {
      steps = afterEvent(steps, event);
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), QUIET_MS);
    }
  } catch (fault) {
    if (!quiet.signal.aborted || signal.aborted) throw fault;
  } finally {
    clearTimeout(timer);
  }
  return steps;
}
