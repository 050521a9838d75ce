import { useSyncExternalStore } from "react";
import type { Sleep } from "../../src/client/client.ts";
import { sleep as pause } from "../../src/client/connection.ts";
import { type ConnectionState, Reachability } from "./reachability.ts";

/** Whether the server that this page came from is heard. */
export const connection = new Reachability({
  ask: (signal) => fetch("/v1/health", { method: "HEAD", cache: "no-store", redirect: "manual", signal }),
  pause,
});

/** `fetch`, which tells whether anybody answers. */
export async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    connection.answered();
    return response;
  } catch (fault) {
    // A call that the page itself gave up tells nothing of the network.
    if (!init.signal?.aborted) connection.doubt();
    throw fault;
  }
}

/** Waits as the client asks, but no longer than until the server is heard again. */
export const pauseUntilHeard: Sleep = async (ms, signal) => {
  const heard = new AbortController();
  let wasLost = connection.now() === "lost";
  const leave = connection.subscribe(() => {
    if (wasLost && connection.now() === "live") heard.abort();
    wasLost = connection.now() === "lost";
  });
  try {
    await pause(ms, signal ? AbortSignal.any([signal, heard.signal]) : heard.signal);
  } catch (fault) {
    if (!heard.signal.aborted || signal?.aborted) throw fault;
  } finally {
    leave();
  }
};

// A server on this machine answers without a network too: what the browser says of that is a reason to ask.
addEventListener("offline", () => connection.doubt());
addEventListener("online", () => connection.doubt());

export const useConnection = (): ConnectionState => useSyncExternalStore(connection.subscribe, connection.now);
