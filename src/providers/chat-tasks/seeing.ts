import * as z from "zod";
import type { ChatReading, ChatTask } from "./chat-task.ts";
import { visionTask } from "./compose.ts";
import { jsonIn, listOf, objectOf, readList, STRING } from "./json-answer.ts";
import { objectDetection } from "./object-detection.ts";
import { PICTURE_ALONE, readPicture } from "./picture.ts";
import { plainAnswer } from "./plain-answer.ts";

/** A dense page has some hundred. */
const MAX_LINES = 2_000;

const imageToText = visionTask(async (inputs, limits) => ({
  rules:
    "Say in one or two sentences of English what the picture shows: what can be seen, not what it may mean. Answer with these sentences alone, in plain text.",
  material: PICTURE_ALONE,
  picture: (await readPicture(inputs, "image", limits)).url,
  schema: null,
  read: (words) => ({
    outputs: { text: { as: "text", text: plainAnswer(words, ["text", "caption", "description"]) } },
  }),
}));

const opticalCharacterRecognition = visionTask(async (inputs, limits) => ({
  rules:
    'Write down the text that stands in the picture: all of it, line by line from the top, exactly as it is written, in its own language. Answer with one JSON object and nothing else: {"lines": ["…", …]}. Where there is no text, "lines" is empty.',
  material: PICTURE_ALONE,
  picture: (await readPicture(inputs, "image", limits)).url,
  schema: objectOf({ lines: listOf(STRING) }),
  read: readLines,
}));

const Line = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);

/** Lines without places: a chat model does not measure. A model that only knows how to write writes plain text. */
function readLines(words: string): ChatReading {
  const json = jsonIn(words);
  const said = json === undefined ? [plainAnswer(words, ["text"])] : readList(json, "lines", Line, MAX_LINES);
  const lines = said
    .flatMap((text) => text.split(/\r?\n/))
    .map((line) => line.trimEnd())
    .slice(0, MAX_LINES);
  const text = lines.join("\n").trim();
  return {
    outputs: {
      text: { as: "text", text },
      lines: {
        as: "data",
        data: lines.filter((line) => line !== "").map((line) => ({ text: line, confidence: null, box: null })),
      },
    },
    notes: [text === "" ? "No text was found." : "The model tells no places and no confidence of the lines."],
  };
}

/** Task types whose answer tells what a picture holds. */
export const SEEING_TASKS: Readonly<Record<string, ChatTask>> = {
  "image-to-text": imageToText,
  "optical-character-recognition": opticalCharacterRecognition,
  "object-detection": objectDetection,
};
