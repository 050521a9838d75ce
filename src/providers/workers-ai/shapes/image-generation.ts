import { AppError } from "../../../domain/errors.ts";
import type { TaskType } from "../../../domain/task-types/index.ts";
import type { Size } from "../../embedded/vision/raster.ts";
import { oneInput } from "../../inputs.ts";
import type { RunInput } from "../run.ts";
import { encodedShape, type MeasuredResult, madeFile, type ShapedCall, textShape, usageOf } from "../shape.ts";

/** FLUX.1's limit; the others document none, and ignore the end of longer prompts. */
const MAX_PROMPT_CHARACTERS = 2_048;
const MAX_PROMPT_BYTES = 4 * MAX_PROMPT_CHARACTERS;
const MAX_PICTURE_BYTES = 8 * 1024 * 1024;

async function make(call: ShapedCall, input: RunInput, notes: readonly string[] = []): Promise<MeasuredResult> {
  const answer = await call.run(input);
  return {
    outputs: { image: await madeFile(answer, "image", call.model) },
    ...(notes.length > 0 ? { notes } : {}),
    usage: usageOf(answer, { images: 1 }),
  };
}

function checkPrompt(prompt: string, model: string): string {
  if (prompt.length <= MAX_PROMPT_CHARACTERS) return prompt;
  throw new AppError(
    "resource-too-large",
    `The description has ${prompt.length} characters; ${model} takes at most ${MAX_PROMPT_CHARACTERS}.`,
  );
}

const promptOf = async (call: ShapedCall): Promise<string> => checkPrompt(await call.texts.one("text"), call.model);

/**
 * All but FLUX.2: `{prompt}` → a PNG or JPEG itself (Stable Diffusion, DreamShaper, Phoenix), or `{image: base64}`
 * (FLUX.1, Lucid Origin).
 */
export const pictureFromText = textShape(MAX_PROMPT_BYTES, async (call) =>
  make(call, { as: "json", json: { prompt: await promptOf(call) } }),
);

/** The share of the given picture that is redrawn; at 1, the models' default, nothing of it is left. */
const STRENGTH = 0.6;

/** Stable Diffusion and its kin: `{prompt, image_b64, strength}` → a PNG. They follow a description, not an instruction. */
export const pictureFromPicture = encodedShape(MAX_PICTURE_BYTES, async (call) => {
  const prompt = checkPrompt((await call.texts.optional("text")) ?? "A variation of this picture", call.model);
  const image = await oneInput(call.inputs, "image").bytes(call.maxInputBytes);
  return make(call, { as: "json", json: { prompt, image_b64: image.toBase64(), strength: STRENGTH } });
});

/** `@cf/black-forest-labs/flux-2-*`: a form, even for a prompt alone → `{image: base64}`. */
export const fluxFromText = textShape(MAX_PROMPT_BYTES, async (call) =>
  make(call, {
    as: "form",
    form: formOf({ prompt: await promptOf(call), width: 1024, height: 1024, ...stepsOf(call) }),
  }),
);

/** The same with `input_image_0`, of at most 512 × 512 pixels: edits by an instruction, and keeps to a control map. */
export const fluxFromPicture = encodedShape(MAX_PICTURE_BYTES, async (call) => {
  const wish = checkPrompt((await call.texts.optional("text")) ?? "Make a variation of this picture", call.model);
  const given = await shrink(await oneInput(call.inputs, "image").bytes(call.maxInputBytes));
  const form = formOf({ prompt: inWords(wish, call.type), ...sizeLike(given.original), ...stepsOf(call) });
  form.append("input_image_0", new Blob([given.bytes], { type: given.mediaType }), "input_image_0");
  return make(call, { as: "form", form }, given.notes);
});

/** FLUX.2 [dev] is billed by steps; those of [klein] are fixed. The number of the documentation's examples. */
const STEPS = 25;

const stepsOf = ({ model }: ShapedCall): { readonly steps?: number } =>
  model.endsWith("/flux-2-dev") ? { steps: STEPS } : {};

const CONTROL = /^(\w+)-text-to-image$/;

function inWords(wish: string, { name }: TaskType): string {
  const map = CONTROL.exec(name)?.[1];
  return map === undefined
    ? wish
    : `${wish}\n\nThe given picture is a control map (${map}). Keep to its shapes and composition, and show nothing of the map itself.`;
}

function formOf(fields: Readonly<Record<string, string | number>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  return form;
}

/** The longer side of what is made, in pixels; 256 to 1920 are allowed. */
const LONGER_SIDE = 1_024;
const LEAST_SIDE = 256;
/** Sides are multiples of what the model thinks in. */
const SIDE_STEP = 16;

/** A size in the proportions of the given picture. */
export function sizeLike({ width, height }: { readonly width: number; readonly height: number }) {
  const factor = LONGER_SIDE / Math.max(width, height);
  const side = (length: number): number => Math.max(LEAST_SIDE, Math.round((length * factor) / SIDE_STEP) * SIDE_STEP);
  return { width: side(width), height: side(height) };
}

/** Of each side; FLUX.2 takes no larger pictures (https://developers.cloudflare.com/changelog/2025-11-25-flux-2-dev-workers-ai). */
const MAX_SIDE_PIXELS = 512;

interface ShrunkPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** Of the given picture, in pixels. */
  readonly original: Size;
  readonly notes: readonly string[];
}

/** The picture upright and within 512 pixels a side. @throws {AppError} as `decodeImage` does. */
async function shrink(file: Uint8Array): Promise<ShrunkPicture> {
  // Decoders are large, and Node cannot load all of them as the Worker does.
  const { decodeImage } = await import("../../embedded/vision/decode/decode-image.ts");
  const roughly = await decodeImage(file, MAX_SIDE_PIXELS ** 2);
  const { width, height } = roughly.original;
  const factor = MAX_SIDE_PIXELS / Math.max(width, height);
  const isWithin = Math.max(roughly.raster.width, roughly.raster.height) <= MAX_SIDE_PIXELS;
  const image = isWithin ? roughly : await decodeImage(file, Math.floor(width * height * factor ** 2));
  const { encodeImage } = await import("../../embedded/vision/encode/encode-image.ts");
  const { notes, original } = image;
  return { ...(await encodeImage(image.raster, image.format)), original, notes };
}
