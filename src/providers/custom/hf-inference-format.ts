import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { baseKind } from "../../domain/kinds.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import { showSegments } from "../overlays/index.ts";
import type { ExpertCall, OutputDraft, Outputs } from "../provider.ts";
import { depthMap } from "./depth-map.ts";
import type { Answer, WireFormat } from "./format.ts";
import { fileIn, flatten, segmentsIn, textIn } from "./hf-inference-answer.ts";
import { hfMemoryBytes, isFileKind, writeHfRequest } from "./hf-inference-request.ts";
import { fieldsOf } from "./json-fields.ts";
import { parseAnswer } from "./parse-answer.ts";

const NEITHER = "The endpoint's answer is neither JSON nor a file";

/**
 * The shape of Hugging Face's inference API and Inference Endpoints
 * (https://huggingface.co/docs/inference-providers/tasks): `{inputs, parameters?}`, or the raw bytes
 * where a file is the only input; JSON, or the raw bytes of a file, back.
 */
export const hfInferenceFormat: WireFormat = {
  memoryBytes: hfMemoryBytes,
  write: writeHfRequest,

  async read(response, type, call) {
    if (!/^(image|audio|video)\//.test(response.mediaType)) {
      const answer = await response.whole((body) => parseAnswer(body, NEITHER));
      return (await SPECIAL[type.name]?.(answer, call)) ?? { outputs: readOutputs(answer, type) };
    }
    const wanted = type.outputs.find((port) => isFileKind(port.kinds[0] ?? "data"));
    const file = response.stream();
    if (!wanted) {
      await file.stream.cancel();
      throw new AppError("provider-rejected", `The endpoint answered ${type.name} with a file`);
    }
    return { outputs: { [wanted.name]: { as: "stream", ...file, mediaType: response.mediaType } } };
  },
};

/** Task types of which an answer in JSON has to be made into something else; null where it is not of that shape. */
const SPECIAL: Readonly<Record<string, (answer: JsonValue, call: ExpertCall) => Promise<Answer | null>>> = {
  "image-segmentation": async (answer, { inputs, signal }) => {
    const segments = segmentsIn(answer);
    return segments && showSegments(inputs.image?.[0], segments, signal);
  },
  "object-detection": async (answer) => ({ outputs: { objects: { as: "data", data: flatten(answer) } } }),
  "depth-estimation": async (answer) => {
    const tensor = fileIn(answer) ? undefined : fieldsOf(answer)?.predicted_depth;
    return tensor === undefined ? null : { outputs: { image: await depthMap(tensor) } };
  },
};

function readOutputs(answer: JsonValue, type: TaskType): Outputs {
  const outputs: Record<string, OutputDraft> = {};
  const words = textIn(answer);
  for (const port of type.outputs) {
    const portKind = port.kinds[0] ?? "data";
    const kind = baseKind(portKind);
    if (kind === "data") outputs[port.name] = { as: "data", data: flatten(answer) };
    if (kind === "text" && words !== null) outputs[port.name] = { as: "text", text: words };
    if (isFileKind(portKind)) {
      const file = fileIn(answer);
      if (file) outputs[port.name] = file;
    }
  }
  const [first] = type.outputs;
  if (first && !(first.name in outputs)) {
    throw new AppError("provider-rejected", `The endpoint's answer holds no ${first.name} for ${type.name}`);
  }
  return outputs;
}
