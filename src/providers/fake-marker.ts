import type { ExpertResult, Provider } from "./provider.ts";

/** What stands in for a service marks each of its answers so; no service does. */
const MARK = "x-fake";

export interface WatchedFetch {
  readonly fetch: typeof fetch;
  /** Whether anything that came through `fetch` was marked as fake. */
  isFake(): boolean;
}

/** A `fetch` that notices who answers. */
export function watchFetch(fetch: typeof globalThis.fetch): WatchedFetch {
  let isFake = false;
  return {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      isFake ||= response.headers.get(MARK) === "true";
      return response;
    },
    isFake: () => isFake,
  };
}

const NOTE = "[fake] made by a stand-in for the service, not by the model";

/**
 * A result that says so where a stand-in made it: a text can say it itself, a picture or a recording is taken for what
 * it looks like.
 */
export const withFakeNote = (result: ExpertResult, { isFake }: Pick<WatchedFetch, "isFake">): ExpertResult =>
  isFake() ? { ...result, notes: [NOTE, ...(result.notes ?? [])] } : result;

/** A provider that calls through a watched `fetch`, and owns up. */
export function watchedProvider(
  fetch: typeof globalThis.fetch,
  create: (fetch: typeof globalThis.fetch) => Provider,
): Provider {
  const watched = watchFetch(fetch);
  const provider = create(watched.fetch);
  return { ...provider, call: async (call) => withFakeNote(await provider.call(call), watched) };
}
