import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from "@openai/agents";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { API_KEY, ASKED, BEES, LIMIT_MS, MOOD, REVIEW, TOLD, useSpeakingServer } from "./speaking.ts";

// Traces would go to OpenAI.
setTracingDisabled(true);
const baseURL = await useSpeakingServer();
const weather = tool({
  ...{ name: "get_weather", description: "The weather of a city now" },
  parameters: z.object({ city: z.string() }),
  execute: async () => "7 degrees",
});

describe.each([
  ["by responses", true],
  ["by chat", false],
])("@openai/agents %s", { timeout: LIMIT_MS }, (_, useResponses) => {
  const runner = (): Runner =>
    new Runner({
      modelProvider: new OpenAIProvider({ baseURL: baseURL(), apiKey: API_KEY, useResponses }),
      model: "impresario",
    });
  const helper = new Agent({ name: "Helper", instructions: "Help." });
  const forecaster = new Agent({ name: "Forecaster", instructions: "Tell the weather.", tools: [weather] });

  it("asks an agent without tools, whole and streamed", async () => {
    expect((await runner().run(helper, BEES)).finalOutput).toContain("Bees make honey");
    const streamed = await runner().run(helper, BEES, { stream: true });
    let text = "";
    for await (const piece of streamed.toTextStream()) text += piece;
    expect(text).toContain("Bees make honey");
  });

  it("has an agent call its tools, whole and streamed", async () => {
    expect((await runner().run(forecaster, ASKED)).finalOutput).toBe(TOLD);
    const streamed = await runner().run(forecaster, ASKED, { stream: true });
    await streamed.completed;
    expect(streamed.finalOutput).toBe(TOLD);
  });

  it("hands over to another agent, and has one as a tool", async () => {
    const receptionist = Agent.create({ name: "Receptionist", instructions: "Hand over.", handoffs: [forecaster] });
    const handed = await runner().run(receptionist, ASKED);
    expect([handed.lastAgent?.name, handed.finalOutput]).toEqual(["Forecaster", TOLD]);
    const asked = forecaster.asTool({ toolName: "get_weather", toolDescription: "The weather of cities" });
    const manager = new Agent({ name: "Manager", instructions: "Ask the forecaster.", tools: [asked] });
    expect((await runner().run(manager, ASKED)).finalOutput).toMatch(/Paris.*Oslo/);
  });

  it("has an output by a type", async () => {
    const critic = new Agent({
      ...{ name: "Critic", instructions: "Judge." },
      outputType: z.object({ mood: z.enum(["positive", "negative"]) }),
    });
    expect((await runner().run(critic, REVIEW)).finalOutput).toEqual(MOOD);
  });
});
