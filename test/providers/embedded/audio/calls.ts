import { env } from "cloudflare:workers";
import { AppError } from "../../../../src/domain/errors.ts";
import type { Kind } from "../../../../src/domain/kinds.ts";
import { AUDIO_EXPERTS } from "../../../../src/providers/embedded/audio/entries.ts";
import type { ExpertDependencies, ExpertEntry } from "../../../../src/providers/embedded/expert.ts";
import { WorkBudget } from "../../../../src/providers/embedded/work.ts";
import type { ExpertCall, ExpertResult, InputValue } from "../../../../src/providers/provider.ts";

export const surroundings: ExpertDependencies = {
  loader: env.LOADER,
  vectors: () => Promise.reject(new Error("No words are looked up here")),
  sentences: () => Promise.reject(new Error("No sentences are compared here")),
  reader: () => Promise.reject(new Error("No questions are answered here")),
  senses: () => Promise.reject(new Error("No words are looked up here")),
  async asset(path) {
    const { body, ok } = await env.ASSETS.fetch(`https://assets.invalid/${path}`);
    if (!ok || !body) throw new AppError("misconfigured", `There is no asset ${path}: npm run build:assets`);
    return body;
  },
};

/** A value as the executor would hand it over, in pieces of `pieceBytes` when streamed. */
export function value(
  content: string | Uint8Array,
  kind: Kind,
  options: { size?: number; pieceBytes?: number; mediaType?: string } = {},
): InputValue {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const bounded = (maxBytes = Number.POSITIVE_INFINITY) => {
    if (bytes.length > maxBytes) throw new AppError("resource-too-large", "Too large");
    return bytes;
  };
  const pieceBytes = options.pieceBytes ?? 100_000;
  return {
    kind,
    mediaType: options.mediaType ?? (kind === "text" ? "text/plain" : "audio/wav"),
    name: "input",
    size: options.size ?? bytes.length,
    text: async (maxBytes) => new TextDecoder().decode(bounded(maxBytes)),
    json: async (maxBytes) => JSON.parse(new TextDecoder().decode(bounded(maxBytes))),
    bytes: async (maxBytes) => bounded(maxBytes),
    stream: async () => {
      let at = 0;
      return new ReadableStream({
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.slice(at, at + pieceBytes));
          at += pieceBytes;
        },
      });
    },
  };
}

function entryOf(taskType: string): ExpertEntry {
  const entry = AUDIO_EXPERTS.find((candidate) => candidate.taskType === taskType);
  if (!entry) throw new Error(`No audio expert for ${taskType}`);
  return entry;
}

export async function callExpert(
  taskType: string,
  inputs: Readonly<Record<string, InputValue>>,
  options: { signal?: AbortSignal; surroundings?: ExpertDependencies; progress?: ExpertCall["progress"] } = {},
): Promise<ExpertResult> {
  const entry = entryOf(taskType);
  const expert = await entry.load();
  const call: ExpertCall = {
    endpoint: { ...entry, provider: "embedded" },
    taskType,
    inputs: Object.fromEntries(Object.entries(inputs).map(([port, input]) => [port, [input]])),
    signal: options.signal ?? new AbortController().signal,
    progress: options.progress ?? (() => {}),
  };
  const work = new WorkBudget(entry.work, call.signal);
  return expert.run(call, { ...(options.surroundings ?? surroundings), work });
}

/** The file at the port "audio", and that its announced length is true. */
export async function audioOf(result: ExpertResult): Promise<Uint8Array> {
  const draft = result.outputs.audio;
  if (draft?.as === "bytes") return draft.bytes;
  if (draft?.as !== "stream") throw new Error("No audio came out");
  const bytes = new Uint8Array(await new Response(draft.stream).arrayBuffer());
  if (draft.length !== bytes.length) throw new Error(`${draft.length} bytes were announced and ${bytes.length} came`);
  return bytes;
}

export const speech = async (text: string): Promise<Uint8Array> =>
  audioOf(await callExpert("text-to-speech", { text: value(text, "text") }));

/** A name for what bytes hold: the difference of two recordings tells nobody anything. */
export async function fingerprint(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The code of the `AppError` that a promise rejects with. */
export async function failureCode(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "none";
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : `not an AppError: ${String(thrown)}`;
  }
}
