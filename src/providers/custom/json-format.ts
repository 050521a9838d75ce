import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { baseKind } from "../../domain/kinds.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import type { InputValue, OutputDraft, Outputs } from "../provider.ts";
import { fromBase64 } from "./base64.ts";
import { encodedMemoryBytes, MAX_ENCODED_INPUT_BYTES, type WireFormat } from "./format.ts";

/**
 * Our own plain shape: `{task, model, inputs: {port: value}}` → `{outputs: {port: value}}`. Text is a
 * string, data and tables are JSON, a file is `{mediaType, base64, name?}`; a port that takes many
 * values has a list of them.
 */
export const jsonFormat: WireFormat = {
  memoryBytes: encodedMemoryBytes,

  async write(call, type) {
    const inputs: Record<string, unknown> = {};
    for (const port of type.inputs) {
      const values = call.inputs[port.name];
      if (!values) continue;
      const written = await Promise.all(values.map(writeValue));
      inputs[port.name] = port.many ? written : written[0];
    }
    const body = JSON.stringify({ task: call.taskType, model: call.endpoint.model, inputs });
    return { body, headers: { "content-type": "application/json", accept: "application/json" } };
  },

  read: (response, type, signal) => response.whole(signal, (body) => readOutputs(body, type)),
};

function readOutputs(body: Uint8Array, type: TaskType): Outputs {
  const answer = parseAnswer(body);
  const outputs: Record<string, OutputDraft> = {};
  for (const port of type.outputs) {
    const value = answer.outputs[port.name];
    if (value === undefined) continue;
    outputs[port.name] = readValue(value, baseKind(port.kinds[0] ?? "data"), port.name);
  }
  if (Object.keys(outputs).length === 0) {
    const wanted = type.outputs.map((port) => port.name).join(", ");
    throw new AppError("provider-rejected", `The endpoint's answer has none of the outputs ${wanted}`);
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

const answerSchema = z.object({ outputs: z.record(z.string(), z.json()) });
const fileSchema = z.object({ mediaType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/), base64: z.string() });

function parseAnswer(body: Uint8Array): z.infer<typeof answerSchema> {
  try {
    return answerSchema.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body)));
  } catch (cause) {
    throw new AppError("provider-rejected", 'The endpoint\'s answer is not JSON of the shape {"outputs": {…}}', {
      cause,
    });
  }
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
