import { useSyncExternalStore } from "react";
import type { Pause } from "../../src/client/client.ts";
import { pause } from "../../src/client/pause.ts";

/** `lost`: the last call was answered by nobody, or the browser says that there is no network. */
export type ConnectionState = "live" | "lost";

let state: ConnectionState = "live";
const listeners = new Set<() => void>();

const become = (next: ConnectionState): void => {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
};

/** `fetch`, which tells whether anybody answers. */
export async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    become("live");
    return response;
  } catch (fault) {
    // A call that the page itself gave up tells nothing of the network.
    if (!init.signal?.aborted) become("lost");
    throw fault;
  }
}

/** Waits as the client asks, but no longer than until the browser says that the network is back. */
export const pauseUntilOnline: Pause = async (ms, signal) => {
  const online = new AbortController();
  const onOnline = (): void => online.abort();
  addEventListener("online", onOnline, { once: true });
  try {
    await pause(ms, signal ? AbortSignal.any([signal, online.signal]) : online.signal);
  } catch (fault) {
    if (!online.signal.aborted || signal?.aborted) throw fault;
  } finally {
    removeEventListener("online", onOnline);
  }
};

addEventListener("offline", () => become("lost"));
addEventListener("online", () => become("live"));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnection = (): ConnectionState => useSyncExternalStore(subscribe, () => state);
