/** What people call the work that a model is chosen for; the first that matches counts. */
const TASKS: readonly (readonly [RegExp, string])[] = [
  [/speech recognition|transcri|\basr\b|speech[- ]to[- ]text|dictation/, "automatic-speech-recognition"],
  [/text[- ]to[- ]speech|speech synthesis|\btts\b|reading aloud|narrat|speaking/, "text-to-speech"],
  [/audio classif|sound classif/, "audio-classification"],
  [/object detect|\bdetect/, "object-detection"],
  [/segment/, "image-segmentation"],
  [/depth/, "depth-estimation"],
  [/\bocr\b|character recognition|reading (?:the )?text/, "optical-character-recognition"],
  [/document question|document qa|docvqa/, "document-question-answering"],
  [/table question|table qa/, "table-question-answering"],
  [/visual question|\bvqa\b|visual qa/, "visual-question-answering"],
  [/caption|image[- ]to[- ]text/, "image-to-text"],
  [/text[- ]to[- ]image|image generat|drawing/, "text-to-image"],
  [/text[- ]to[- ]video|video generat/, "text-to-video"],
  [/video classif/, "video-classification"],
  [/image classif/, "image-classification"],
  [/summar/, "summarization"],
  [/translat/, "translation"],
  [/entit|\bner\b|token classif/, "token-classification"],
  [/question[- ]answer|\bqa\b/, "question-answering"],
  [/sentiment|text classif/, "text-classification"],
  [/similarity/, "sentence-similarity"],
  [/embedding|feature extraction/, "feature-extraction"],
  [/text generat|story|writing/, "text-generation"],
  [/denois|noise|audio[- ]to[- ]audio|speech enhancement/, "audio-to-audio"],
];

/** The task type that words such as "the transcription" name, or `null`. */
export const taskNamedBy = (words: string): string | null =>
  TASKS.find(([spelling]) => spelling.test(words))?.[1] ?? null;
