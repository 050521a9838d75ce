import type { Server } from "node:http";
import { startAnyTaskServer } from "../../test/fakes/any-task-server.ts";
import { startHuggingFaceServer } from "../../test/fakes/huggingface/server.ts";
import { startOpenAiServer } from "../../test/fakes/openai/server.ts";
import { startWorkersAiServer } from "../../test/fakes/workers-ai/server.ts";
import { starterOnTheHub } from "./hub-models.ts";

/** What nobody but an endpoint of one's own does, with all else configured, by the catalogue that comes with the code. */
export const ONLY_CUSTOM: readonly string[] = [
  "hed-control",
  "mlsd-control",
  "normal-control",
  "depth-estimation",
  "scribble-control",
  "video-classification",
  "tabular-classification",
];

/** One model for each thing that an OpenAI-compatible server may do. */
export const FAKE_OPENAI_MODELS = [
  { model: "fake-chat", does: "chat" },
  { model: "fake-vision", does: "vision" },
  { model: "fake-embeddings", does: "embeddings" },
  { model: "fake-images", does: "images" },
  { model: "fake-image-edits", does: "image-edits" },
  { model: "fake-speech", does: "speech" },
  { model: "fake-transcription", does: "transcription" },
] as const;

/** A custom endpoint for each of these task types. */
const customEndpoints = (url: string, taskTypes: readonly string[]) =>
  taskTypes.map((taskType) => ({ model: `fake/${taskType}`, taskType, url }));

export interface Fakes {
  /** The Worker's variables that lead to them; every key among them is made up. */
  readonly vars: Readonly<Record<string, string>>;
  readonly urls: Readonly<Record<"huggingFace" | "openAi" | "workersAi" | "custom", string>>;
  stop(): Promise<void>;
}

/**
 * Starts, on this machine, what stands in for the services, with the catalogue's own models.
 * @param custom the task types that get an endpoint of one's own
 */
export async function startFakes(custom: readonly string[] = ONLY_CUSTOM): Promise<Fakes> {
  const [huggingFace, openAi, workersAi, anyTask] = await Promise.all([
    starterOnTheHub().then(startHuggingFaceServer),
    startOpenAiServer(),
    startWorkersAiServer(),
    startAnyTaskServer(),
  ]);
  const urls = { huggingFace: huggingFace.url, openAi: openAi.url, workersAi: workersAi.url, custom: anyTask.url };
  return {
    urls,
    vars: {
      HF_TOKEN: "hf_fake",
      HF_HUB_URL: huggingFace.url,
      HF_ROUTER_URL: huggingFace.url,
      OPENAI_BASE_URL: openAi.url,
      OPENAI_API_KEY: "sk-fake",
      CLOUDFLARE_ACCOUNT_ID: "f".repeat(32),
      CLOUDFLARE_API_TOKEN: "fake-token",
      CLOUDFLARE_API_URL: `${workersAi.url}/client/v4`,
      CONFIG: JSON.stringify({
        endpoints: customEndpoints(anyTask.url, custom),
        openai: { models: FAKE_OPENAI_MODELS },
      }),
    },
    stop: async () => {
      await Promise.all([huggingFace, openAi, workersAi, anyTask].map(({ server }) => close(server)));
    },
  };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
