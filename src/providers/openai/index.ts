import type { OpenAiEndpoint } from "../../config/openai-endpoints.ts";
import { AppError } from "../../domain/errors.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import type { Provider } from "../provider.ts";
import { OPENAI_SETTINGS, type OpenAiConnection } from "./client.ts";
import { offerKey, offersOf } from "./experts/offers.ts";
import { openSession } from "./experts/session.ts";
import type { SettingNames } from "./failures.ts";
import type { RefusedFeature } from "./refusals.ts";

export interface OpenAiOptions extends Pick<OpenAiConnection, "baseUrl" | "apiKey" | "fetch"> {
  /** The server's models: only the deployment knows them. */
  readonly endpoints: readonly OpenAiEndpoint[];
  readonly ontology: Ontology;
}

const SETTINGS: SettingNames = { ...OPENAI_SETTINGS, model: "the model's name in CONFIG, or OPENAI_MODEL," };

/** Any server with OpenAI's API: OpenAI itself, Hugging Face's router, vLLM, Ollama, llama.cpp. One attempt a call. */
export function createOpenAiProvider({ endpoints, ontology, baseUrl, apiKey, fetch }: OpenAiOptions): Provider {
  const offers = offersOf(endpoints, ontology);
  const refusedBy = new Map(endpoints.map((endpoint) => [endpoint, new Set<RefusedFeature>()]));
  return {
    name: "openai",
    endpoints: () => [...offers.values()].map(({ endpoint }) => endpoint),
    call: async (call) => {
      const { model } = call.endpoint;
      const offer = offers.get(offerKey({ model, taskType: call.taskType }));
      if (!offer) throw new AppError("no-model", `${model} does no ${call.taskType} in this deployment`);
      const { configured, type, way } = offer;
      const session = openSession({
        call,
        type,
        configured,
        baseUrl,
        apiKey,
        fetch,
        server: { model, apiKey, settings: SETTINGS },
        refused: refusedBy.get(configured) ?? new Set(),
        sdk: await import("openai"),
      });
      return way(session);
    },
  };
}
