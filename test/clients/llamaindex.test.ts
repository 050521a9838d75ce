import { OpenAI } from "@llamaindex/openai";
import { tool } from "llamaindex";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { API_KEY, ASKED, BEES, LIMIT_MS, useSpeakingServer } from "./speaking.ts";

const baseURL = await useSpeakingServer();
const model = (): OpenAI => new OpenAI({ model: "impresario", apiKey: API_KEY, baseURL: baseURL() });

describe("LlamaIndex", { timeout: LIMIT_MS }, () => {
  it("asks, whole and streamed", async () => {
    const messages = [{ role: "user" as const, content: BEES }];
    expect((await model().chat({ messages })).message.content).toContain("Bees make honey");
    let text = "";
    for await (const { delta } of await model().chat({ messages, stream: true })) text += delta;
    expect(text).toContain("Bees make honey");
  });

  it("has tools called", async () => {
    const weather = tool({
      ...{ name: "get_weather", description: "The weather of a city now" },
      parameters: z.object({ city: z.string() }),
      execute: () => "7 degrees",
    });
    const { toolCalls } = await model().exec({ messages: [{ role: "user", content: ASKED }], tools: [weather] });
    expect(toolCalls.map(({ name, input }) => [name, input])).toEqual([
      ["get_weather", { city: "Paris" }],
      ["get_weather", { city: "Oslo" }],
    ]);
  });
});
