import { loadReader } from "../../../../evaluation/stored-reader.ts";
import { AppError } from "../../../../src/domain/errors.ts";
import type { JsonValue } from "../../../../src/domain/json.ts";
import { loadSentenceEncoder } from "../../../../src/planning/embedded/rank/stored-sentences.ts";
import type { ExpertEntry } from "../../../../src/providers/embedded/expert.ts";
import { TEXT_EXPERTS } from "../../../../src/providers/embedded/text/entries.ts";
import { WorkBudget } from "../../../../src/providers/embedded/work.ts";
import type { InputValue, OutputDraft, Outputs } from "../../../../src/providers/provider.ts";
import { loadWordSenses, loadWordVectors } from "../../../../src/words/stored.ts";

export function textValue(text: string): InputValue {
  const bytes = new TextEncoder().encode(text);
  const bounded = (maxBytes = Number.POSITIVE_INFINITY): void => {
    if (bytes.length > maxBytes) throw new AppError("resource-too-large", "The value is too large.");
  };
  return {
    kind: "text",
    mediaType: "text/plain",
    name: "text",
    size: bytes.length,
    text: async (maxBytes) => {
      bounded(maxBytes);
      return text;
    },
    json: async (maxBytes) => {
      bounded(maxBytes);
      return JSON.parse(text) as JsonValue;
    },
    bytes: async (maxBytes) => {
      bounded(maxBytes);
      return bytes;
    },
    stream: async () => new Blob([bytes]).stream(),
  };
}

export function entryFor(taskType: string): ExpertEntry {
  const entry = TEXT_EXPERTS.find((candidate) => candidate.taskType === taskType);
  if (entry === undefined) throw new Error(`There is no expert for ${taskType}.`);
  return entry;
}

export interface Called {
  readonly outputs: Outputs;
  readonly notes: readonly string[];
}

/** Calls the expert for a task type as the provider does. Ports that take many values get them in a list. */
export async function callExpert(
  taskType: string,
  inputs: Readonly<Record<string, string | readonly string[]>>,
): Promise<Called> {
  const { load, memoryBytes: _memory, work, available: _available, ...endpoint } = entryFor(taskType);
  const { signal } = new AbortController();
  const expert = await load();
  const values = Object.entries(inputs).map(([port, value]) => [port, [value].flat().map(textValue)] as const);
  const { outputs, notes = [] } = await expert.run(
    {
      endpoint: { provider: "embedded", ...endpoint },
      taskType,
      inputs: Object.fromEntries(values),
      signal,
      progress: () => undefined,
    },
    {
      asset: async () => new Blob([]).stream(),
      loader: undefined,
      vectors: loadWordVectors,
      sentences: loadSentenceEncoder,
      reader: loadReader,
      senses: loadWordSenses,
      work: new WorkBudget(work, signal),
    },
  );
  return { outputs, notes };
}

export function textOf(draft: OutputDraft | undefined): string {
  if (draft?.as !== "text") throw new Error("This output is not a text.");
  return draft.text;
}

export function dataOf(draft: OutputDraft | undefined): JsonValue {
  if (draft?.as !== "data") throw new Error("This output is not data.");
  return draft.data;
}

/** The code that a call fails with, `null` when it does not. */
export async function failureCode(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.code;
    throw thrown;
  }
}
