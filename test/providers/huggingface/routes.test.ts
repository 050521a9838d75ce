import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { readAddress } from "../../../src/providers/huggingface/address.ts";
import { createHuggingFaceProvider } from "../../../src/providers/huggingface/index.ts";
import { callModel, callsOf, data, failureOf, outputsOf, picture, TOKEN, words } from "./calls.ts";

const prompt = { text: words("A cat") };

describe("the address of a model", () => {
  it.each([
    ["a/b", { id: "a/b", via: null }],
    ["gpt2", { id: "gpt2", via: null }],
    ["black-forest-labs/FLUX.1-schnell:fal-ai", { id: "black-forest-labs/FLUX.1-schnell", via: "fal-ai" }],
    ["a/b:", null],
    ["a/b/c", null],
    ["../api", null],
    ["a/..", null],
    ["a/b?x=1", null],
    ["a/b:Fal AI", null],
    ["", null],
  ])("%j", (model, address) => {
    expect(readAddress(model)).toEqual(address);
  });

  it("never leads out of the path that it is written into", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab./:-%?#\\ ") }), (model) => {
        const address = readAddress(model);
        if (address === null) return;
        expect(new URL(`https://x.test/models/${address.id}`).pathname).toBe(`/models/${address.id}`);
      }),
    );
  });
});

describe("an endpoint", () => {
  const provider = createHuggingFaceProvider({
    token: TOKEN,
    ontology: createOntology(),
    fetch: () => Promise.reject(new Error("not asked")),
    now: () => 0,
  });

  it("is there for any model of the Hub and any task that is done there, without a look", async () => {
    expect(provider.endpoints()).toEqual([]);
    expect(await provider.find?.("a/b:together", "text-to-image")).toMatchObject({
      provider: "huggingface",
      model: "a/b:together",
      taskType: "text-to-image",
    });
  });

  it.each([
    ["a/b", "depth-estimation"],
    ["a/b", "no-such-task"],
    ["../b", "summarization"],
  ])("is not there for %s and %s", async (model, taskType) => {
    expect(await provider.find?.(model, taskType)).toBeNull();
  });
});

describe("the inference provider", () => {
  it("is the first that is live for the task, whatever stands before it", async () => {
    await callModel("mixed/pictures", "text-to-image", prompt);
    expect(await callsOf("mixed/pictures")).toMatchObject([{ path: "/together/v1/images/generations" }]);
  });

  it("is the one that is meant", async () => {
    const before = (await callsOf("mixed/pictures")).length;
    await callModel("mixed/pictures:nscale", "text-to-image", prompt);
    expect((await callsOf("mixed/pictures")).slice(before)).toMatchObject([{ path: "/nscale/v1/images/generations" }]);
  });

  it.each([
    ["mixed/pictures:fal-ai", "text-to-image", "which is not live"],
    ["mixed/pictures:replicate", "text-to-image", "which does not have the model"],
    ["mixed/pictures", "image-to-video", "of which none does the task"],
    ["mixed/of-tomorrow", "text-to-image", "which the library does not know"],
    ["mixed/nowhere", "text-to-image", "of which there is none"],
  ])("%s for %s, %s, is no model", async (model, taskType) => {
    const failed = await failureOf(callModel(model, taskType, { ...prompt, image: picture }));
    expect(failed).toMatchObject({ code: "no-model", retryable: false });
  });

  it("is looked up once in some minutes", async () => {
    const at = (minutes: number) => ({ now: () => minutes * 60_000 });
    const model = "hf-inference/summarization.kept";
    await callModel(model, "summarization", prompt, at(0));
    await callModel(model, "summarization", prompt, at(4));
    expect(await callsOf(`${model}@hub`)).toHaveLength(1);
    await callModel(model, "summarization", prompt, at(6));
    expect(await callsOf(`${model}@hub`)).toHaveLength(2);
  });
});

describe("a chat", () => {
  it("is placed by the router where no provider is meant", async () => {
    const called = await callModel("mixed/talker", "conversational", { text: words("Hello!") });
    expect(await outputsOf(called)).toEqual({ text: "[fake] Hello." });
    expect(called.result).toMatchObject({ usage: { inputTokens: 19, outputTokens: 10 } });
    expect(await callsOf("mixed/talker")).toMatchObject([
      { path: "/v1/chat/completions", json: { model: "mixed/talker", temperature: 0 } },
    ]);
  });

  it("goes to the provider that is meant", async () => {
    await callModel("novita/conversational.meant:novita", "conversational", { text: words("Hello!") });
    expect(await callsOf("novita/conversational.meant")).toMatchObject([
      { path: "/novita/v3/openai/chat/completions" },
    ]);
  });

  it("goes to a provider that the library does not know by the router", async () => {
    await callModel("mixed/talker:a-new-provider", "conversational", { text: words("Hello!") });
    expect(await callsOf("mixed/talker:a-new-provider")).toMatchObject([{ path: "/v1/chat/completions" }]);
  });

  it.each(["summarization", "translation", "text2text-generation", "open-question-answering"])(
    "stands in for %s",
    async (taskType) => {
      const inputs = { text: words("Long."), question: words("Why?") };
      const model = `together/conversational.${taskType}`;
      const { result } = await callModel(model, taskType, inputs);
      expect(JSON.stringify(result.outputs)).toContain("[fake]");
      expect(await callsOf(model)).toHaveLength(1);
    },
  );

  it("sees pictures", async () => {
    await callModel("together/conversational.seeing", "image-to-text", { image: picture });
    expect(JSON.stringify((await callsOf("together/conversational.seeing"))[0]?.json)).toContain(
      "data:image/png;base64,",
    );
  });

  it("is asked for JSON by a schema, and without where that is refused; which is remembered", async () => {
    const ask = () =>
      callModel("novita/conversational.no-schema:novita", "optical-character-recognition", { image: picture });
    const model = "novita/conversational.no-schema";
    expect(await outputsOf(await ask())).toMatchObject({ text: "[fake] words" });
    const formats = async () => (await callsOf(model)).map(({ json }) => json !== null && "response_format" in json);
    expect(await formats()).toEqual([true, false]);
    await ask();
    expect(await formats()).toEqual([true, false, false]);
  });

  it("is held to a caller's schema, which says nothing of others where it is refused", async () => {
    const schema = data({ type: "object", properties: { steps: { type: "string" } }, required: ["steps"] });
    const model = "together/conversational.no-schema";
    const ask = () => callModel(model, "text-generation", { text: words("Plan a garden"), schema });
    const { text } = await outputsOf(await ask());
    expect(JSON.parse(String(text))).toEqual({ steps: "[fake] words" });
    await ask();
    const formats = (await callsOf(model)).map(({ json }) => json?.response_format !== undefined);
    expect(formats).toEqual([true, false, true, false]);
  });

  it.each<[string, object]>([
    ["long", { code: "provider-rejected" }],
    ["wrong-shape", { code: "provider-rejected" }],
    ["bad", { code: "provider-rejected" }],
    ["limited", { code: "rate-limited", retryable: true, retryAfterMs: 7_000 }],
    ["cut", { code: "provider-unavailable", retryable: true }],
  ])("that fails: %s", async (mode, expected) => {
    const call = callModel(`novita/conversational.${mode}:novita`, "conversational", { text: words("Hello!") });
    expect(await failureOf(call)).toMatchObject(expected);
  });
});
