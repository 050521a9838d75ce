import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { JsonObject, JsonValue } from "../../domain/json.ts";
import { baseKind, type Kind } from "../../domain/kinds.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import { imageFormat } from "../embedded/vision/decode/sniff.ts";
import { MAX_ENCODED_INPUT_BYTES } from "../inputs.ts";
import { fromEncoded } from "../media/drafts.ts";
import { decodeSegments, EncodedSegment, type Segment } from "../overlays/detected.ts";
import { showSegments } from "../overlays/index.ts";
import type { ExpertCall, Inputs, InputValue, OutputDraft, Outputs } from "../provider.ts";
import { summaryParameters } from "../summary-parameters.ts";
import { depthMap } from "./depth-map.ts";
import { type Answer, encodedMemoryBytes, fieldsOf, parseAnswer, type WireFormat, type WireRequest } from "./format.ts";

const NEITHER = "The endpoint's answer is neither JSON nor a file";

/**
 * The shape of Hugging Face's inference API and Inference Endpoints
 * (https://huggingface.co/docs/inference-providers/tasks): `{inputs, parameters?}`, or the raw bytes
 * where a file is the only input; JSON, or the raw bytes of a file, back.
 */
export const hfInferenceFormat: WireFormat = {
  memoryBytes: (inputs) => (soleFile(inputs) ? 0 : encodedMemoryBytes(inputs)),
  write: writeRequest,

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

/** Task types whose JSON is converted into other outputs; null where an answer does not have the expected shape. */
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

/** Of a file that is streamed to the endpoint without being held. */
export const MAX_STREAMED_INPUT_BYTES = 32 * 1024 * 1024;

export const isFileKind = (kind: Kind): boolean => ["image", "audio", "video", "document"].includes(baseKind(kind));

/** The raw bytes where a file is the only input, `{inputs, parameters?}` otherwise. */
async function writeRequest(call: ExpertCall, type: TaskType): Promise<WireRequest> {
  const file = soleFile(call.inputs);
  if (file) {
    const headers = { "content-type": file.mediaType, accept: acceptFor(type) };
    return { body: await streamFile(file), headers };
  }
  const body = JSON.stringify(jsonBody(type, await readAll(call.inputs, type)));
  return { body, headers: { "content-type": "application/json", accept: acceptFor(type) } };
}

const acceptFor = (type: TaskType): string =>
  isFileKind(type.outputs[0]?.kinds[0] ?? "data")
    ? "image/png, audio/wav, audio/flac, video/mp4, */*"
    : "application/json";

function soleFile(inputs: Inputs): InputValue | undefined {
  const values = Object.values(inputs).flat();
  const [value] = values;
  return values.length === 1 && value && isFileKind(value.kind) ? value : undefined;
}

/** Of fixed length, as servers of models seldom take chunked bodies. */
async function streamFile(file: InputValue): Promise<ReadableStream<Uint8Array>> {
  if (file.size > MAX_STREAMED_INPUT_BYTES) {
    throw new AppError(
      "resource-too-large",
      `${file.name} has ${file.size} bytes; this endpoint is sent at most ${MAX_STREAMED_INPUT_BYTES}`,
    );
  }
  return (await file.stream()).pipeThrough(new FixedLengthStream(file.size));
}

/** Gives a port's value and takes it out of what is still to be placed. */
type Take = (port: string) => JsonValue | undefined;
interface Body {
  readonly inputs: JsonValue;
  readonly parameters?: JsonObject;
}

/** Every bound port that the task's own shape does not place is a parameter of its name. */
function jsonBody(type: TaskType, read: Readonly<Record<string, JsonValue>>): Body {
  const left = new Map(Object.entries(read));
  const take: Take = (port) => {
    const value = left.get(port);
    left.delete(port);
    return value;
  };
  const { inputs, parameters } = (SHAPES[type.name] ?? defaultShape(type))(take);
  const all = { ...Object.fromEntries(left), ...parameters };
  return Object.keys(all).length === 0 ? { inputs } : { inputs, parameters: all };
}

const aboutImage = (take: Take): Body => ({
  inputs: { image: take("image") ?? take("document") ?? "", question: take("question") ?? "" },
});

/** Task types whose `inputs` is an object or whose other ports are not parameters of the same name. */
const SHAPES: Readonly<Record<string, (take: Take) => Body>> = {
  "question-answering": (take) => ({
    inputs: { question: take("question") ?? "", context: take("context") ?? "" },
  }),
  "table-question-answering": (take) => ({
    inputs: { query: take("question") ?? "", table: take("table") ?? {} },
  }),
  "sentence-similarity": (take) => ({
    inputs: { source_sentence: take("sentence") ?? "", sentences: take("sentences") ?? [] },
  }),
  "visual-question-answering": aboutImage,
  "document-question-answering": aboutImage,
  "zero-shot-classification": (take) => ({
    inputs: take("text") ?? "",
    parameters: { candidate_labels: take("labels") ?? [] },
  }),
  "zero-shot-image-classification": (take) => ({
    inputs: { image: take("image") ?? "" },
    parameters: { candidate_labels: take("labels") ?? [] },
  }),
  summarization: (take) => {
    const length = take("length");
    return { inputs: take("text") ?? "", ...summaryParameters(typeof length === "string" ? length : null) };
  },
  translation: (take) => ({
    inputs: take("text") ?? "",
    parameters: { src_lang: take("source-language") ?? null, tgt_lang: take("target-language") ?? null },
  }),
};

/** A file with the text as its prompt; else the text, below what to do with it; else the first thing there is. */
const defaultShape =
  (type: TaskType) =>
  (take: Take): Body => {
    const ports = type.inputs.map((port) => port.name);
    const firstOf = (names: readonly string[]): JsonValue | undefined => {
      for (const name of names) {
        const value = take(name);
        if (value !== undefined) return value;
      }
      return undefined;
    };
    const files = type.inputs.filter((port) => port.kinds.every(isFileKind)).map((port) => port.name);
    const file = firstOf(files);
    if (file !== undefined) {
      const prompt = take("text");
      return prompt === undefined ? { inputs: file } : { inputs: file, parameters: { prompt } };
    }
    const inputs = firstOf(["text", "question", "table", ...ports]) ?? "";
    const instruction = typeof inputs === "string" ? take("instruction") : undefined;
    return { inputs: typeof instruction === "string" ? `${instruction}\n\n${inputs}` : inputs };
  };

async function readAll(inputs: Inputs, type: TaskType): Promise<Record<string, JsonValue>> {
  const read: Record<string, JsonValue> = {};
  for (const [port, values] of Object.entries(inputs)) {
    const plain = await Promise.all(values.map(readInput));
    const many = type.inputs.find((candidate) => candidate.name === port)?.many ?? false;
    read[port] = plain.length === 1 && !many ? (plain[0] ?? null) : plain;
  }
  return read;
}

async function readInput(value: InputValue): Promise<JsonValue> {
  if (isFileKind(value.kind)) return (await value.bytes(MAX_ENCODED_INPUT_BYTES)).toBase64();
  return baseKind(value.kind) === "data" ? value.json(MAX_ENCODED_INPUT_BYTES) : value.text(MAX_ENCODED_INPUT_BYTES);
}

/** The fields that hold the text in the answers that the API documents. */
const TEXT_FIELDS = ["generated_text", "summary_text", "translation_text", "text", "answer", "label", "word"];
/** The fields that hold a file: of `audio-to-audio`, of `depth-estimation`, and of custom handlers. */
const FILE_FIELDS = ["blob", "depth", "image", "audio", "video"];

/** Some tasks answer with a list in a list, one for each input. */
const flatten = (answer: JsonValue): JsonValue =>
  Array.isArray(answer) && answer.length === 1 && Array.isArray(answer[0]) ? answer[0] : answer;

function firstRecord(answer: JsonValue): JsonObject | null {
  const flat = flatten(answer);
  return fieldsOf(Array.isArray(flat) ? flat[0] : flat);
}

/** The words of an answer, if it has any. */
function textIn(answer: JsonValue): string | null {
  if (typeof answer === "string") return answer;
  const record = firstRecord(answer);
  const field = TEXT_FIELDS.find((name) => typeof record?.[name] === "string");
  const words = field === undefined ? null : record?.[field];
  return typeof words === "string" ? words : null;
}

/** The file that an answer carries in base64, if it does. */
function fileIn(answer: JsonValue): OutputDraft | null {
  const record = firstRecord(answer);
  for (const name of FILE_FIELDS) {
    const field = record?.[name];
    const bytes = typeof field === "string" ? fromEncoded(field)?.bytes : null;
    if (!bytes) continue;
    const declared = record?.["content-type"];
    const format = imageFormat(bytes);
    const mediaType = format ? `image/${format}` : typeof declared === "string" ? declared : "application/octet-stream";
    return { as: "bytes", bytes, mediaType };
  }
  return null;
}

const Segments = z.array(EncodedSegment).max(2_000);

/** The masks of `image-segmentation`; null for an answer without. @throws {AppError} `provider-rejected` */
function segmentsIn(answer: JsonValue): readonly Segment[] | null {
  const read = Segments.safeParse(flatten(answer));
  return read.success ? decodeSegments(read.data, "The endpoint") : null;
}
