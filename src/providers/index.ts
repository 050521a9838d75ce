import type { HuggingFaceConfig, ProvidersConfig } from "../config/providers.ts";
import { once } from "../domain/once.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import { watchedProvider } from "./fake-marker.ts";
import type { HuggingFaceOptions } from "./huggingface/index.ts";
import type { Provider } from "./provider.ts";

export interface RemoteDependencies {
  readonly ontology: Ontology;
  readonly fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The configured providers that need a key: OpenAI, Workers AI and Hugging Face. */
export function createRemoteProviders(
  { openai, workersAi, huggingFace }: ProvidersConfig,
  dependencies: RemoteDependencies,
): readonly Provider[] {
  const { ontology } = dependencies;
  const providers: Provider[] = [];
  if (openai) {
    providers.push(
      lazyProvider("openai", async () => {
        const { createOpenAiProvider } = await import("./openai/index.ts");
        return watchedProvider(dependencies.fetch, (fetch) => createOpenAiProvider({ ...openai, ontology, fetch }));
      }),
    );
  }
  if (workersAi) {
    providers.push(
      lazyProvider("workers-ai", async () => {
        const { createWorkersAiProvider } = await import("./workers-ai/index.ts");
        return watchedProvider(dependencies.fetch, (fetch) =>
          createWorkersAiProvider(workersAi.by === "binding" ? workersAi : { ...workersAi, fetch }, { ontology }),
        );
      }),
    );
  }
  if (huggingFace) providers.push(createHuggingFace(huggingFace, dependencies));
  return providers;
}

/** Hugging Face with the deployment's token, or with a caller's own. */
export const createHuggingFace = (
  { token, billTo, hub, router, account }: HuggingFaceConfig & Pick<HuggingFaceOptions, "account">,
  dependencies: RemoteDependencies,
): Provider =>
  lazyProvider("huggingface", async () => {
    const { createHuggingFaceProvider } = await import("./huggingface/index.ts");
    const { ontology, now } = dependencies;
    return watchedProvider(dependencies.fetch, (fetch) =>
      createHuggingFaceProvider({ token, account, billTo, hubUrl: hub, routerUrl: router, ontology, fetch, now }),
    );
  });

/** A provider whose code is loaded when it is first needed; it lists no endpoints before `load`. */
function lazyProvider(name: Provider["name"], load: () => Promise<Provider>): Provider {
  let endpoints: ReturnType<Provider["endpoints"]> = [];
  const provider = once(load);
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
