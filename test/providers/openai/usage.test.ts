import { describe, expect, it } from "vitest";
import type { Measured } from "../../../src/domain/usage.ts";
import { createOpenAiChat } from "../../../src/providers/openai/chat.ts";
import { FAKE_URL, failureOf, KEY, modelName } from "./calls.ts";

const prompt = { messages: [{ role: "user" as const, content: "Hello" }], maxTokens: 100 };

describe("what a language model's answer took", () => {
  it.each<[string, string, readonly Measured[]]>([
    ["is told", "", [{ inputTokens: 19, outputTokens: 10 }]],
    ["is told of an answer that is of no use", "length", [{ inputTokens: 19, outputTokens: 10 }]],
    ["is not made up", "no-usage", []],
    ["is nothing where there was no answer", "401", []],
  ])("%s", async (_, modes, told) => {
    const model = createOpenAiChat({ baseUrl: FAKE_URL, apiKey: KEY, model: modelName(modes) });
    const measured: Measured[] = [];
    await failureOf(model.complete(prompt, new AbortController().signal, (usage) => measured.push(usage)));
    expect(measured).toEqual(told);
  });
});

describe("the stand-in", () => {
  it.each(["models", "nothing"])("marks what it answers under /%s as fake", async (path) => {
    const response = await fetch(`${FAKE_URL}/${path}`);
    expect(response.headers.get("x-fake")).toBe("true");
    expect(await response.text()).toContain("fake");
  });
});
