import { env } from "cloudflare:workers";
import { loadReader } from "../../../../evaluation/stored-reader.ts";
import { AppError } from "../../../../src/domain/errors.ts";
import { loadSentenceEncoder } from "../../../../src/planning/embedded/rank/stored-sentences.ts";
import { VISION_EXPERTS } from "../../../../src/providers/embedded/vision/entries.ts";
import { WorkBudget } from "../../../../src/providers/embedded/work.ts";
import type { ExpertResult, InputValue } from "../../../../src/providers/provider.ts";
import { loadWordSenses, loadWordVectors } from "../../../../src/words/stored.ts";

export const surroundings = {
  loader: undefined,
  vectors: loadWordVectors,
  sentences: loadSentenceEncoder,
  reader: loadReader,
  senses: loadWordSenses,
  async asset(path: string): Promise<ReadableStream<Uint8Array>> {
    const { ok, body } = await env.ASSETS.fetch(`https://assets.invalid/${path}`);
    if (!ok || body === null) throw new AppError("misconfigured", `There is no asset ${path}`);
    return body;
  },
};

/** An input as the engine hands it over: bounded reads of bytes or text. */
export function inputOf(value: Uint8Array | string, mediaType = "application/octet-stream"): InputValue {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  const bounded = (maxBytes = Number.POSITIVE_INFINITY): Uint8Array => {
    if (bytes.length > maxBytes) throw new AppError("resource-too-large", `More than ${maxBytes} bytes`);
    return bytes;
  };
  return {
    kind: typeof value === "string" ? "text" : "image",
    mediaType,
    name: "input",
    size: bytes.length,
    bytes: async (maxBytes) => bounded(maxBytes).slice(),
    text: async (maxBytes) => new TextDecoder().decode(bounded(maxBytes)),
    json: async () => null,
    stream: async () => new Blob([bytes.slice()]).stream(),
  };
}

/** Calls the embedded expert for a task type through its entry, as the provider does. */
export const callExpert = (
  taskType: string,
  inputs: Readonly<Record<string, Uint8Array | string>>,
): Promise<ExpertResult> => callExpertWith(taskType, inputs);

/** The same with inputs that are ready to be read. */
export async function callExpertWith(
  taskType: string,
  inputs: Readonly<Record<string, Uint8Array | string | InputValue>>,
): Promise<ExpertResult> {
  const entry = VISION_EXPERTS.find((candidate) => candidate.taskType === taskType);
  if (entry === undefined) throw new Error(`No embedded expert for ${taskType}`);
  const expert = await entry.load();
  const { model, description, licence, grade, work } = entry;
  const { signal } = new AbortController();
  return expert.run(
    {
      endpoint: { provider: "embedded", model, taskType, description, licence, grade },
      taskType,
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([port, value]) => [
          port,
          [typeof value === "string" || value instanceof Uint8Array ? inputOf(value) : value],
        ]),
      ),
      signal,
      progress: () => {},
    },
    { ...surroundings, work: new WorkBudget(work, signal) },
  );
}

export function textOf(result: ExpertResult, port: string): string {
  const draft = result.outputs[port];
  if (draft?.as !== "text") throw new Error(`${port} is not text`);
  return draft.text;
}

export function dataOf(result: ExpertResult, port: string): unknown {
  const draft = result.outputs[port];
  if (draft?.as !== "data") throw new Error(`${port} is not data`);
  return draft.data;
}

export function bytesOf(
  result: ExpertResult,
  port: string,
): { readonly bytes: Uint8Array; readonly mediaType: string } {
  const draft = result.outputs[port];
  if (draft?.as !== "bytes") throw new Error(`${port} is not bytes`);
  return draft;
}
