import type { Client, Pause, RunView } from "../../src/client/client.ts";
import { isPassing } from "../../src/client/retry.ts";

export interface RunWatcher {
  /** Gets the run whenever something has changed. */
  readonly onRun: (run: RunView) => void;
  /** Gets the answer as far as it has been written. */
  readonly onAnswer: (text: string) => void;
}

/** Events come in bursts: the run is read again once for all that came within so long. */
const REREAD_AFTER_MS = 80;
/** After the client has given up on a connection, which it does after half a minute of tries. */
const RETRY_MS = 5_000;

/**
 * Watches a run until it has ended: reads it whole whenever an event changes it, and passes its answer on as it is
 * written. A connection that is lost is taken up again, event by event, for as long as somebody watches.
 * @throws {ApiError} what the server refuses for good
 */
export async function watchRun(
  client: Client,
  id: string,
  { onRun, onAnswer }: RunWatcher,
  { pause, signal }: { readonly pause: Pause; readonly signal: AbortSignal },
): Promise<void> {
  let after = 0;
  let answer = "";
  const read = async (): Promise<RunView> => {
    const run = await client.run(id, { signal });
    if (!signal.aborted) onRun(run);
    return run;
  };
  const readSoon = coalesced(async () => {
    await pause(REREAD_AFTER_MS, signal);
    await read();
  });

  while (!signal.aborted) {
    try {
      if ((await read()).endedAt !== null) return;
      for await (const event of client.events(id, { after, signal })) {
        after = event.seq;
        if (event.type === "answer-start") answer = "";
        else if (event.type === "answer-delta") answer += event.data.text;
        else readSoon();
        if (event.type === "answer-start" || event.type === "answer-delta") onAnswer(answer);
      }
    } catch (fault) {
      if (signal.aborted) return;
      if (!isPassing(fault)) throw fault;
      await pause(RETRY_MS, signal).catch(() => {});
    }
  }
}

/** Does `work` again after it is done where it was asked for meanwhile, and never twice at once. */
function coalesced(work: () => Promise<void>): () => void {
  let isAsked = false;
  let isBusy = false;
  const go = async (): Promise<void> => {
    isBusy = true;
    while (isAsked) {
      isAsked = false;
      // What fails is read with the next event, or at the end.
      await work().catch(() => {});
    }
    isBusy = false;
  };
  return () => {
    isAsked = true;
    if (!isBusy) void go();
  };
}
