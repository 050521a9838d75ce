import { inject } from "vitest";
import type { OpenAiAbility, OpenAiEndpoint } from "../../../src/config/openai-endpoints.ts";
import { AppError } from "../../../src/domain/errors.ts";
import type { Kind } from "../../../src/domain/kinds.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { createOpenAiProvider, type OpenAiOptions } from "../../../src/providers/openai/index.ts";
import type { ExpertResult, InputValue, Provider } from "../../../src/providers/provider.ts";
import type { OpenAiCall } from "../../fakes/openai/server.ts";
import { pngFile } from "../embedded/vision/make-png.ts";

export const KEY = "sk-test-0123456789";
export const FAKE_URL = inject("openAiUrl");

export function value(kind: Kind, mediaType: string, content: string | Uint8Array): InputValue {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const bounded = (maxBytes = Number.POSITIVE_INFINITY): void => {
    if (bytes.length > maxBytes) throw new AppError("resource-too-large", `It takes at most ${maxBytes} bytes.`);
  };
  const text = async (maxBytes?: number): Promise<string> => {
    bounded(maxBytes);
    return new TextDecoder().decode(bytes);
  };
  return {
    kind,
    mediaType,
    name: "a private name.bin",
    size: bytes.length,
    text,
    json: async (maxBytes) => JSON.parse(await text(maxBytes)),
    bytes: async (maxBytes) => {
      bounded(maxBytes);
      return bytes;
    },
    stream: async () => new Blob([new Uint8Array(bytes)]).stream(),
  };
}

export const words = (text: string): InputValue => value("text", "text/plain", text);
export const picture = value(
  "image",
  "image/png",
  pngFile({ width: 64, height: 48, depth: 8, colour: 2 }, new Uint8Array(8)),
);
export const sound = value("audio", "audio/mpeg", "sound");

export type Given = Readonly<Record<string, InputValue | readonly InputValue[]>>;

/** A model's name that no other test has; the fake misbehaves as `modes` say. */
export const modelName = (modes = ""): string => `model-${crypto.randomUUID()}${modes === "" ? "" : `#${modes}`}`;

export const endpointOf = (does: OpenAiAbility, model: string, rest: Partial<OpenAiEndpoint> = {}): OpenAiEndpoint => ({
  model,
  does,
  description: "",
  licence: "unknown",
  ...rest,
});

export const providerOf = (endpoints: readonly OpenAiEndpoint[], options: Partial<OpenAiOptions> = {}): Provider =>
  createOpenAiProvider({
    baseUrl: FAKE_URL,
    apiKey: KEY,
    endpoints,
    ontology: createOntology(),
    fetch: (input, init) => fetch(input, init),
    ...options,
  });

/** Calls a model of this provider for a task type, through the real client library, at the stand-in. */
export function callAt(
  provider: Provider,
  { model, taskType, inputs }: { readonly model: string; readonly taskType: string; readonly inputs: Given },
  signal: AbortSignal = new AbortController().signal,
): Promise<ExpertResult> {
  const endpoint = provider.endpoints().find((one) => one.model === model && one.taskType === taskType);
  if (!endpoint) throw new Error(`${model} does no ${taskType}`);
  return provider.call({
    endpoint,
    taskType,
    inputs: Object.fromEntries(Object.entries(inputs).map(([port, values]) => [port, [values].flat()])),
    signal,
    progress: () => undefined,
  });
}

/** A `fetch` that lets the caller's time end as soon as the head of an answer is there. */
export function endingAtHead(): { readonly fetch: typeof fetch; readonly signal: AbortSignal } {
  const controller = new AbortController();
  const ending: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    controller.abort();
    return response;
  };
  return { fetch: ending, signal: controller.signal };
}

/** What a call's failure is; `null` when it did not fail. */
export const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (thrown: unknown) => thrown,
  );

export const callsOf = async (model: string): Promise<readonly OpenAiCall[]> =>
  (await fetch(new URL(`/calls/${encodeURIComponent(model)}`, FAKE_URL))).json();
