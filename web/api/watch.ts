import type { Sleep } from "../../src/client/client.ts";
import { isPassing } from "../../src/client/connection.ts";
import type { Presence } from "./presence.ts";

export interface WatchOptions {
  readonly pause: Sleep;
  readonly presence: Presence;
  readonly signal: AbortSignal;
}

/** What is watched: a run or a goal. */
export interface Watched<Whole, Event> {
  readonly read: (signal: AbortSignal) => Promise<Whole>;
  readonly events: (options: { readonly after: number; readonly signal: AbortSignal }) => AsyncIterable<Event>;
  /** Gets it whole whenever something has changed. */
  readonly onRead: (whole: Whole) => void;
  /** Gets each event. @returns whether it changes what is read */
  readonly onEvent?: (event: Event) => boolean;
}

/** Events come in bursts: the whole is read again once for all that came within so long. */
const REREAD_AFTER_MS = 80;
/** After the client has given up on a call, or on a connection, which it does after half a minute of tries. */
const RETRY_MS = 5_000;

/**
 * Watches a run or a goal until it has ended: reads it whole whenever an event changes it. A connection that is lost is
 * taken up again, event by event, for as long as somebody watches; while nobody looks at the page there is none.
 * @throws {ApiError} what the server refuses for good
 */
export async function watch<Whole extends { readonly endedAt: string | null }, Event extends { readonly seq: number }>(
  { read: readWhole, events, onRead, onEvent = () => true }: Watched<Whole, Event>,
  { pause, presence, signal }: WatchOptions,
): Promise<void> {
  const ended = new AbortController();
  const watched = AbortSignal.any([signal, ended.signal]);
  const read = inOrder(
    () => readWhole(watched),
    (whole) => watched.aborted || onRead(whole),
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
  try {
    while (!signal.aborted) {
      let looking: AbortSignal | null = null;
      try {
        looking = await presence(signal);
        if ((await read()).endedAt !== null) return;
        for await (const event of events({ after, signal: looking })) {
          after = event.seq;
          if (onEvent(event)) readSoon();
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
