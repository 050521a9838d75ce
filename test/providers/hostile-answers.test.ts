import { describe, expect, it } from "vitest";
import { createOpenAiChat } from "../../src/providers/openai/chat.ts";
import { createWorkersAiBindingChat } from "../../src/providers/workers-ai/chat.ts";
import { callEndpoint, endpointAt, inputOf } from "./custom/call-endpoint.ts";
import { callModel as callHuggingFace, sound, words } from "./huggingface/calls.ts";
import { callAt, endpointOf, providerOf } from "./openai/calls.ts";
import { callModel as callWorkersAi, text as workersText } from "./workers-ai/calls.ts";

const EMPTY_OBJECTS = `[${"{},".repeat(1_500_000)}{}]`;
const json =
  (body: string): typeof fetch =>
  async () =>
    new Response(body, { headers: { "content-type": "application/json" } });
const LIVE = { status: "live", providerId: "a/b" };

/** The Hub says where the model is served; the router answers with `body`. */
const atHuggingFace =
  (task: string, body: string): typeof fetch =>
  async (input) =>
    String(input).includes("/api/models/")
      ? Response.json({ inferenceProviderMapping: { "hf-inference": { ...LIVE, task } } })
      : new Response(body, { headers: { "content-type": "application/json" } });

const TOO_MANY_PARTS = { code: "provider-rejected", message: expect.stringMatching(/JSON of more than/) };

describe("JSON that takes far more memory than bytes", () => {
  it.each<readonly [string, () => Promise<unknown>]>([
    [
      "a custom endpoint",
      () =>
        callEndpoint(
          endpointAt("/", {}, "feature-extraction"),
          { text: [inputOf("text", "long")] },
          { fetch: json(`{"outputs":{"embedding":${EMPTY_OBJECTS}}}`) },
        ),
    ],
    [
      "a custom endpoint of Hugging Face's shape",
      () =>
        callEndpoint(
          endpointAt("/", { format: "hf-inference" }, "feature-extraction"),
          { text: [inputOf("text", "long")] },
          { fetch: json(EMPTY_OBJECTS) },
        ),
    ],
    [
      "Hugging Face",
      () =>
        callHuggingFace(
          "a/parts",
          "text-classification",
          { text: words("Hi") },
          { fetch: atHuggingFace("text-classification", EMPTY_OBJECTS) },
        ),
    ],
    [
      "Workers AI",
      () =>
        callWorkersAi(
          {
            by: "rest",
            accountId: "0".repeat(32),
            apiToken: "t",
            fetch: json(`{"success":true,"result":${EMPTY_OBJECTS}}`),
          },
          { model: "@cf/baai/bge-m3", taskType: "feature-extraction", inputs: { text: workersText("Hi") } },
        ),
    ],
    [
      "an OpenAI-compatible server",
      () =>
        callAt(providerOf([endpointOf("embeddings", "m")], { fetch: json(`{"data":${EMPTY_OBJECTS}}`) }), {
          model: "m",
          taskType: "feature-extraction",
          inputs: { text: words("Hi") },
        }),
    ],
  ])("of %s is refused before it is parsed", async (_, call) => {
    await expect(call()).rejects.toMatchObject(TOO_MANY_PARTS);
  });
});

it("a transcript with a million times in it is read", async () => {
  const chunk = '{"timestamp":[0,1]}';
  const body = `{"text":"Hello","chunks":[${`${chunk},`.repeat(120_000)}{"timestamp":[1,9]}]}`;
  const { result } = await callHuggingFace(
    "a/times",
    "automatic-speech-recognition",
    { audio: sound },
    { fetch: atHuggingFace("automatic-speech-recognition", body) },
  );
  expect(result.usage).toEqual({ seconds: 9 });
});

describe("what fails while a custom endpoint's token is fetched", () => {
  const auth = {
    type: "oauth-client-credentials",
    tokenUrl: "https://login.example/",
    clientId: "a",
    clientSecret: "b",
  };
  const broken = (): Response =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("Network connection lost.")) }));

  it("may pass by itself where the answer breaks off", async () => {
    const call = callEndpoint(endpointAt("/", { auth }), undefined, { fetch: async () => broken() });
    await expect(call).rejects.toMatchObject({ code: "provider-unavailable", retryable: true });
  });
});

describe("a custom endpoint", () => {
  it("that is loading a model says how long, whether or not it tells the length of its answer", async () => {
    const loading = (): Response =>
      new Response(new Blob(['{"error":"Model is loading","estimated_time":2.5}']).stream(), { status: 503 });
    const call = callEndpoint(endpointAt("/", {}), undefined, { fetch: async () => loading() });
    await expect(call).rejects.toMatchObject({ code: "provider-unavailable", retryAfterMs: 2_500 });
  });

  it("whose refusal never ends is refused by its status", async () => {
    const call = callEndpoint(endpointAt("/", {}), undefined, {
      fetch: async () =>
        new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }), { status: 503 }),
    });
    await expect(call).rejects.toMatchObject({ code: "provider-unavailable", message: expect.stringMatching(/503/) });
  });

  it("whose answer stalls is not waited for", async () => {
    const stalled = new ReadableStream({ pull: () => new Promise(() => undefined) });
    const call = callEndpoint(endpointAt("/", {}), undefined, {
      fetch: async () => new Response(stalled, { headers: { "content-type": "application/json" } }),
      signal: AbortSignal.timeout(50),
    });
    await expect(call).rejects.toMatchObject({ code: "timeout", retryable: true });
  });
});

describe("a stream with an event that has no end", () => {
  const PROMPT = { messages: [{ role: "user" as const, content: "Hi" }], maxTokens: 100 };
  /** Two megabytes in small pieces, and never a line end. */
  const endless = (): ReadableStream<Uint8Array> => {
    let pieces = 0;
    const piece = new TextEncoder().encode("x".repeat(1_024));
    return new ReadableStream({
      pull: async (controller) => {
        if (pieces++ === 2_048) await new Promise(() => undefined);
        controller.enqueue(pieces === 1 ? new TextEncoder().encode("data: ") : piece);
      },
    });
  };
  const readAll = async (parts: AsyncIterable<unknown>): Promise<void> => {
    for await (const _part of parts);
  };
  const signal = (): AbortSignal => new AbortController().signal;

  it("is left by the client of OpenAI-compatible servers", async () => {
    const { stream } = createOpenAiChat({
      baseUrl: "https://models.example/v1",
      apiKey: "k",
      model: "m",
      fetch: async () => new Response(endless(), { headers: { "content-type": "text/event-stream" } }),
    });
    await expect(readAll(stream(PROMPT, signal()))).rejects.toMatchObject({ code: "provider-rejected" });
  });

  it("is left by the client of the AI binding", async () => {
    const { stream } = createWorkersAiBindingChat({ ai: { run: async () => endless() }, model: "@cf/a/b" });
    await expect(readAll(stream(PROMPT, signal()))).rejects.toMatchObject({ code: "provider-rejected" });
  });
});
