import type { HuggingFaceConfig, ProvidersConfig } from "../config/providers.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import { createHuggingFaceProvider } from "./huggingface/index.ts";
import { createOpenAiProvider } from "./openai/index.ts";
import type { Provider } from "./provider.ts";
import { createWorkersAiProvider } from "./workers-ai/index.ts";

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
  if (openai) providers.push(createOpenAiProvider({ ...openai, ontology, fetch }));
  if (workersAi) {
    const access = workersAi.by === "binding" ? workersAi : { ...workersAi, fetch };
    providers.push(createWorkersAiProvider(access, { ontology }));
  }
  if (huggingFace) providers.push(createHuggingFace(huggingFace, surroundings));
  return providers;
}

/** Hugging Face with the deployment's token, or with a caller's own. */
export const createHuggingFace = (
  { token, billTo, hub, router }: HuggingFaceConfig,
  { ontology, fetch, now }: RemoteSurroundings,
): Provider =>
  createHuggingFaceProvider({
    ...{ token, hubUrl: hub, ontology, fetch, now },
    ...(billTo === undefined ? {} : { billTo }),
    ...(router === undefined ? {} : { routerUrl: router }),
  });
