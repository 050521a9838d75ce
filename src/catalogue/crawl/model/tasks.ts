import * as z from "zod";
import type { CatalogueEndpoint, EndpointStatus } from "../../../domain/catalogue.ts";

/**
 * Our task types for the Hub's pipeline tags (`PIPELINE_DATA` in @huggingface/tasks), the foremost first. A tag that is
 * not here is a task we have no type for: `fill-mask`, `text-ranking`, `reinforcement-learning`, or one that takes other
 * inputs than ours: `mask-generation` (points), `zero-shot-object-detection` (words), `text-to-audio` (music).
 */
const BY_TAG: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    (
      "text-classification token-classification table-question-answering question-answering zero-shot-classification " +
      "translation summarization feature-extraction text-generation text2text-generation conversational text-to-speech " +
      "automatic-speech-recognition audio-to-audio audio-classification depth-estimation image-classification " +
      "object-detection image-segmentation text-to-image image-to-text image-to-image image-to-video text-to-video " +
      "video-classification visual-question-answering document-question-answering zero-shot-image-classification " +
      "tabular-classification"
    )
      .split(" ")
      .map((tag) => [tag, [tag]]),
  ),
  "sentence-similarity": ["sentence-similarity", "feature-extraction"],
  "image-text-to-image": ["image-editing"],
  "image-text-to-text": ["visual-question-answering"],
};

/** Task types that a chat model can do by instruction if no dedicated model is served. */
const CHAT_STANDS_IN = [
  "text-generation",
  "text2text-generation",
  "summarization",
  "translation",
  "question-answering",
  "open-question-answering",
] as const;
/** Additional ones for a chat model that sees images. */
const VISION_CHAT_STANDS_IN = ["image-to-text", "document-question-answering"] as const;

/** The kinds of control image that ControlNets take; only a model's name says which. */
const CONTROLS = ["canny", "hed", "mlsd", "normal", "openpose", "depth", "scribble", "seg"] as const;
const OCR_TAGS: ReadonlySet<string> = new Set(["ocr", "trocr", "optical-character-recognition"]);
const READS_TEXT: ReadonlySet<string> = new Set(["image-to-text", "image-text-to-text"]);
const LANGUAGE_TELLING = /language[-_](?:identification|detection)/;

/** The task types of a pipeline tag, or of the task of an inference provider's mapping. */
export const tasksOfTag = (tag: string): readonly string[] => (Object.hasOwn(BY_TAG, tag) ? (BY_TAG[tag] ?? []) : []);

/** The task types of a model; empty if it does none of ours. */
export function readTasks(model: {
  readonly id: string;
  readonly pipelineTag: string;
  readonly tags: readonly string[];
}): readonly string[] {
  const { pipelineTag: tag, tags } = model;
  const name = model.id.toLowerCase();
  if (tags.includes("controlnet") || name.includes("controlnet")) {
    return CONTROLS.filter((control) => name.includes(control)).map((control) => `${control}-text-to-image`);
  }
  // Reading the text in an image is another task than describing the image.
  if (READS_TEXT.has(tag) && tags.some((one) => OCR_TAGS.has(one))) return ["optical-character-recognition"];
  if (tag === "text-classification" && [name, ...tags].some((text) => LANGUAGE_TELLING.test(text))) {
    return ["language-identification"];
  }
  return tag === "text-generation" && tags.includes("conversational")
    ? ["text-generation", "conversational"]
    : tasksOfTag(tag);
}

const MAX_MAPPINGS = 40;

/** `InferenceProviderMapping` in huggingface_hub's hf_api.py; an adapter is served on top of another model. */
const entry = z.object({
  provider: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  status: z.string(),
  task: z.string().max(64),
  adapter: z.unknown().optional(),
});
type Entry = z.infer<typeof entry>;

const STATUSES: Readonly<Record<string, EndpointStatus>> = { live: "live", staging: "staging" };

/**
 * The endpoints of a model, one for each task type and provider, from its `inferenceProviderMapping`. That is an array in
 * lists of models, and an object keyed by provider for a single model
 * (https://huggingface.co/docs/inference-providers/hub-api) and in older lists.
 */
export function readEndpoints(model: {
  readonly id: string;
  readonly tasks: readonly string[];
  readonly pipelineTag: string;
  readonly mapping: unknown;
}): readonly CatalogueEndpoint[] {
  const served = entries(model.mapping).filter(({ adapter }) => adapter === undefined || adapter === null);
  return served.flatMap(({ provider, status, task }) => {
    const endpoint = (taskType: string, standsIn: boolean): CatalogueEndpoint => ({
      provider: "huggingface",
      via: provider,
      // The router takes the Hub's id; what the provider calls it itself is looked up there.
      model: model.id,
      taskType,
      status: STATUSES[status] ?? "unknown",
      standsIn,
      prices: [],
      contextTokens: null,
      maxInputBytes: null,
    });
    const { does, standsInFor } = doneThere(model, task, status);
    return [
      ...does.map((taskType) => endpoint(taskType, false)),
      ...standsInFor.map((taskType) => endpoint(taskType, true)),
    ];
  });
}

/** The task types of a mapping. A chat endpoint also stands in for the tasks that it can do by instruction, if it is live. */
function doneThere(
  model: { readonly tasks: readonly string[]; readonly pipelineTag: string },
  task: string,
  status: string,
): { readonly does: readonly string[]; readonly standsInFor: readonly string[] } {
  if (task !== "conversational") {
    const does = tasksOfTag(task);
    return { does: task === model.pipelineTag ? model.tasks : does, standsInFor: [] };
  }
  const sees = model.pipelineTag === "image-text-to-text";
  const does = sees ? ["conversational", ...model.tasks] : ["conversational"];
  const instructed = sees ? [...CHAT_STANDS_IN, ...VISION_CHAT_STANDS_IN] : CHAT_STANDS_IN;
  return { does, standsInFor: status === "live" ? instructed.filter((one) => !does.includes(one)) : [] };
}

function entries(value: unknown): readonly Entry[] {
  const listed: readonly unknown[] = Array.isArray(value) ? value : byProvider(value);
  return listed.slice(0, MAX_MAPPINGS).flatMap((one) => entry.safeParse(one).data ?? []);
}

const byProvider = (value: unknown): readonly unknown[] =>
  Object.entries(z.record(z.string(), z.unknown()).safeParse(value).data ?? {}).map(([provider, one]) =>
    typeof one === "object" ? { ...one, provider } : null,
  );
