import type { Provider } from "./provider.ts";

/** A provider whose code is loaded when it is first needed; until `load` it has no endpoints to tell of. */
export function lazyProvider(name: Provider["name"], load: () => Promise<Provider>): Provider {
  let loaded: Promise<Provider> | undefined;
  let endpoints: ReturnType<Provider["endpoints"]> = [];
  const provider = (): Promise<Provider> => {
    loaded ??= load().catch((thrown: unknown) => {
      loaded = undefined;
      throw thrown;
    });
    return loaded;
  };
  return {
    name,
    endpoints: () => endpoints,
    load: async () => {
      endpoints = (await provider()).endpoints();
    },
    find: async (model, taskType) => (await (await provider()).find?.(model, taskType)) ?? null,
    call: async (call) => (await provider()).call(call),
  };
}
