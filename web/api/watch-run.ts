import type { Client, RunView, Sleep } from "../../src/client/client.ts";
import { isPassing } from "../../src/client/connection.ts";
import type { Presence } from "./presence.ts";

export interface RunWatcher {
  /** Gets the run whenever something has changed. */
  readonly onRun: (run: RunView) => void;
  /** Gets the answer as far as it has been written. */
  readonly onAnswer: (text: string) => void;
}

export interface WatchOptions {
  readonly pause: Sleep;
  readonly presence: Presence;
  readonly signal: AbortSignal;
}

/** Events come in bursts: the run is read again once for all that came within so long. */
const REREAD_AFTER_MS = 80;
/** After the client has given up on a call, or on a connection, which it does after half a minute of tries. */
const RETRY_MS = 5_000;

/**
 * Watches a run until it has ended: reads it whole whenever an event changes it, and passes its answer on as it is
 * written. A connection that is lost is taken up again, event by event, for as long as somebody watches; while nobody
 * looks at the page there is none.
 * @throws {ApiError} what the server refuses for good
 */
export async function watchRun(
  client: Client,
  id: string,
  { onRun, onAnswer }: RunWatcher,
  { pause, presence, signal }: WatchOptions,
): Promise<void> {
  const ended = new AbortController();
  const watched = AbortSignal.any([signal, ended.signal]);
  const read = inOrder(
    () => client.run(id, { signal: watched }),
    (run) => watched.aborted || onRun(run),
  );
  const readSoon = coalesced(async () => {
    await pause(REREAD_AFTER_MS, watched);
    // The next event may be hours away, so that it is not left to that one what could not be read for this one.
    while (!watched.aborted) {
      try {
        await read();
        return;
      } catch (fault) {
        if (watched.aborted || !isPassing(fault)) return;
        await pause(RETRY_MS, watched);
      }
    }
  });

  let after = 0;
  let answer = "";
  try {
    while (!signal.aborted) {
      let looking: AbortSignal | null = null;
      try {
        looking = await presence(signal);
        if ((await read()).endedAt !== null) return;
        for await (const event of client.events(id, { after, signal: looking })) {
          after = event.seq;
          if (event.type !== "answer-start" && event.type !== "answer-delta") {
            readSoon();
            continue;
          }
          answer = event.type === "answer-start" ? "" : answer + event.data.text;
          onAnswer(answer);
        }
      } catch (fault) {
        if (signal.aborted) return;
        if (looking?.aborted) continue;
        if (!isPassing(fault)) throw fault;
        await pause(RETRY_MS, signal).catch(() => {});
      }
    }
  } finally {
    ended.abort();
  }
}

/** Reads whenever it is told to, and never tells of what was asked for before what has been told. */
function inOrder<T>(read: () => Promise<T>, tell: (value: T) => void): () => Promise<T> {
  let asked = 0;
  let told = 0;
  return async () => {
    asked += 1;
    const mine = asked;
    const value = await read();
    if (mine > told) {
      told = mine;
      tell(value);
    }
    return value;
  };
}

/** Does `work` again after it is done where it was asked for meanwhile, and never twice at once. */
function coalesced(work: () => Promise<unknown>): () => void {
  let isAsked = false;
  let isBusy = false;
  const go = async (): Promise<void> => {
    isBusy = true;
    while (isAsked) {
      isAsked = false;
      await work().catch(() => {});
    }
    isBusy = false;
  };
  return () => {
    isAsked = true;
    if (!isBusy) void go();
  };
}
