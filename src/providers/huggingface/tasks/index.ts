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

/** No method of the library: by a chat's instruction where that makes sense, or by an endpoint of one's own. */
const NONE: readonly TaskRecipe[] = [];
/** A picture with words of what is wanted of it, for a picture. */
const EDITED: readonly TaskRecipe[] = [imageToImage, imageTextToImage];

/**
 * How each task type is done by models that are served for a task of the Hub's, the best way first. Beside these a chat
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
