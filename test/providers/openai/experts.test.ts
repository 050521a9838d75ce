import { describe, expect, it } from "vitest";
import type { OpenAiAbility, OpenAiEndpoint } from "../../../src/config/openai-endpoints.ts";
import { BUILT_IN_TASK_TYPES } from "../../../src/domain/task-types/index.ts";
import { inputsOf } from "../chat-tasks/calls.ts";
import { CASES } from "../chat-tasks/cases.ts";
import { plain } from "../plain.ts";
import {
  callAt,
  callsOf,
  endpointOf,
  failureOf,
  type Given,
  KEY,
  modelName,
  picture,
  providerOf,
  sound,
  value,
  words,
} from "./calls.ts";

/** Calls a model that does one thing, once. */
async function call(
  does: OpenAiAbility,
  taskType: string,
  inputs: Given,
  { modes = "", ...configured }: Partial<OpenAiEndpoint> & { readonly modes?: string } = {},
) {
  const model = modelName(modes);
  const result = await callAt(providerOf([endpointOf(does, model, configured)]), { model, taskType, inputs });
  const outputs = Object.entries(result.outputs).map(async ([port, draft]) => [port, await plain(draft)] as const);
  const calls = await callsOf(model);
  return { ...result, outputs: Object.fromEntries(await Promise.all(outputs)), calls, model };
}

const PNG = { mediaType: "image/png", bytes: expect.any(Number) };
const FROM_MAPS = BUILT_IN_TASK_TYPES.filter(({ name }) => name.endsWith("-text-to-image")).map(({ name }) => name);

describe("a chat model", () => {
  it.each(CASES)("does $type by instruction", async ({ type, needs, given }) => {
    const { outputs, usage, calls, model } = await call(needs === "vision" ? "vision" : "chat", type, inputsOf(given));
    const primary = BUILT_IN_TASK_TYPES.find(({ name }) => name === type)?.outputs[0]?.name ?? "";
    expect(outputs[primary]).toBeDefined();
    expect(usage).toEqual({ inputTokens: 19, outputTokens: 10 });
    expect(calls).toMatchObject([
      { path: "/v1/chat/completions", authorization: `Bearer ${KEY}`, body: { model, temperature: 0 } },
    ]);
  });

  it("thinks as long as its entry says", async () => {
    const { calls } = await call("chat", "summarization", { text: words("Lovely!") }, { reasoning: "low" });
    expect(calls[0]?.body.reasoning_effort).toBe("low");
  });

  it("is held to a schema, strictly, where the answer has one", async () => {
    const { calls } = await call("chat", "text-classification", { text: words("Lovely!") });
    expect(calls[0]?.body.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { name: "answer", strict: true, schema: { type: "object", additionalProperties: false } },
    });
  });

  it("is shown a picture as a data URL", async () => {
    const { calls } = await call("vision", "image-to-text", { image: picture });
    expect(calls[0]?.body.messages).toMatchObject([
      { role: "system" },
      {
        role: "user",
        content: [{ type: "text" }, { image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) } }],
      },
    ]);
  });

  it.each<[string, string, readonly unknown[]]>([
    ["a schema", "refuses-json_schema", ["json_schema", "json_object"]],
    ["any format", "refuses-response_format", ["json_schema", "json_object", undefined]],
    ["temperature", "refuses-temperature", ["json_schema", "json_schema"]],
    ["max_tokens", "refuses-max_tokens", ["json_schema", "json_schema"]],
  ])("that refuses %s is asked without, and that is remembered", async (_, modes, formats) => {
    const model = modelName(modes);
    const provider = providerOf([endpointOf("chat", model)]);
    const asked = { model, taskType: "text-classification", inputs: { text: words("Lovely!") } };
    await callAt(provider, asked);
    const result = await callAt(provider, asked);
    expect(await plain(result.outputs.text)).toMatch(/^positive/);
    const calls = await callsOf(model);
    const types = calls.map(({ body }) => (body.response_format as { type?: string } | undefined)?.type);
    expect(types).toEqual([...formats, formats.at(-1)]);
  });

  it.each<[string, readonly unknown[]]>([
    ["", ["json_schema"]],
    ["refuses-json_schema", ["json_schema", "json_object"]],
    ["refuses-response_format", ["json_schema", "json_object", undefined]],
  ])("is held to a caller's schema, and what it refuses of that (%j) is not remembered", async (modes, formats) => {
    const model = modelName(modes);
    const provider = providerOf([endpointOf("chat", model)]);
    const schema = { type: "object", properties: { steps: { type: "string" } } };
    const inputs = { text: words("Plan a garden"), schema: value("data", "text/plain", JSON.stringify(schema)) };
    const asked = { model, taskType: "text-generation", inputs };
    const result = await callAt(provider, asked);
    const text = await plain(result.outputs.text);
    expect(JSON.parse(String(text))).toBeInstanceOf(Object);
    await callAt(provider, asked);
    const calls = await callsOf(model);
    const types = calls.map(({ body }) => (body.response_format as { type?: string } | undefined)?.type);
    expect(types).toEqual([...formats, ...formats]);
    expect(calls[0]?.body).toMatchObject({
      response_format: { json_schema: { name: "answer", strict: true, schema } },
      max_tokens: expect.any(Number),
    });
  });

  it("has its answer left unread when it says nothing of use, which another try may mend", async () => {
    const thrown = await failureOf(call("chat", "sentence-similarity", similar, { modes: "nonsense" }));
    expect(thrown).toMatchObject({ code: "provider-rejected", retryable: true });
  });

  it("is refused what its configured context does not hold, before any call", async () => {
    const model = modelName();
    const provider = providerOf([endpointOf("chat", model, { contextTokens: 512 })]);
    const inputs = { text: words("word ".repeat(600)) };
    const thrown = await failureOf(callAt(provider, { model, taskType: "summarization", inputs }));
    expect(thrown).toMatchObject({ code: "resource-too-large" });
    expect(await callsOf(model)).toEqual([]);
  });
});

const similar = { sentence: words("A dog runs"), sentences: [words("A dog runs"), words("Zzz")] };

describe("an embedding model", () => {
  it("gives a text's vector", async () => {
    const { outputs, usage, calls } = await call("embeddings", "feature-extraction", { text: words("a b") });
    expect(outputs).toEqual({ embedding: [3, 1, 1] });
    expect(usage).toEqual({ inputTokens: 8 });
    expect(calls).toMatchObject([{ path: "/v1/embeddings", body: { input: ["a b"], encoding_format: "float" } }]);
  });

  it.each(["", "backwards", "no-usage"])(
    "compares texts by their vectors, however they are ordered (%s)",
    async (modes) => {
      const { outputs } = await call("embeddings", "sentence-similarity", similar, { modes });
      expect(outputs.scores).toEqual([
        { sentence: "A dog runs", score: expect.closeTo(1) },
        { sentence: "Zzz", score: expect.closeTo(0.9407, 3) },
      ]);
      expect(outputs.text).toBe("100%: A dog runs\n94%: Zzz");
    },
  );

  it.each(["one-missing", "ragged"])("is not believed when vectors are %s", async (modes) => {
    const thrown = await failureOf(call("embeddings", "sentence-similarity", similar, { modes }));
    expect(thrown).toMatchObject({ code: "provider-rejected", message: expect.stringContaining("one vector") });
  });
});

describe("a model for pictures", () => {
  it("makes one of words, in base64", async () => {
    const { outputs, usage, calls } = await call("images", "text-to-image", { text: words("a cat") });
    expect(outputs).toEqual({ image: PNG });
    expect(usage).toEqual({ images: 1 });
    expect(calls).toMatchObject([
      { path: "/v1/images/generations", body: { prompt: "a cat", n: 1, response_format: "b64_json" } },
    ]);
  });

  it("that gives nothing but base64 is not told to", async () => {
    const { outputs, usage, calls } = await call(
      "images",
      "text-to-image",
      { text: words("a cat") },
      {
        modes: "refuses-response_format+by-tokens",
      },
    );
    expect(outputs).toEqual({ image: PNG });
    expect(usage).toEqual({ images: 1, inputTokens: 50, outputTokens: 1_056 });
    expect(calls.map(({ body }) => "response_format" in body)).toEqual([true, false]);
  });

  it.each<[string, Given, string]>([
    ["image-editing", { image: picture, text: words("Make it blue") }, "Make it blue"],
    ["image-to-image", { image: picture, text: words("Blur it") }, "Blur it"],
    ["image-to-image", { image: picture }, "Make a variation of this picture."],
  ])("does %s with the picture under a name of ours", async (taskType, inputs, prompt) => {
    const { outputs, calls } = await call("image-edits", taskType, inputs);
    expect(outputs).toEqual({ image: PNG });
    expect(calls).toMatchObject([
      {
        path: "/v1/images/edits",
        body: { prompt, image: { name: "picture.png", type: "image/png", size: picture.size } },
      },
    ]);
  });

  it.each(FROM_MAPS)("does %s after the map, and says that it is one", async (taskType) => {
    const { outputs, calls } = await call("image-edits", taskType, { text: words("A dancer"), image: picture });
    expect(outputs).toEqual({ image: PNG });
    expect(calls[0]?.body).toMatchObject({
      prompt: expect.stringMatching(/^A dancer\n\n.*is a map.*The map: /),
      image: { size: picture.size },
    });
  });

  it("is fetched from where it is the server's own address, without the key", async () => {
    const seen: Request[] = [];
    const model = modelName("by-url");
    const provider = providerOf([endpointOf("images", model)], {
      fetch: async (input, init) => {
        seen.push(new Request(input as RequestInfo, init as RequestInit));
        return fetch(input, init);
      },
    });
    const { outputs } = await callAt(provider, { model, taskType: "text-to-image", inputs: { text: words("a cat") } });
    expect(await plain(outputs.image)).toEqual(PNG);
    expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual([`Bearer ${KEY}`, null]);
  });

  it.each<[string, string, RegExp]>([
    ["at any other address", "by-foreign-url", /an address that is not fetched from/],
    ["that is not there", "by-lost-url", /cannot be fetched \(status 404\)/],
    ["that is none", "no-picture", /where image is wanted/],
    ["left out", "none", /a shape that is not documented/],
  ])("is refused %s", async (_, modes, message) => {
    const thrown = await failureOf(call("images", "text-to-image", { text: words("a cat") }, { modes }));
    expect(thrown).toMatchObject({ code: "provider-rejected", message: expect.stringMatching(message) });
  });

  it("takes nothing but pictures", async () => {
    const inputs = { image: value("image", "text/html", "<html>"), text: words("x") };
    expect(await failureOf(call("image-edits", "image-editing", inputs))).toMatchObject({ code: "unsupported-input" });
  });
});

describe("a model for speech", () => {
  it("reads a text aloud, and tells its characters", async () => {
    const { outputs, usage, calls, notes } = await call("speech", "text-to-speech", { text: words("Hello") });
    expect(outputs).toEqual({ audio: { mediaType: "audio/mpeg", bytes: 417 * 20 } });
    expect(usage).toEqual({ characters: 5 });
    expect(notes).toBeUndefined();
    expect(calls).toMatchObject([
      { path: "/v1/audio/speech", body: { input: "Hello", voice: "alloy", response_format: "mp3" } },
    ]);
  });

  it("has the voice that is configured, and says that it takes no language", async () => {
    const inputs = { text: words("Hello"), language: words("de") };
    const { calls, notes } = await call("speech", "text-to-speech", inputs, { voice: "af_sky" });
    expect(calls[0]?.body).toMatchObject({ voice: "af_sky" });
    expect(notes).toEqual([expect.stringContaining("takes no other")]);
  });

  it("is not believed when it gives no sound", async () => {
    const thrown = await failureOf(
      call("speech", "text-to-speech", { text: words("Hi") }, { modes: "json-for-sound" }),
    );
    expect(thrown).toMatchObject({
      code: "provider-rejected",
      message: expect.stringContaining("where audio is wanted"),
    });
  });
});

describe("a model for transcription", () => {
  it.each<[string, object | undefined]>([
    ["", { seconds: 9 }],
    ["by-tokens", { inputTokens: 14, outputTokens: 45 }],
    ["no-usage", undefined],
  ])("writes down what was said, and tells what it took (%s)", async (modes, measured) => {
    const { outputs, usage, calls } = await call(
      "transcription",
      "automatic-speech-recognition",
      { audio: sound },
      { modes },
    );
    expect(outputs).toEqual({ text: "[fake] This is what was said." });
    expect(usage).toEqual(measured);
    expect(calls).toMatchObject([
      { path: "/v1/audio/transcriptions", body: { file: { name: "recording.mp3", type: "audio/mpeg", size: 5 } } },
    ]);
  });

  it.each([
    ["audio/wav", "recording.wav"],
    ["audio/x-wav", "recording.wav"],
    ["audio/mp4", "recording.m4a"],
    ["audio/ogg", "recording.ogg"],
  ])("is sent %s as %s", async (mediaType, name) => {
    const audio = value("audio", mediaType, "sound");
    const { calls } = await call("transcription", "automatic-speech-recognition", { audio });
    expect(calls[0]?.body.file).toMatchObject({ name, type: mediaType });
  });
});
