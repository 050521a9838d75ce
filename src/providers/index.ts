import type { HuggingFaceConfig, ProvidersConfig } from "../config/providers.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import { lazyProvider } from "./lazy.ts";
import type { Provider } from "./provider.ts";

export interface RemoteSurroundings {
  readonly ontology: Ontology;
  readonly fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The providers that are configured, apart from those that need no key. */
export function createRemoteProviders(
  { openai, workersAi, huggingFace }: ProvidersConfig,
  surroundings: RemoteSurroundings,
): readonly Provider[] {
  const { ontology, fetch } = surroundings;
  const providers: Provider[] = [];
  if (openai) {
    providers.push(
      lazyProvider("openai", async () => {
        const { createOpenAiProvider } = await import("./openai/index.ts");
        return createOpenAiProvider({ ...openai, ontology, fetch });
      }),
    );
  }
  if (workersAi) {
    const access = workersAi.by === "binding" ? workersAi : { ...workersAi, fetch };
    providers.push(
      lazyProvider("workers-ai", async () => {
        const { createWorkersAiProvider } = await import("./workers-ai/index.ts");
        return createWorkersAiProvider(access, { ontology });
      }),
    );
  }
  if (huggingFace) providers.push(createHuggingFace(huggingFace, surroundings));
  return providers;
}

/** Hugging Face with the deployment's token, or with a caller's own. */
export const createHuggingFace = (
  { token, billTo, hub, router }: HuggingFaceConfig,
  { ontology, fetch, now }: RemoteSurroundings,
): Provider =>
  lazyProvider("huggingface", async () => {
    const { createHuggingFaceProvider } = await import("./huggingface/index.ts");
    return createHuggingFaceProvider({
      ...{ token, hubUrl: hub, ontology, fetch, now },
      ...(billTo === undefined ? {} : { billTo }),
      ...(router === undefined ? {} : { routerUrl: router }),
    });
  });
