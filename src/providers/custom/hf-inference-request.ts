import { AppError } from "../../domain/errors.ts";
import type { JsonObject, JsonValue } from "../../domain/json.ts";
import { baseKind, type Kind } from "../../domain/kinds.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import type { ExpertCall, Inputs, InputValue } from "../provider.ts";
import { encodedMemoryBytes, MAX_ENCODED_INPUT_BYTES, type WireRequest } from "./format.ts";

/** A file that is sent as it is passes through without being held; the most an expert gets as one piece. */
export const MAX_STREAMED_INPUT_BYTES = 32 * 1024 * 1024;

export const isFileKind = (kind: Kind): boolean => ["image", "audio", "video", "document"].includes(baseKind(kind));

/** Nothing to speak of for a file that is only passed on. @throws {AppError} `resource-too-large`. */
export const hfMemoryBytes = (inputs: Inputs): number => (soleFile(inputs) ? 0 : encodedMemoryBytes(inputs));

/** The raw bytes where a file is the only input, `{inputs, parameters?}` otherwise. */
export async function writeHfRequest(call: ExpertCall, type: TaskType): Promise<WireRequest> {
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
