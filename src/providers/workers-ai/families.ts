import type { TaskType } from "../../domain/task-types/index.ts";
import { chatTaskFor } from "../chat-tasks/index.ts";
import type { Shape } from "./shape.ts";
import { chatShape } from "./shapes/chat.ts";
import { featureExtraction, similarityByEmbedding, similarityByReranker } from "./shapes/embeddings.ts";
import { fluxFromPicture, fluxFromText, pictureFromPicture, pictureFromText } from "./shapes/image-generation.ts";
import { auraSpeech, encodedSpeech, listedSpeech, meloSpeech, nemotronSpeech, novaSpeech } from "./shapes/speech.ts";
import { bartSummary, indicTranslation, m2mTranslation, textClassification } from "./shapes/text.ts";
import {
  describedAnswer,
  describedCaption,
  detrDetection,
  imageClassification,
  moondreamAnswer,
  moondreamCaption,
  moondreamDetection,
} from "./shapes/vision.ts";

type Shapes = Readonly<Record<string, Shape>>;

const CONTROLS = ["canny", "hed", "mlsd", "normal", "openpose", "depth", "scribble", "seg"];
const fluxControls: Shapes = Object.fromEntries(CONTROLS.map((name) => [`${name}-text-to-image`, fluxFromPicture]));

const stableDiffusion: Shapes = { "text-to-image": pictureFromText, "image-to-image": pictureFromPicture };
const textToImage: Shapes = { "text-to-image": pictureFromText };
const embeddings: Shapes = { "feature-extraction": featureExtraction, "sentence-similarity": similarityByEmbedding };
const captions: Shapes = { "image-to-text": describedCaption, "visual-question-answering": describedAnswer };

/**
 * The shapes of each family of models, by their schemas in @cloudflare/workers-types and at
 * https://developers.cloudflare.com/workers-ai/models/. The first family whose pattern fits a model's name counts.
 */
const FAMILIES: readonly (readonly [name: RegExp, does: Shapes])[] = [
  [/\/whisper-large-v3-turbo$/, { "automatic-speech-recognition": encodedSpeech }],
  [/\/whisper(-|$)/, { "automatic-speech-recognition": listedSpeech }],
  [/\/nova-\d/, { "automatic-speech-recognition": novaSpeech }],
  [/\/nemotron-speech-/, { "automatic-speech-recognition": nemotronSpeech }],
  [/\/melotts$/, { "text-to-speech": meloSpeech }],
  [/\/aura-\d/, { "text-to-speech": auraSpeech }],
  [
    /\/flux-2-/,
    {
      "text-to-image": fluxFromText,
      "image-to-image": fluxFromPicture,
      "image-editing": fluxFromPicture,
      ...fluxControls,
    },
  ],
  [/\/(flux-1-|lucid-|phoenix-)/, textToImage],
  [/\/(stable-diffusion-.*-img2img)$/, { "image-to-image": pictureFromPicture }],
  // Painting in needs a mask, which no task type has.
  [/\/(stable-diffusion-.*-inpainting)$/, {}],
  [/\/(stable-diffusion-|dreamshaper-)/, stableDiffusion],
  [/\/resnet-\d/, { "image-classification": imageClassification }],
  [/\/detr-/, { "object-detection": detrDetection }],
  [/\/distilbert-/, { "text-classification": textClassification }],
  [/\/m2m100-/, { translation: m2mTranslation }],
  [/\/indictrans2-en-indic-/, { translation: indicTranslation }],
  [/\/bart-large-cnn$/, { summarization: bartSummary }],
  [/\/bge-reranker-/, { "sentence-similarity": similarityByReranker }],
  [/\/(bge-|embeddinggemma-|plamo-embedding-|qwen3-embedding-)/, embeddings],
  [
    /\/moondream/,
    {
      "image-to-text": moondreamCaption,
      "visual-question-answering": moondreamAnswer,
      "object-detection": moondreamDetection,
    },
  ],
  [/\/(llava-|uform-)/, captions],
];

/** The commonest shape of each task type that no chat model does. */
const COMMONEST: Shapes = {
  "automatic-speech-recognition": listedSpeech,
  "text-to-speech": auraSpeech,
  "feature-extraction": featureExtraction,
  ...stableDiffusion,
};

/** The shape by which a model does a task type, null where none is known. Models of no known family count as chat models. */
export function shapeFor(model: string, type: TaskType): Shape | null {
  const family = FAMILIES.find(([name]) => name.test(model))?.[1] ?? null;
  if (family) return family[type.name] ?? null;
  const common = COMMONEST[type.name];
  if (common) return common;
  const task = chatTaskFor(type);
  return task && chatShape(task);
}
