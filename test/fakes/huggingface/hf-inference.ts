import { MASK, PICTURE, WAV } from "../media.ts";
import { file, json, type Received, type Reply } from "./reply.ts";

type Answer = (inputs: unknown, received: Received) => Reply;

const labels = [
  { label: "[fake] first", score: 0.75 },
  { label: "[fake] second", score: 0.25 },
];
const vector = [0.6, 0.8, 0];
const mask = MASK.toString("base64");

/**
 * One answer for each task of https://huggingface.co/docs/inference-providers/tasks, in the shape that the library's
 * `src/providers/hf-inference.ts` reads.
 */
const ANSWERS: Readonly<Record<string, Answer>> = {
  "text-classification": () => json([labels]),
  "token-classification": () =>
    json([
      { entity_group: "PER", score: 0.99, word: "Ada", start: 2, end: 5 },
      { entity_group: "LOC", score: 0.9, word: "London", start: 15, end: 21 },
    ]),
  "question-answering": () => json({ score: 0.9, start: 12, end: 16, answer: "Mars" }),
  "zero-shot-classification": (inputs, { json: body }) => {
    const { candidate_labels: candidates = [] } = (body?.parameters ?? {}) as { candidate_labels?: string[] };
    return json({ sequence: inputs, labels: candidates, scores: candidates.map((_, index) => 1 / (index + 2)) });
  },
  summarization: () => json([{ summary_text: "[fake] A summary." }]),
  translation: () => json([{ translation_text: "[fake] Eine Übersetzung." }]),
  "feature-extraction": (inputs) => json(Array.isArray(inputs) ? inputs.map(toVector) : vector),
  "sentence-similarity": (inputs) =>
    json((inputs as { sentences: string[] }).sentences.map((_, index) => 0.9 - index / 2)),
  "table-question-answering": () =>
    json({ answer: "AVERAGE > 1", coordinates: [[0, 1]], cells: ["1"], aggregator: "AVERAGE" }),
  "tabular-classification": () => json([1, 0, 1]),
  "text-generation": () =>
    json({
      id: "cmpl-1",
      object: "text_completion",
      created: 1_741_569_952,
      model: "m",
      choices: [{ index: 0, text: "[fake] and so on.", finish_reason: "stop" }],
    }),
  "image-classification": () => json(labels),
  "zero-shot-image-classification": () => json(labels),
  "object-detection": () =>
    json([
      { score: 0.6, label: "[fake] cat", box: { xmin: 1, ymin: 2, xmax: 3, ymax: 4 } },
      { score: 0.9, label: "[fake] dog", box: { xmin: 5, ymin: 6, xmax: 7, ymax: 8 } },
    ]),
  "image-segmentation": () =>
    json([
      { score: 0.9, label: "[fake] sky", mask },
      { score: 0.95, label: "[fake] sea", mask },
    ]),
  "image-to-text": (_, { path }) => {
    const caption = { generated_text: "[fake] a picture" };
    // Some servers give a list, some do not: https://github.com/huggingface/huggingface_hub/pull/2285
    return json(path.endsWith(".listed") ? [caption] : caption);
  },
  "visual-question-answering": () => json([{ score: 0.8, answer: "[fake] two" }]),
  "document-question-answering": () => json([{ score: 0.8, answer: "[fake] $5", start: 3, end: 4 }]),
  "text-to-image": () => file(PICTURE, "image/jpeg"),
  "image-to-image": () => file(PICTURE, "image/png"),
  "automatic-speech-recognition": () =>
    json({ text: " [fake] Hello there.", chunks: [{ text: " [fake] Hello there.", timestamp: [0, 2.5] }] }),
  "audio-classification": () => json(labels),
  "audio-to-audio": () => json([{ label: "[fake] voice", blob: WAV.toString("base64"), "content-type": "audio/wav" }]),
  "text-to-speech": () => file(WAV, "audio/wav"),
};

/** The same direction for texts that begin alike. */
export const toVector = (text: unknown): readonly number[] => (String(text).startsWith("A") ? vector : [-0.8, 0.6, 0]);

export function hfInferenceReply(task: string, received: Received): Reply {
  const answer = ANSWERS[task];
  return answer ? answer(received.json?.inputs, received) : json({ error: `Task ${task} is not served` }, 404);
}
