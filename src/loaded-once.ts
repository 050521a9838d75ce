import { after } from "./waiting.ts";

/** Begun this long ago, a load belongs to a request that was cancelled: the slowest takes some seconds on a busy machine. */
const LONGEST_LOAD_MS = 10_000;
/** How often one that waits for another's load looks whether it is done. */
const LOOK_MS = 5;

/**
 * Loads something once for all requests and Durable Objects of the isolate; where that fails, again when it is next needed.
 * What is kept is the value, and never a promise of it: that belongs to the request that began to load, and stays unsettled
 * for all others where that one is cancelled. Who waits does so by timers of its own, and so goes on in its own context.
 */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: { readonly value: T } | null = null;
  let loading: { readonly since: number } | null = null;
  return async () => {
    while (!loaded) {
      if (loading && Date.now() - loading.since < LONGEST_LOAD_MS) {
        await after(LOOK_MS);
        continue;
      }
      const own = { since: Date.now() };
      loading = own;
      try {
        loaded = { value: await load() };
      } finally {
        if (loading === own) loading = null;
      }
    }
    return loaded.value;
  };
}
