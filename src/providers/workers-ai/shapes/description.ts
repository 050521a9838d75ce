import * as z from "zod";
import { NUMBERS_COPIES, oneInput, readAs, type Shape, type ShapedCall, textInput, usageOf } from "../shape.ts";

/** Two megapixels as a JPEG; as a list of numbers in JSON it is fourteen times that. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;
const MAX_TOKENS = 512;

const Described = z.object({ description: z.string().min(1) });

/** LLaVA, uform: `{image: [bytes], prompt, max_tokens}` → `{description}`. */
async function describe(call: ShapedCall, prompt: string) {
  const image = Array.from(await oneInput(call.inputs, "image").bytes(call.maxInputBytes));
  const answer = await call.run({ as: "json", json: { image, prompt, max_tokens: MAX_TOKENS } });
  const { description } = readAs(Described, answer, call.model);
  return { text: description.trim(), usage: usageOf(answer, { images: 1 }) };
}

const shape = (call: Shape["call"]): Shape => ({ maxInputBytes: MAX_PICTURE_BYTES, copies: NUMBERS_COPIES, call });

export const describedCaption = shape(async (call) => {
  const { text, usage } = await describe(call, "Describe this picture in one or two sentences.");
  return { outputs: { text: { as: "text", text } }, usage };
});

export const describedAnswer = shape(async (call) => {
  const { text, usage } = await describe(call, await textInput(call, "question"));
  return {
    outputs: { answer: { as: "text", text }, labels: { as: "data", data: [{ label: text, score: null }] } },
    usage,
  };
});
