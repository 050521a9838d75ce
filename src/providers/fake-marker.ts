import type { ExpertResult, Provider } from "./provider.ts";

/** What stands in for a service marks each of its answers so; no service does. */
const MARK = "x-fake";

export interface Watched {
  readonly fetch: typeof fetch;
  /** Whether anything that came through `fetch` was marked as fake. */
  isFake(): boolean;
}

/** A `fetch` that notices who answers. */
export function watching(fetch: typeof globalThis.fetch): Watched {
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
export const owningUp = (result: ExpertResult, { isFake }: Pick<Watched, "isFake">): ExpertResult =>
  isFake() ? { ...result, notes: [NOTE, ...(result.notes ?? [])] } : result;

/** A provider that calls through a watched `fetch`, and owns up. */
export function watchedProvider(
  fetch: typeof globalThis.fetch,
  create: (fetch: typeof globalThis.fetch) => Provider,
): Provider {
  const watched = watching(fetch);
  const provider = create(watched.fetch);
  return { ...provider, call: async (call) => owningUp(await provider.call(call), watched) };
}
