import { inject } from "vitest";
import { AppError } from "../../../src/domain/errors.ts";
import type { JsonValue } from "../../../src/domain/json.ts";
import { isKind } from "../../../src/domain/kinds.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import type { Measured } from "../../../src/domain/usage.ts";
import type { ExpertResult, InputValue } from "../../../src/providers/provider.ts";
import { createWorkersAiProvider, type WorkersAiAccess } from "../../../src/providers/workers-ai/index.ts";
import { fakeBinding } from "../../fakes/workers-ai/binding.ts";
import { deflate, pngFile } from "../embedded/vision/make-png.ts";

export type Way = "the binding" | "REST";
export const WAYS: readonly Way[] = ["the binding", "REST"];

/** Tells the calls of one test from another's. */
export const newAccount = (): string => crypto.randomUUID().replaceAll("-", "");

export const TOKEN = "a-secret-token";

export function accessBy(way: Way, account: string, mode?: string): WorkersAiAccess {
  const baseUrl = `${inject("workersAiUrl")}${mode === undefined ? "" : `/modes/${mode}`}/client/v4`;
  return way === "REST"
    ? { by: "rest", accountId: account, apiToken: TOKEN, baseUrl, fetch: (input, init) => fetch(input, init) }
    : { by: "binding", ai: fakeBinding(baseUrl, account) };
}

export interface Given {
  readonly model: string;
  readonly taskType: string;
  readonly inputs: Readonly<Record<string, InputValue | readonly InputValue[]>>;
}

const ontology = createOntology();

export async function callModel(
  access: WorkersAiAccess,
  { model, taskType, inputs }: Given,
  signal: AbortSignal = new AbortController().signal,
): Promise<ExpertResult & { readonly usage?: Measured }> {
  const provider = createWorkersAiProvider(access, { ontology });
  const endpoint = await provider.find?.(model, taskType);
  if (!endpoint) throw new Error(`${model} does not do ${taskType}`);
  const ports = Object.entries(inputs).map(([port, value]) => [port, Array.isArray(value) ? value : [value]]);
  return provider.call({ endpoint, taskType, inputs: Object.fromEntries(ports), signal, progress: () => undefined });
}

/** The calls that the fake server had for an account, without the token. */
export async function callsOf(account: string): Promise<readonly Record<string, unknown>[]> {
  return (await fetch(`${inject("workersAiUrl")}/calls/${account}`)).json();
}

export const text = (words: string): InputValue => value("text", "text/plain", new TextEncoder().encode(words));
export const file = (mediaType: string, bytes: Uint8Array): InputValue =>
  value(mediaType.split("/")[0] ?? "", mediaType, bytes);
export const recording = (bytes: number, mediaType = "audio/mpeg"): InputValue =>
  file(mediaType, new Uint8Array(bytes).fill(7));

export async function picture(width: number, height: number): Promise<InputValue> {
  const rows = new Uint8Array((width * 3 + 1) * height).fill(128);
  for (let row = 0; row < height; row++) rows[row * (width * 3 + 1)] = 0;
  return file("image/png", pngFile({ width, height, depth: 8, colour: 2 }, await deflate(rows)));
}

function value(kind: string, mediaType: string, bytes: Uint8Array): InputValue {
  if (!isKind(kind)) throw new Error(`${kind} is no kind`);
  const bounded = async (maxBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array> => {
    if (bytes.byteLength > maxBytes) throw new AppError("resource-too-large", "It is too large");
    return bytes;
  };
  const asText = async (maxBytes?: number): Promise<string> => new TextDecoder().decode(await bounded(maxBytes));
  return {
    kind,
    mediaType,
    name: "a value",
    size: bytes.byteLength,
    bytes: bounded,
    text: asText,
    json: async (maxBytes) => JSON.parse(await asText(maxBytes)) as JsonValue,
    stream: async () => new Blob([new Uint8Array(bytes)]).stream(),
  };
}
