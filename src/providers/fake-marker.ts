import type { ExpertResult, Provider } from "./provider.ts";

/** The header by which the fakes of the playground mark each answer; no real service sends it. */
const MARK = "x-fake";

export interface WatchedFetch {
  readonly fetch: typeof fetch;
  /** True once an answer that came through `fetch` was marked as fake. */
  isFake(): boolean;
}

/** A `fetch` that remembers whether a fake has answered. */
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
 * The result, with a note first where a fake made it: a text can say so itself, a picture or a recording is taken for
 * what it looks like.
 */
export const withFakeNote = (result: ExpertResult, { isFake }: Pick<WatchedFetch, "isFake">): ExpertResult =>
  isFake() ? { ...result, notes: [NOTE, ...(result.notes ?? [])] } : result;

/** A provider whose results say so where a fake answered through `fetch`. */
export function watchedProvider(
  fetch: typeof globalThis.fetch,
  create: (fetch: typeof globalThis.fetch) => Provider,
): Provider {
  const watched = watchFetch(fetch);
  const provider = create(watched.fetch);
  return { ...provider, call: async (call) => withFakeNote(await provider.call(call), watched) };
}
