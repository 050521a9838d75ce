import { Labels, labelled } from "../../labels.ts";
import { NUMBERS_COPIES, oneInput, readAs, type Shape, textInput, usageOf } from "../shape.ts";

const Some = Labels.min(1);

/** `@cf/huggingface/distilbert-sst-2-int8`: `{text}` → `[{label, score}]`. It reads the first 512 tokens. */
export const textClassification: Shape = {
  maxInputBytes: 16 * 1024,
  copies: 1,
  call: async (call) => {
    const answer = await call.run({ as: "json", json: { text: await textInput(call, "text") } });
    return { outputs: labelled(readAs(Some, answer, call.model)), usage: usageOf(answer) };
  },
};

/** `@cf/microsoft/resnet-50`: `{image: [bytes]}` → `[{label, score}]`. */
export const imageClassification: Shape = {
  maxInputBytes: 4 * 1024 * 1024,
  copies: NUMBERS_COPIES,
  call: async (call) => {
    const bytes = await oneInput(call.inputs, "image").bytes(call.maxInputBytes);
    const answer = await call.run({ as: "bytes", field: "image", bytes });
    return { outputs: labelled(readAs(Some, answer, call.model)), usage: usageOf(answer, { images: 1 }) };
  },
};
