import * as z from "zod";
import { asData, inWords } from "../../chat-tasks/labels.ts";
import type { Outputs } from "../../provider.ts";
import type { RunAnswer } from "../run.ts";
import { NUMBERS_COPIES, oneInput, readAs, type Shape, textInput, usageOf } from "../shape.ts";

const Labels = z.array(z.object({ label: z.string(), score: z.number() })).min(1);

function labelled(answer: RunAnswer, model: string): Outputs {
  const labels = readAs(Labels, answer, model).toSorted((one, other) => other.score - one.score);
  const [best] = labels;
  return { labels: asData(labels), text: { as: "text", text: best ? inWords(best) : "" } };
}

/** `@cf/huggingface/distilbert-sst-2-int8`: `{text}` → `[{label, score}]`. It reads the first 512 tokens. */
export const textClassification: Shape = {
  maxInputBytes: 16 * 1024,
  copies: 1,
  call: async (call) => {
    const answer = await call.run({ as: "json", json: { text: await textInput(call, "text") } });
    return { outputs: labelled(answer, call.model), usage: usageOf(answer) };
  },
};

/** `@cf/microsoft/resnet-50`: `{image: [bytes]}` → `[{label, score}]`. */
export const imageClassification: Shape = {
  maxInputBytes: 4 * 1024 * 1024,
  copies: NUMBERS_COPIES,
  call: async (call) => {
    const bytes = await oneInput(call.inputs, "image").bytes(call.maxInputBytes);
    const answer = await call.run({ as: "bytes", field: "image", bytes });
    return { outputs: labelled(answer, call.model), usage: usageOf(answer, { images: 1 }) };
  },
};
