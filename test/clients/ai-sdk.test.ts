import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateObject, generateText, isStepCount, type LanguageModel, Output, streamText, tool } from "ai";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { useServer } from "../servers/use-server.ts";
import { API_KEY, ASKED, BEES, LIMIT_MS, MOOD, REVIEW, TOLD, useSpeakingServer } from "./speaking.ts";

const speaking = await useSpeakingServer();
const silent = useServer();
const silentBase = (): string => `${silent.url()}/openai/v1`;

const Mood = z.object({ mood: z.enum(["positive", "negative"]) });
const weather = {
  get_weather: tool({
    description: "The weather of a city now",
    inputSchema: z.object({ city: z.string() }),
    execute: async () => "7 degrees",
  }),
};
const compatible = (baseURL: string, supportsStructuredOutputs: boolean): LanguageModel =>
  createOpenAICompatible({ name: "impresario", baseURL, apiKey: API_KEY, supportsStructuredOutputs })("impresario");

describe.each<[string, (baseURL: string) => LanguageModel]>([
  ["@ai-sdk/openai by responses", (baseURL) => createOpenAI({ baseURL, apiKey: API_KEY })("impresario")],
  ["@ai-sdk/openai by chat", (baseURL) => createOpenAI({ baseURL, apiKey: API_KEY }).chat("impresario")],
  ["@ai-sdk/openai-compatible", (baseURL) => compatible(baseURL, true)],
])("%s", { timeout: LIMIT_MS }, (_, modelAt) => {
  it("writes a text, whole and streamed", async () => {
    const asked = { model: modelAt(silentBase()), prompt: BEES };
    expect((await generateText(asked)).text).toContain("Bees make honey");
    const streamed = streamText(asked);
    let text = "";
    for await (const piece of streamed.textStream) text += piece;
    expect(text).toContain("Bees make honey");
  });

  it("calls tools in several steps, whole and streamed", async () => {
    const asked = { model: modelAt(speaking()), prompt: ASKED, tools: weather, stopWhen: isStepCount(3) };
    const { text, steps } = await generateText(asked);
    expect(text).toBe(TOLD);
    expect(steps.map(({ toolCalls }) => toolCalls.map(({ input }) => input))).toEqual([
      [{ city: "Paris" }, { city: "Oslo" }],
      [],
    ]);
    expect(await streamText(asked).text).toBe(TOLD);
  });

  it("makes an object by a schema", async () => {
    const model = modelAt(speaking());
    expect((await generateObject({ model, schema: Mood, prompt: REVIEW })).object).toEqual(MOOD);
    const { output } = await generateText({ model, prompt: REVIEW, output: Output.object({ schema: Mood }) });
    expect(output).toEqual(MOOD);
    const streamed = streamText({ model, prompt: REVIEW, output: Output.object({ schema: Mood }) });
    expect(await streamed.output).toEqual(MOOD);
  });
});

describe("@ai-sdk/openai-compatible without `supportsStructuredOutputs`", { timeout: LIMIT_MS }, () => {
  it("makes an object that the words describe, with a language model, and checks it itself", async () => {
    const model = compatible(speaking(), false);
    expect((await generateObject({ model, schema: Mood, prompt: REVIEW })).object).toEqual(MOOD);
  });

  it("gets what was found without one, which its schema may take or not", async () => {
    const model = compatible(silentBase(), false);
    const results = z.object({ results: z.array(z.looseObject({ is: z.string() })) });
    const { object } = await generateObject({ model, schema: results, prompt: REVIEW });
    expect(object.results[0]?.is).toBe("labels");
    await expect(generateObject({ model, schema: Mood, prompt: REVIEW })).rejects.toThrow(/match schema/);
  });
});
