import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import type { Measured } from "../../../domain/usage.ts";
import { Labels, labelled, ScoredLabel } from "../../answers/scores.ts";
import { notesOnBoxes, type PromptPicture, readPicture } from "../../chat-tasks/picture.ts";
import { oneInput } from "../../inputs.ts";
import { boxesInPixels, type Detected, PixelBox } from "../../overlays/detected.ts";
import type { RunAnswer } from "../run.ts";
import { addUp, encodedShape, listedShape, readAs, type Shape, type ShapedCall, usageOf } from "../shape.ts";

/** `@cf/microsoft/resnet-50`: `{image: [bytes]}` → `[{label, score}]`. */
export const imageClassification = listedShape(4 * 1024 * 1024, async (call) => {
  const bytes = await oneInput(call.inputs, "image").bytes(call.maxInputBytes);
  const answer = await call.run({ as: "bytes", field: "image", bytes });
  return { outputs: labelled(readAs(Labels.min(1), answer, call.model)), usage: usageOf(answer, { images: 1 }) };
});

const Objects = z.array(ScoredLabel.extend({ box: PixelBox }));
/** It gives all that it thought of, most of it near to nothing. */
const LEAST_SCORE = 0.5;

/** `@cf/facebook/detr-resnet-50`: `{image: [bytes]}` → `[{label, score, box}]`, in pixels. */
export const detrDetection = listedShape(4 * 1024 * 1024, async (call) => {
  const bytes = await oneInput(call.inputs, "image").bytes(call.maxInputBytes);
  const answer = await call.run({ as: "bytes", field: "image", bytes });
  const objects = readAs(Objects, answer, call.model).filter(({ score }) => score >= LEAST_SCORE);
  return { outputs: { objects: { as: "data", data: objects } }, usage: usageOf(answer, { images: 1 }) };
});

/** Two megapixels as a JPEG; as a list of numbers in JSON it is fourteen times that. */
const MAX_LISTED_PICTURE_BYTES = 4 * 1024 * 1024;
const MAX_TOKENS = 512;

const Described = z.object({ description: z.string().min(1) });

/** LLaVA, uform: `{image: [bytes], prompt, max_tokens}` → `{description}`. */
async function describe(call: ShapedCall, prompt: string) {
  const image = Array.from(await oneInput(call.inputs, "image").bytes(call.maxInputBytes));
  const answer = await call.run({ as: "json", json: { image, prompt, max_tokens: MAX_TOKENS } });
  const { description } = readAs(Described, answer, call.model);
  return { text: description.trim(), usage: usageOf(answer, { images: 1 }) };
}

const describing = (call: Shape["call"]): Shape => listedShape(MAX_LISTED_PICTURE_BYTES, call);

export const describedCaption = describing(async (call) => {
  const { text, usage } = await describe(call, "Describe this picture in one or two sentences.");
  return { outputs: { text: { as: "text", text } }, usage };
});

export const describedAnswer = describing(async (call) => {
  const { text, usage } = await describe(call, await call.texts.one("question"));
  return {
    outputs: { answer: { as: "text", text }, labels: { as: "data", data: [{ label: text, score: null }] } },
    usage,
  };
});

/*
 * `@cf/moondream/moondream3.1-9B-A2B`: `{task, image: data URL, …}` → one field by the task, and `metrics`
 * (https://developers.cloudflare.com/workers-ai/models/moondream3.1-9B-A2B/). It streams unless told not to, and thinks
 * aloud before it answers a query unless told not to.
 */

const MAX_ENCODED_PICTURE_BYTES = 8 * 1024 * 1024;

const box = z.object({ x_min: z.number(), y_min: z.number(), x_max: z.number(), y_max: z.number() });
const Answered = z.object({ answer: z.string().min(1) });
const Captioned = z.object({ caption: z.string().min(1) });
const Placed = z.object({ objects: z.array(box) });

const moondream = (call: Shape["call"]): Shape => encodedShape(MAX_ENCODED_PICTURE_BYTES, call);

const pictureOf = ({ inputs, maxInputBytes }: ShapedCall): Promise<PromptPicture> =>
  readPicture(inputs, "image", maxInputBytes);

async function ask(
  call: ShapedCall,
  picture: PromptPicture,
  json: Readonly<Record<string, unknown>>,
): Promise<RunAnswer> {
  return call.run({ as: "json", json: { ...json, image: picture.url, stream: false } });
}

const query = (question: string) => ({ task: "query", question, reasoning: false, temperature: 0 });

export const moondreamCaption = moondream(async (call) => {
  const answer = await ask(call, await pictureOf(call), { task: "caption", temperature: 0 });
  const { caption } = readAs(Captioned, answer, call.model);
  return { outputs: { text: { as: "text", text: caption.trim() } }, usage: usageOf(answer, { images: 1 }) };
});

export const moondreamAnswer = moondream(async (call) => {
  const answer = await ask(call, await pictureOf(call), query(await call.texts.one("question")));
  const said = readAs(Answered, answer, call.model).answer.trim();
  return {
    outputs: { answer: { as: "text", text: said }, labels: { as: "data", data: [{ label: said, score: null }] } },
    usage: usageOf(answer, { images: 1 }),
  };
});

/** Each is looked for by a call of its own, one after the other, as a task has one connection. */
const MAX_TARGETS = 8;
const MAX_TARGET_CHARS = 40;
const MAX_OBJECTS = 50;

const WHAT_IS_THERE = `Name the kinds of things to be seen in this picture, the most noticeable first: at most ${MAX_TARGETS} short English nouns in the singular, with commas between them, and nothing else.`;

/** Detects objects in two steps, as the model finds only what it is told to look for: it names things, then places each. */
export const moondreamDetection = moondream(async (call) => {
  const picture = await pictureOf(call);
  const seen = await ask(call, picture, query(WHAT_IS_THERE));
  const targets = targetsIn(readAs(Answered, seen, call.model).answer);
  const usages: Measured[] = [usageOf(seen)];
  const objects: Detected[] = [];
  for (const [index, target] of targets.entries()) {
    call.progress(`Looking for ${target}`, index / targets.length);
    const answer = await ask(call, picture, { task: "detect", target, max_objects: MAX_OBJECTS });
    objects.push(...placed(target, readAs(Placed, answer, call.model).objects, picture));
    usages.push(usageOf(answer));
  }
  const notes = [
    ...(targets.length === MAX_TARGETS
      ? [`Only the ${MAX_TARGETS} most noticeable kinds of things were looked for.`]
      : []),
    ...(notesOnBoxes(picture).notes ?? []),
  ];
  return {
    outputs: { objects: { as: "data", data: objects } },
    ...(notes.length > 0 ? { notes } : {}),
    usage: addUp([{ images: 1 }, ...usages]),
  };
});

/** @throws {AppError} `provider-rejected` for a chat where a list was asked for. */
function targetsIn(answer: string): readonly string[] {
  const named = answer
    .split(/[,;\n]/)
    .map((name) => name.replace(/^[\s\d.)*•-]+|[\s.]+$/g, "").toLowerCase())
    .filter((name) => name !== "" && name.length <= MAX_TARGET_CHARS);
  if (named.length === 0) {
    throw new AppError("provider-rejected", "The model did not say what is in the picture.", { retryable: true });
  }
  return [...new Set(named)].slice(0, MAX_TARGETS);
}

/**
 * Moondream's own API gives parts of the picture's width and height (https://docs.moondream.ai/skills/detect/), and
 * Cloudflare does not say: coordinates beyond 1 can only be pixels.
 */
function placed(label: string, boxes: readonly z.infer<typeof box>[], { size }: PromptPicture): readonly Detected[] {
  const found = boxes.map((one) => ({
    label,
    score: null,
    corners: [one.x_min, one.y_min, one.x_max, one.y_max] as const,
  }));
  const areParts = found.every(({ corners }) => corners.every((at) => at <= 1));
  return boxesInPixels(found, size, areParts ? 1 : null);
}
