import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { JsonObject, JsonValue } from "../../domain/json.ts";
import { baseKind } from "../../domain/kinds.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import { MAX_ENCODED_INPUT_BYTES } from "../inputs.ts";
import { fromBase64 } from "../media/drafts.ts";
import type { ExpertCall, InputValue, OutputDraft, Outputs } from "../provider.ts";
import { encodedMemoryBytes, fieldsOf, parseAnswer, type WireFormat } from "./format.ts";

/**
 * Our own plain shape: `{task, model, inputs: {port: value}}` → `{outputs: {port: value}}`. Text is a
 * string, data and tables are JSON, a file is `{mediaType, base64, name?}`; a port that takes many
 * values has a list of them.
 */
export const jsonFormat: WireFormat = {
  memoryBytes: encodedMemoryBytes,

  async write(call, type) {
    const body = await writeJson(call, type);
    return { body, headers: { "content-type": "application/json", accept: "application/json" } };
  },

  read: async (response, type) => ({ outputs: await response.whole((body) => readJsonOutputs(body, type)) }),
};

/** The request in JSON, with the ports that `include` lets in. */
export async function writeJson(
  call: ExpertCall,
  type: TaskType,
  include: (values: readonly InputValue[]) => boolean = () => true,
): Promise<string> {
  const inputs: Record<string, unknown> = {};
  for (const port of type.inputs) {
    const values = call.inputs[port.name];
    if (!values || !include(values)) continue;
    const written = await Promise.all(values.map(writeValue));
    inputs[port.name] = port.many ? written : written[0];
  }
  return JSON.stringify({ task: call.taskType, model: call.endpoint.model, inputs });
}

/** @throws {AppError} `provider-rejected` for JSON of another shape, and for none of the outputs. */
export function readJsonOutputs(body: Uint8Array, type: TaskType): Outputs {
  const outputs = readPorts(body, type);
  if (Object.keys(outputs).length === 0) throw noOutputs(type);
  return outputs;
}

export const noOutputs = (type: TaskType): AppError => {
  const wanted = type.outputs.map((port) => port.name).join(", ");
  return new AppError("provider-rejected", `The endpoint's answer has none of the outputs ${wanted}`);
};

/** The ports that the JSON of an answer has. @throws {AppError} `provider-rejected` */
export function readPorts(body: Uint8Array, type: TaskType): Outputs {
  const answer = outputsIn(body);
  const outputs: Record<string, OutputDraft> = {};
  for (const port of type.outputs) {
    const value = answer[port.name];
    if (value === undefined) continue;
    outputs[port.name] = readValue(value, baseKind(port.kinds[0] ?? "data"), port.name);
  }
  return outputs;
}

async function writeValue(value: InputValue): Promise<unknown> {
  switch (baseKind(value.kind)) {
    case "text":
      return value.text(MAX_ENCODED_INPUT_BYTES);
    case "data":
      return value.json(MAX_ENCODED_INPUT_BYTES);
    case "table":
      return value.mediaType === "application/json"
        ? value.json(MAX_ENCODED_INPUT_BYTES)
        : value.text(MAX_ENCODED_INPUT_BYTES);
    default: {
      const { mediaType, name } = value;
      return { mediaType, name, base64: (await value.bytes(MAX_ENCODED_INPUT_BYTES)).toBase64() };
    }
  }
}

const fileSchema = z.object({ mediaType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/), base64: z.string() });

const OTHERWISE = 'The endpoint\'s answer is not JSON of the shape {"outputs": {…}}';

function outputsIn(body: Uint8Array): JsonObject {
  const outputs = fieldsOf(fieldsOf(parseAnswer(body, OTHERWISE))?.outputs);
  if (outputs) return outputs;
  throw new AppError("provider-rejected", OTHERWISE);
}

function readValue(value: JsonValue, kind: string, port: string): OutputDraft {
  if (kind === "text" && typeof value === "string") return { as: "text", text: value };
  if (kind === "data" || kind === "table") return { as: "data", data: value };
  const file = fileSchema.safeParse(value);
  const bytes = file.success ? fromBase64(file.data.base64) : null;
  if (!file.success || !bytes) {
    throw new AppError("provider-rejected", `The endpoint's output "${port}" is not of kind ${kind}`);
  }
  return { as: "bytes", bytes, mediaType: file.data.mediaType };
}
