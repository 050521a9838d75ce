import { AppError } from "../../domain/errors.ts";
import type { Inputs } from "../provider.ts";
import type { ChatLimits, ChatReading, ChatTask } from "./chat-task.ts";
import { textTask, visionTask } from "./compose.ts";
import { asData, inWords, LABELS_SCHEMA, LABELS_SHAPE, readScored } from "./labels.ts";
import { languageIdentification } from "./language-identification.ts";
import { given } from "./material.ts";
import { PICTURE_ALONE, readPicture } from "./picture.ts";
import { readLabels, readOptionalText, readText } from "./text-input.ts";

const SENTIMENTS = ["positive", "negative", "neutral"];

/** Reads labels for the ports `labels` and `text`. */
const readAs =
  (choices?: readonly string[]) =>
  (words: string): ChatReading => {
    const labels = readScored(words, choices);
    const [best] = labels;
    return { outputs: { labels: asData(labels), text: { as: "text", text: best ? inWords(best) : "" } } };
  };

const choose = (what: string): string =>
  `Say which of "labels" fit ${what}: every one of them, spelled as there, and no other. ${LABELS_SHAPE}`;

async function choicesOf(inputs: Inputs, limits: ChatLimits): Promise<readonly string[]> {
  const choices = await readLabels(inputs, "labels", limits);
  if (choices === undefined) throw new AppError("unsupported-input", 'The input "labels" is missing or empty.');
  return choices;
}

/** By labels or an instruction where the call has them; else its sentiment. */
const textClassification = textTask(async (inputs, limits) => {
  const text = await readText(inputs, "text", limits);
  const instruction = await readOptionalText(inputs, "instruction", limits);
  const named = await readLabels(inputs, "labels", limits);
  if (instruction !== undefined && named === undefined) {
    return {
      rules: `Label "text" as "instruction" asks. ${LABELS_SHAPE}`,
      material: { instruction, text },
      wishes: ["instruction"],
      schema: LABELS_SCHEMA,
      read: readAs(),
    };
  }
  const choices = named ?? SENTIMENTS;
  return {
    rules: named === undefined ? `Judge the sentiment of "text". ${choose('"text"')}` : choose('"text"'),
    material: { ...given("instruction", instruction), labels: choices, text },
    wishes: instruction === undefined ? ["labels"] : ["instruction", "labels"],
    schema: LABELS_SCHEMA,
    read: readAs(choices),
  };
});

const zeroShotClassification = textTask(async (inputs, limits) => {
  const choices = await choicesOf(inputs, limits);
  return {
    rules: choose('"text"'),
    material: { labels: choices, text: await readText(inputs, "text", limits) },
    wishes: ["labels"],
    schema: LABELS_SCHEMA,
    read: readAs(choices),
  };
});

const imageClassification = visionTask(async (inputs, limits) => {
  const picture = await readPicture(inputs, "image", limits);
  return {
    rules: `Say what kind of thing the picture shows: up to five labels of a word or two, in English. ${LABELS_SHAPE}`,
    material: PICTURE_ALONE,
    picture: picture.url,
    schema: LABELS_SCHEMA,
    read: readAs(),
  };
});

const zeroShotImageClassification = visionTask(async (inputs, limits) => {
  const choices = await choicesOf(inputs, limits);
  const picture = await readPicture(inputs, "image", limits);
  return {
    rules: choose("the picture"),
    material: { labels: choices },
    wishes: ["labels"],
    picture: picture.url,
    schema: LABELS_SCHEMA,
    read: readAs(choices),
  };
});

/** Task types whose answer is labels with scores. */
export const CLASSIFICATION_TASKS: Readonly<Record<string, ChatTask>> = {
  "text-classification": textClassification,
  "zero-shot-classification": zeroShotClassification,
  "image-classification": imageClassification,
  "zero-shot-image-classification": zeroShotImageClassification,
  "language-identification": languageIdentification,
};
