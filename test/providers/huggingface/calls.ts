import { inject } from "vitest";
import type { AppError } from "../../../src/domain/errors.ts";
import type { InferenceArguments } from "../../../src/domain/inference-arguments.ts";
import type { Kind } from "../../../src/domain/kinds.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { createHuggingFaceProvider } from "../../../src/providers/huggingface/index.ts";
import type { ExpertResult, InputValue, JobSlot } from "../../../src/providers/provider.ts";
import type { Wait } from "../../../src/waiting.ts";
import { plain } from "../plain.ts";

export const TOKEN = "hf_abcdefghijklmnopqrstuvwxyz";
export const FAKE_URL = inject("huggingFaceUrl");

export const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
);

export function value(kind: Kind, mediaType: string, bytes: Uint8Array): InputValue {
  const text = (): string => new TextDecoder().decode(bytes);
  return {
    kind,
    mediaType,
    name: "input",
    size: bytes.length,
    text: async () => text(),
    json: async () => JSON.parse(text()),
    bytes: async () => bytes,
    stream: async () => new Blob([bytes]).stream(),
  };
}

export const words = (text: string): InputValue => value("text", "text/plain", new TextEncoder().encode(text));
export const data = (json: unknown): InputValue =>
  value("data", "application/json", new TextEncoder().encode(JSON.stringify(json)));
export const csv = (text: string): InputValue => value("table", "text/csv", new TextEncoder().encode(text));
export const picture = value("image", "image/png", PNG);
export const pdf = value("document", "application/pdf", new TextEncoder().encode("%PDF-1.7"));
export const sound = value("audio", "audio/wav", new TextEncoder().encode("RIFF"));

export type GivenInputs = Readonly<Record<string, InputValue | readonly InputValue[]>>;

/** What a call is made with, beside its inputs. */
export interface CallOptions {
  readonly token?: string;
  readonly billTo?: string;
  readonly signal?: AbortSignal;
  readonly job?: JobSlot;
  readonly defaults?: InferenceArguments;
  readonly now?: () => number;
  readonly fetch?: typeof fetch;
  readonly wait?: Wait;
}

/** What came of a call, and what was told of it while it went on. */
export interface Called {
  readonly result: ExpertResult;
  readonly progress: readonly string[];
}

/** Calls `model` for a task type, through the real client library, at the stand-in. */
export async function callModel(
  model: string,
  taskType: string,
  inputs: GivenInputs,
  {
    token = TOKEN,
    billTo,
    job,
    defaults,
    signal = new AbortController().signal,
    now = () => 0,
    fetch: send,
    wait = async () => undefined,
  }: CallOptions = {},
): Promise<Called> {
  const provider = createHuggingFaceProvider({
    token,
    hubUrl: FAKE_URL,
    routerUrl: FAKE_URL,
    ontology: createOntology(),
    fetch: send ?? ((input, init) => fetch(input, init)),
    now,
    wait,
    ...(billTo === undefined ? {} : { billTo }),
  });
  const endpoint = await provider.find?.(model, taskType);
  if (!endpoint) throw new Error(`${model} is not found for ${taskType}`);
  const progress: string[] = [];
  const call = {
    endpoint,
    taskType,
    inputs: Object.fromEntries(Object.entries(inputs).map(([port, values]) => [port, [values].flat()])),
    signal,
    progress: (note: string) => void progress.push(note),
    ...(job ? { job } : {}),
    ...(defaults ? { defaults } : {}),
  };
  return { result: await provider.call(call), progress };
}

/** The failure that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (thrown instanceof Error && "retryable" in thrown) return thrown as AppError;
  throw new Error("The call did not fail as it should", { cause: thrown });
}

/** A call that the stand-in saw. */
export interface Seen {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Readonly<Record<string, unknown>> | null;
  readonly bytes: number;
}

export const callsOf = async (model: string): Promise<readonly Seen[]> =>
  (await fetch(`${FAKE_URL}/calls/${model}`)).json();

/** All outputs of a call, as `plain` has them. */
export async function outputsOf({ result }: Called): Promise<Record<string, unknown>> {
  const entries = Object.entries(result.outputs).map(async ([port, draft]) => [port, await plain(draft)] as const);
  return Object.fromEntries(await Promise.all(entries));
}
