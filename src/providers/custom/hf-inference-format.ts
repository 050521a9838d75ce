import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { baseKind } from "../../domain/kinds.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import type { Inputs, InputValue, OutputDraft, Outputs } from "../provider.ts";
import { fromBase64 } from "./base64.ts";
import { MAX_REQUEST_BYTES, type WireFormat } from "./format.ts";

/**
 * The shape of Hugging Face's inference API and Inference Endpoints
 * (https://huggingface.co/docs/inference-providers/tasks): `{inputs, parameters?}`, or the raw bytes
 * where a file is the only input; JSON, or the raw bytes of a file, back.
 */
export const hfInferenceFormat: WireFormat = {
  async write(call, type) {
    const file = soleFile(call.inputs);
    if (file) {
      const headers = { "content-type": file.mediaType, accept: acceptFor(type) };
      return { body: await file.bytes(MAX_REQUEST_BYTES), headers };
    }
    const body = JSON.stringify(await jsonBody(call.taskType, call.inputs));
    return { body, headers: { "content-type": "application/json", accept: acceptFor(type) } };
  },

  async read(response, type) {
    const wanted = type.outputs.find((port) => isFileKind(baseKind(port.kinds[0] ?? "data")));
    if (/^(image|audio|video)\//.test(response.mediaType)) {
      if (!wanted) throw new AppError("provider-rejected", `The endpoint answered ${type.name} with a file`);
      return { [wanted.name]: { as: "bytes", bytes: response.body, mediaType: response.mediaType } };
    }
    return readJson(response.body, type);
  },
};

const isFileKind = (kind: string): boolean => ["image", "audio", "video", "document"].includes(kind);

const acceptFor = (type: TaskType): string =>
  isFileKind(baseKind(type.outputs[0]?.kinds[0] ?? "data"))
    ? "image/png, audio/wav, audio/flac, video/mp4, */*"
    : "application/json";

function soleFile(inputs: Inputs): InputValue | undefined {
  const values = Object.values(inputs).flat();
  const [value] = values;
  return values.length === 1 && value && isFileKind(baseKind(value.kind)) ? value : undefined;
}

/** Task types whose `inputs` is an object or whose other ports are not parameters of the same name. */
async function jsonBody(task: string, inputs: Inputs): Promise<JsonValue> {
  const read = await readAll(inputs);
  const { text, question, labels } = read;
  switch (task) {
    case "question-answering":
      return { inputs: { question: question ?? "", context: read.context ?? "" } };
    case "table-question-answering":
      return { inputs: { query: question ?? "", table: read.table ?? {} } };
    case "sentence-similarity":
      return { inputs: { source_sentence: read.sentence ?? "", sentences: read.sentences ?? [] } };
    case "visual-question-answering":
    case "document-question-answering":
      return { inputs: { image: read.image ?? read.document ?? "", question: question ?? "" } };
    case "zero-shot-classification":
      return { inputs: text ?? "", parameters: { candidate_labels: labels ?? [] } };
    case "zero-shot-image-classification":
      return { inputs: { image: read.image ?? "" }, parameters: { candidate_labels: labels ?? [] } };
    case "translation": {
      const parameters = { src_lang: read["source-language"] ?? null, tgt_lang: read["target-language"] ?? null };
      return { inputs: text ?? "", parameters };
    }
    default: {
      const file = read.image ?? read.audio;
      return file === undefined
        ? { inputs: text ?? question ?? read.table ?? "" }
        : { inputs: file, parameters: { prompt: text ?? "" } };
    }
  }
}

async function readAll(inputs: Inputs): Promise<Record<string, JsonValue>> {
  const read: Record<string, JsonValue> = {};
  for (const [port, values] of Object.entries(inputs)) {
    const plain = await Promise.all(values.map(readInput));
    read[port] = plain.length === 1 && port !== "sentences" ? (plain[0] ?? null) : plain;
  }
  return read;
}

async function readInput(value: InputValue): Promise<JsonValue> {
  if (isFileKind(baseKind(value.kind))) return (await value.bytes(MAX_REQUEST_BYTES)).toBase64();
  return baseKind(value.kind) === "data" ? value.json(MAX_REQUEST_BYTES) : value.text(MAX_REQUEST_BYTES);
}

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
    const kind = baseKind(port.kinds[0] ?? "data");
    if (kind === "data") outputs[port.name] = { as: "data", data: flatten(answer) };
    if (kind === "text" && words !== null) outputs[port.name] = { as: "text", text: words };
    if (isFileKind(kind)) {
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
