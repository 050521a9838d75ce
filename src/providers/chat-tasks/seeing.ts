import * as z from "zod";
import { boxesInPixels, type MeasuredDetection } from "../overlays/detected.ts";
import { type ChatReading, type ChatTask, visionTask } from "./chat-task.ts";
import { notesOnBoxes, PICTURE_ALONE } from "./picture.ts";
import {
  jsonIn,
  listOf,
  NUMBER_SCHEMA,
  Numeric,
  objectOf,
  Phrase,
  plainAnswer,
  readList,
  Score,
  STRING,
} from "./read-answer.ts";

/** A dense page has some hundred. */
const MAX_LINES = 2_000;

const imageToText = visionTask(async (_texts, pictureAt) => ({
  rules:
    "Say in one or two sentences of English what the picture shows: what can be seen, not what it may mean. Answer with these sentences alone, in plain text.",
  material: PICTURE_ALONE,
  picture: (await pictureAt("image")).url,
  schema: null,
  read: (words) => ({
    outputs: { text: { as: "text", text: plainAnswer(words, ["text", "caption", "description"]) } },
  }),
}));

const opticalCharacterRecognition = visionTask(async (_texts, pictureAt) => ({
  rules:
    'Write down the text that stands in the picture: all of it, line by line from the top, exactly as it is written, in its own language. Answer with one JSON object and nothing else: {"lines": ["…", …]}. Where there is no text, "lines" is empty.',
  material: PICTURE_ALONE,
  picture: (await pictureAt("image")).url,
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

const MAX_OBJECTS = 300;
const MAX_LABEL_CHARS = 100;
/** Coordinates are asked for in thousandths of the width and of the height. */
const THOUSANDTHS = 1_000;

type Corners = MeasuredDetection["corners"];

const coordinate = Numeric.pipe(z.number().min(-1_000_000).max(1_000_000));
const corners = z.tuple([coordinate, coordinate, coordinate, coordinate]);
const named = z
  .object({ xmin: coordinate, ymin: coordinate, xmax: coordinate, ymax: coordinate })
  .transform(({ xmin, ymin, xmax, ymax }): Corners => [xmin, ymin, xmax, ymax]);
const box = z.union([corners, named]);
const label = Phrase.refine((name) => name !== "" && name.length <= MAX_LABEL_CHARS);

/** As asked for, or as models were taught: Qwen's `bbox_2d`, and Gemini's `box_2d`, which begins with the top. */
const Seen = z.union([
  z.object({ label, score: Score, box }).transform((seen): MeasuredDetection => ({ ...seen, corners: seen.box })),
  z
    .object({ label, score: Score, bbox: box })
    .transform((seen): MeasuredDetection => ({ ...seen, corners: seen.bbox })),
  z
    .object({ label, score: Score, bbox_2d: corners })
    .transform((seen): MeasuredDetection => ({ ...seen, corners: seen.bbox_2d })),
  z.object({ label, score: Score, box_2d: corners }).transform((seen): MeasuredDetection => {
    const [ymin, xmin, ymax, xmax] = seen.box_2d;
    return { ...seen, corners: [xmin, ymin, xmax, ymax] };
  }),
]);

const objectDetection = visionTask(async (_texts, pictureAt) => {
  const picture = await pictureAt("image");
  return {
    rules: `Find the things in the picture, each by itself. Answer with one JSON object and nothing else: {"objects": [{"label": "…", "score": 0.9, "box": [xmin, ymin, xmax, ymax]}, …]}. "label" is a word or two of English; "box" is in whole numbers from 0 to ${THOUSANDTHS}, where ${THOUSANDTHS} is the picture's right or lower edge; "score" says from 0 to 1 how sure you are. Where there is nothing, "objects" is empty.`,
    material: PICTURE_ALONE,
    picture: picture.url,
    schema: objectOf({
      objects: listOf(objectOf({ label: STRING, score: NUMBER_SCHEMA, box: listOf(NUMBER_SCHEMA) })),
    }),
    read: (words) => {
      const found = readList(jsonIn(words), "objects", Seen, MAX_OBJECTS);
      const objects = boxesInPixels(found, picture.size, unitOf(found));
      return {
        outputs: { objects: { as: "data", data: objects }, text: { as: "text", text: inWords(objects) } },
        ...notesOnBoxes(picture),
      };
    },
  };
});

/** The full length that an answer's coordinates refer to: 1000 as asked, or 1; null where they are pixels. */
function unitOf(found: readonly MeasuredDetection[]): number | null {
  const largest = Math.max(0, ...found.flatMap(({ corners: all }) => all));
  if (largest > THOUSANDTHS) return null;
  return largest <= 1 ? 1 : THOUSANDTHS;
}

/** "cat (2), dog": what there is, most of it first. */
function inWords(objects: readonly { readonly label: string }[]): string {
  const said = [...Map.groupBy(objects, ({ label: name }) => name)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([name, { length }]) => (length === 1 ? name : `${name} (${length})`));
  return said.length === 0 ? "Nothing was found in the picture." : said.join(", ");
}

/** Task types whose answer tells what a picture holds. */
export const SEEING_TASKS: Readonly<Record<string, ChatTask>> = {
  "image-to-text": imageToText,
  "optical-character-recognition": opticalCharacterRecognition,
  "object-detection": objectDetection,
};
