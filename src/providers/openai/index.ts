import type { OpenAiAbility, OpenAiEndpoint } from "../../config/openai-endpoints.ts";
import { type Endpoint, hostedAt, statedIn } from "../../domain/endpoints.ts";
import { AppError } from "../../domain/errors.ts";
import type { Ontology, TaskType } from "../../domain/task-types/index.ts";
import { chatTaskFor } from "../chat-tasks/index.ts";
import type { Provider } from "../provider.ts";
import { OPENAI_SETTINGS, type OpenAiConnection } from "./client.ts";
import { automaticSpeechRecognition, textToSpeech } from "./experts/audio.ts";
import { imageToImage, mapToImage, textToImage } from "./experts/images.ts";
import { openSession, type TaskMethod } from "./experts/session.ts";
import { byChat, featureExtraction, sentenceSimilarity } from "./experts/text.ts";
import type { SettingNames } from "./failures.ts";
import type { RefusedFeature } from "./requests.ts";

export interface OpenAiOptions extends Pick<OpenAiConnection, "baseUrl" | "apiKey" | "fetch"> {
  /** The server's models: only the deployment knows them. */
  readonly endpoints: readonly OpenAiEndpoint[];
  readonly ontology: Ontology;
}

const SETTINGS: SettingNames = { ...OPENAI_SETTINGS, model: "the model's name in CONFIG, or OPENAI_MODEL," };

/** Any server with OpenAI's API: OpenAI itself, Hugging Face's router, vLLM, Ollama, llama.cpp. One attempt a call. */
export function createOpenAiProvider({ endpoints, ontology, baseUrl, apiKey, fetch }: OpenAiOptions): Provider {
  const tasks = configuredTasks({ endpoints, baseUrl }, ontology);
  const refusedBy = new Map(endpoints.map((endpoint) => [endpoint, new Set<RefusedFeature>()]));
  return {
    name: "openai",
    endpoints: () => [...tasks.values()].map(({ endpoint }) => endpoint),
    call: async (call) => {
      const { model } = call.endpoint;
      const task = tasks.get(taskKey({ model, taskType: call.taskType }));
      if (!task) throw new AppError("no-model", `${model} does no ${call.taskType} in this deployment`);
      const { configured, type, method } = task;
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
      return method(session);
    },
  };
}

/** One task type that a configured model does, and how. */
interface ConfiguredTask {
  readonly endpoint: Endpoint;
  readonly configured: OpenAiEndpoint;
  readonly type: TaskType;
  readonly method: TaskMethod;
}

interface Done {
  readonly method: TaskMethod;
  readonly grade: Endpoint["grade"];
}

/** Task types that chat and vision models are made for; all others they do by instruction, at the grade `stand-in`. */
const MADE_FOR: ReadonlySet<string> = new Set(["conversational", "visual-question-answering"]);

const chatting =
  (sees: boolean) =>
  (type: TaskType): Done | null => {
    const task = chatTaskFor(type);
    if (task === null || (task.needs === "vision" && !sees)) return null;
    return { method: byChat(task), grade: MADE_FOR.has(type.name) ? "full" : "stand-in" };
  };

const only =
  (methods: Readonly<Record<string, TaskMethod>>) =>
  ({ name }: TaskType): Done | null => {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    return method ? { method, grade: "full" } : null;
  };

const editing = only({ "image-editing": imageToImage, "image-to-image": imageToImage });
/** True for a picture made from a control map, which ControlNet does well and an edit model approximately. */
const isFromMap = ({ name }: TaskType): boolean => name.endsWith("-text-to-image");

/** Those first that models were made for: they stand where a chat would do as well. */
const ABILITIES: Readonly<Record<OpenAiAbility, (type: TaskType) => Done | null>> = {
  embeddings: only({ "feature-extraction": featureExtraction, "sentence-similarity": sentenceSimilarity }),
  images: only({ "text-to-image": textToImage }),
  "image-edits": (type) => (isFromMap(type) ? { method: mapToImage, grade: "stand-in" } : editing(type)),
  speech: only({ "text-to-speech": textToSpeech }),
  transcription: only({ "automatic-speech-recognition": automaticSpeechRecognition }),
  vision: chatting(true),
  chat: chatting(false),
};

const taskKey = ({ model, taskType }: Pick<Endpoint, "model" | "taskType">): string =>
  JSON.stringify([model, taskType]);

/**
 * All that the configured models do, by `taskKey`. Where one model does a task type in two ways, the one that was made
 * for it stands.
 */
export function configuredTasks(
  { endpoints, baseUrl }: Pick<OpenAiOptions, "endpoints" | "baseUrl">,
  ontology: Ontology,
): ReadonlyMap<string, ConfiguredTask> {
  const tasks = new Map<string, ConfiguredTask>();
  for (const [ability, doing] of Object.entries(ABILITIES)) {
    for (const one of endpoints.filter(({ does }) => does === ability)) {
      for (const type of ontology.all) {
        const key = taskKey({ model: one.model, taskType: type.name });
        const done = tasks.has(key) ? null : doing(type);
        if (!done) continue;
        const { grade, method } = done;
        const endpoint = toEndpoint(one, { baseUrl, taskType: type.name, grade });
        tasks.set(key, { endpoint, configured: one, type, method });
      }
    }
  }
  return tasks;
}

function toEndpoint(
  { model, does, description, licence, ...facts }: OpenAiEndpoint,
  { baseUrl, taskType, grade }: Pick<Endpoint, "taskType" | "grade"> & Pick<OpenAiOptions, "baseUrl">,
): Endpoint {
  return {
    provider: "openai",
    model,
    taskType,
    description: description || `A model for ${does} at this deployment's OpenAI-compatible server`,
    licence,
    grade,
    ...statedIn({ ...hostedAt(baseUrl), ...facts }),
  };
}
