import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, providerStrategy, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { API_KEY, ASKED, BEES, LIMIT_MS, MOOD, REVIEW, TOLD, useSpeakingServer } from "./speaking.ts";

const baseURL = await useSpeakingServer();
const Mood = z.object({ mood: z.enum(["positive", "negative"]) });
const weather = tool(async () => "7 degrees", {
  ...{ name: "get_weather", description: "The weather of a city now" },
  schema: z.object({ city: z.string() }),
});

describe.each([
  ["by chat", false],
  ["by responses", true],
])("LangChain %s", { timeout: LIMIT_MS }, (_, useResponsesApi) => {
  const model = (): ChatOpenAI =>
    new ChatOpenAI({ model: "impresario", apiKey: API_KEY, configuration: { baseURL: baseURL() }, useResponsesApi });

  it("asks, whole and streamed", async () => {
    expect((await model().invoke(BEES)).text).toContain("Bees make honey");
    let text = "";
    for await (const chunk of await model().stream(BEES)) text += chunk.text;
    expect(text).toContain("Bees make honey");
  });

  it("has tools called that are bound to the model", async () => {
    const { tool_calls } = await model().bindTools([weather]).invoke(ASKED);
    expect(tool_calls?.map(({ name, args }) => [name, args])).toEqual([
      ["get_weather", { city: "Paris" }],
      ["get_weather", { city: "Oslo" }],
    ]);
  });

  it.each(["jsonSchema", "functionCalling", "jsonMode"] as const)("has a structured output by %s", async (method) => {
    expect(await model().withStructuredOutput(Mood, { method }).invoke(REVIEW)).toEqual(MOOD);
  });

  it("has an agent call its tools, whole and streamed", async () => {
    const agent = createAgent({ model: model(), tools: [weather] });
    const asked = { messages: [new HumanMessage(ASKED)] };
    expect((await agent.invoke(asked)).messages.at(-1)?.text).toBe(TOLD);
    let text = "";
    for await (const [chunk] of await agent.stream(asked, { streamMode: "messages" })) text = chunk.text || text;
    expect(text).toContain("7 degrees");
  });

  it("has an agent answer by a schema, the provider's way and by a tool", async () => {
    const asked = { messages: [new HumanMessage(REVIEW)] };
    const byProvider = createAgent({ model: model(), tools: [], responseFormat: providerStrategy(Mood) });
    expect((await byProvider.invoke(asked)).structuredResponse).toEqual(MOOD);
    const byTool = createAgent({ model: model(), tools: [], responseFormat: toolStrategy(Mood) });
    expect((await byTool.invoke(asked)).structuredResponse).toEqual(MOOD);
  });
});
