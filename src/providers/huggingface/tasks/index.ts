import type { TaskRecipe } from "../session.ts";
import { audioClassification, audioToAudio, automaticSpeechRecognition, textToSpeech } from "./audio.ts";
import {
  imageTextToImage,
  imageTextToVideo,
  imageToImage,
  imageToVideo,
  textToImage,
  textToVideo,
} from "./generation.ts";
import { featureExtraction, featuresOfSimilarity, sentenceSimilarity, similarityByVectors } from "./sentences.ts";
import {
  languageIdentification,
  questionAnswering,
  summarization,
  tableQuestionAnswering,
  tabularClassification,
  textClassification,
  textGeneration,
  tokenClassification,
  zeroShotClassification,
} from "./text.ts";
import { translation } from "./translation.ts";
import {
  documentQuestionAnswering,
  imageClassification,
  imageSegmentation,
  imageToText,
  objectDetection,
  visualQuestionAnswering,
  zeroShotImageClassification,
} from "./vision.ts";

/** The library has no method for these: a chat task does some, a custom endpoint may do any. */
const NONE: readonly TaskRecipe[] = [];
/** Makes a picture of a picture and words about what to change. */
const EDITED: readonly TaskRecipe[] = [imageToImage, imageTextToImage];

/**
 * The recipes of each task type for models that are served for one of the Hub's tasks, the best first. Beside these a chat
 * model does whatever `../../chat-tasks/` has an instruction for.
 */
export const RECIPES: Readonly<Record<string, readonly TaskRecipe[]>> = {
  "text-classification": [textClassification],
  "token-classification": [tokenClassification],
  "text2text-generation": NONE,
  summarization: [summarization],
  translation: [translation],
  "question-answering": [questionAnswering],
  "open-question-answering": NONE,
  conversational: NONE,
  "text-generation": [textGeneration],
  "feature-extraction": [featureExtraction, featuresOfSimilarity],
  "sentence-similarity": [sentenceSimilarity, similarityByVectors],
  "zero-shot-classification": [zeroShotClassification],
  "language-identification": [languageIdentification],

  "image-to-text": [imageToText],
  "optical-character-recognition": [imageToText],
  "visual-question-answering": [visualQuestionAnswering],
  "document-question-answering": [documentQuestionAnswering],
  "image-classification": [imageClassification],
  "zero-shot-image-classification": [zeroShotImageClassification],
  "object-detection": [objectDetection],
  "barcode-reading": NONE,

  "text-to-image": [textToImage],
  "image-to-image": EDITED,
  "image-editing": EDITED,

  "canny-control": NONE,
  "hed-control": NONE,
  "mlsd-control": NONE,
  "normal-control": NONE,
  "pose-detection": NONE,
  "depth-estimation": NONE,
  "scribble-control": NONE,
  "image-segmentation": [imageSegmentation],
  "canny-text-to-image": EDITED,
  "hed-text-to-image": EDITED,
  "mlsd-text-to-image": EDITED,
  "normal-text-to-image": EDITED,
  "openpose-text-to-image": EDITED,
  "depth-text-to-image": EDITED,
  "scribble-text-to-image": EDITED,
  "seg-text-to-image": EDITED,

  "automatic-speech-recognition": [automaticSpeechRecognition],
  "text-to-speech": [textToSpeech],
  "audio-classification": [audioClassification],
  "audio-to-audio": [audioToAudio],
  "text-to-video": [textToVideo],
  "image-to-video": [imageToVideo, imageTextToVideo],
  "video-classification": NONE,
  "table-question-answering": [tableQuestionAnswering],
  "tabular-classification": [tabularClassification],
  "code-execution": NONE,
};

export const recipesFor = (taskType: string): readonly TaskRecipe[] =>
  Object.hasOwn(RECIPES, taskType) ? (RECIPES[taskType] ?? NONE) : NONE;
