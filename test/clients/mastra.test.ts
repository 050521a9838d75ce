import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Agent, type ToolsInput } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { createTool } from "@mastra/core/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { API_KEY, ASKED, BEES, LIMIT_MS, MOOD, REVIEW, TOLD, useSpeakingServer } from "./speaking.ts";

const baseURL = await useSpeakingServer();
const weather = createTool({
  ...{ id: "get_weather", description: "The weather of a city now" },
  inputSchema: z.object({ city: z.string() }),
  execute: async () => "7 degrees",
});

describe.each([
  ["its configuration", () => ({ id: "impresario/impresario" as const, url: baseURL(), apiKey: API_KEY })],
  ["@ai-sdk/openai", () => createOpenAI({ baseURL: baseURL(), apiKey: API_KEY })("impresario")],
  [
    "@ai-sdk/openai-compatible",
    () =>
      createOpenAICompatible({
        ...{ name: "impresario", baseURL: baseURL(), apiKey: API_KEY },
        supportsStructuredOutputs: true,
      })("impresario"),
  ],
] satisfies readonly (readonly [string, () => unknown])[])("Mastra by %s", { timeout: LIMIT_MS }, (_, model) => {
  const agent = (tools: ToolsInput = {}): Agent =>
    // Mastra's own type of a model of the AI SDK is narrower than what it documents.
    new Agent({ id: "helper", name: "Helper", instructions: "Help.", model: model() as MastraModelConfig, tools });

  it("writes a text", async () => {
    expect((await agent().generate(BEES)).text).toContain("Bees make honey");
  });

  it("calls tools, whole and streamed", async () => {
    const forecaster = agent({ get_weather: weather });
    expect((await forecaster.generate(ASKED)).text).toBe(TOLD);
    expect(await (await forecaster.stream(ASKED)).text).toBe(TOLD);
  });

  it("has a structured output", async () => {
    const schema = z.object({ mood: z.enum(["positive", "negative"]) });
    expect((await agent().generate(REVIEW, { structuredOutput: { schema } })).object).toEqual(MOOD);
  });
});
