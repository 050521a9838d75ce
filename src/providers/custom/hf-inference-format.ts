import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { baseKind } from "../../domain/kinds.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import type { OutputDraft, Outputs } from "../provider.ts";
import { fromBase64 } from "./base64.ts";
import type { WireFormat } from "./format.ts";
import { hfMemoryBytes, isFileKind, writeHfRequest } from "./hf-inference-request.ts";

/**
 * The shape of Hugging Face's inference API and Inference Endpoints
 * (https://huggingface.co/docs/inference-providers/tasks): `{inputs, parameters?}`, or the raw bytes
 * where a file is the only input; JSON, or the raw bytes of a file, back.
 */
export const hfInferenceFormat: WireFormat = {
  memoryBytes: hfMemoryBytes,
  write: writeHfRequest,

  async read(response, type, signal) {
    if (!/^(image|audio|video)\//.test(response.mediaType)) {
      return response.whole(signal, (body) => readJson(body, type));
    }
    const wanted = type.outputs.find((port) => isFileKind(port.kinds[0] ?? "data"));
    const file = response.stream();
    if (!wanted) {
      await file.stream.cancel();
      throw new AppError("provider-rejected", `The endpoint answered ${type.name} with a file`);
    }
    return { [wanted.name]: { as: "stream", ...file, mediaType: response.mediaType } };
  },
};

const json = z.json();
/** Where the words are, in the answers the API documents. */
const TEXT_FIELDS = ["generated_text", "summary_text", "translation_text", "text", "answer", "label", "word"];

function readJson(body: Uint8Array, type: TaskType): Outputs {
  let answer: JsonValue;
  try {
    answer = json.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body)));
  } catch (cause) {
    throw new AppError("provider-rejected", "The endpoint's answer is neither JSON nor a file", { cause });
  }
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

/** Some tasks answer with a list in a list, one for each input. */
const flatten = (answer: JsonValue): JsonValue =>
  Array.isArray(answer) && answer.length === 1 && Array.isArray(answer[0]) ? answer[0] : answer;

function textIn(answer: JsonValue): string | null {
  if (typeof answer === "string") return answer;
  const first = Array.isArray(answer) ? flatten(answer) : answer;
  const item: JsonValue | undefined = Array.isArray(first) ? first[0] : first;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return null;
  for (const field of TEXT_FIELDS) {
    const value = (item as Record<string, JsonValue>)[field];
    if (typeof value === "string") return value;
  }
  return null;
}

/** `audio-to-audio` and `image-segmentation` carry files as base64 fields. */
function fileIn(answer: JsonValue): OutputDraft | null {
  const item = Array.isArray(answer) ? answer[0] : answer;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return null;
  const record = item as Record<string, JsonValue>;
  const encoded = record.blob ?? record.mask;
  const bytes = typeof encoded === "string" ? fromBase64(encoded) : null;
  if (!bytes) return null;
  const mediaType = record["content-type"];
  return { as: "bytes", bytes, mediaType: typeof mediaType === "string" ? mediaType : "image/png" };
}
