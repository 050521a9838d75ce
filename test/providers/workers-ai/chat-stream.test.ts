import { describe, expect, it } from "vitest";
import type { LanguageModel, StreamPart } from "../../../src/planning/language/language-model.ts";
import { createWorkersAiBindingChat, createWorkersAiChat } from "../../../src/providers/workers-ai/chat.ts";
import { accessBy, newAccount, WAYS, type Way } from "./calls.ts";

const MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";
const PROMPT = { messages: [{ role: "user" as const, content: "Hi" }], maxTokens: 100 };

const event = (json: object): string => `data: ${JSON.stringify(json)}\n\n`;
const said = (response: string | number): string => event({ response, p: "abc" });
const chunk = (content: string | null, finish_reason: string | null = null, more: object = {}): string =>
  event({ object: "chat.completion.chunk", choices: [{ index: 0, delta: { content }, finish_reason }], ...more });
const USED = { usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } };
const DONE = "data: [DONE]\n\n";

/** A body that comes in pieces of so many bytes, and then ends, stalls or breaks. */
function bodyOf(
  text: string,
  { size = 11, ending = "end" }: { size?: number; ending?: "end" | "stall" | "break" } = {},
) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at < bytes.length) {
        controller.enqueue(bytes.slice(at, at + size));
        at += size;
        return;
      }
      if (ending === "end") controller.close();
      if (ending === "break") controller.error(new Error("Network connection lost."));
      return ending === "stall" ? new Promise(() => undefined) : undefined;
    },
  });
}

async function read(answer: unknown, timeoutMs = 20_000) {
  const asked: unknown[] = [];
  const ai = {
    run: async (_: string, inputs: object) => {
      asked.push(inputs);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const parts: StreamPart[] = [];
  let thrown: unknown = null;
  try {
    const { stream } = createWorkersAiBindingChat({ ai, model: MODEL, streamTimeoutMs: timeoutMs });
    for await (const part of stream(PROMPT, new AbortController().signal)) parts.push(part);
  } catch (reason) {
    thrown = reason;
  }
  return { parts, thrown, asked };
}

describe("an answer that is streamed through the AI binding", () => {
  it.each([
    ["in Workers AI's own shape", [said("Grü"), said("ße "), said(7), event({ response: "", ...USED }), DONE].join("")],
    [
      "in OpenAI's shape",
      [chunk("Grü"), chunk("ße "), chunk("7"), chunk(null, "stop"), event({ choices: [], ...USED }), DONE].join(""),
    ],
    [
      "without a blank line at its end",
      [said("Grü"), said("ße "), said("7"), event({ response: null, ...USED }), DONE.trim()].join(""),
    ],
    [
      "with other line ends and comments",
      [": hi\r\n\r\n", said("Grü"), said("ße "), said("7"), event({ response: null, ...USED }), DONE]
        .join("")
        .replaceAll("\n", "\r\n"),
    ],
  ])("comes %s, however it is cut", async (_, events) => {
    for (const size of [1, 7, 1_000]) {
      const { parts, thrown, asked } = await read(bodyOf(events, { size }));
      expect(thrown).toBeNull();
      expect(parts).toEqual([
        { text: "Grü" },
        { text: "ße " },
        { text: "7" },
        { usage: { inputTokens: 5, outputTokens: 2 } },
      ]);
      expect(asked).toEqual([{ messages: PROMPT.messages, max_tokens: 100, temperature: 0, stream: true }]);
    }
  });

  it.each<[string, unknown, object]>([
    ["breaks off", bodyOf(said("Hel")), { code: "provider-unavailable", retryable: true }],
    ["breaks", bodyOf(said("Hel"), { ending: "break" }), { code: "provider-unavailable", retryable: true }],
    [
      "has no end within its tokens",
      bodyOf(chunk("Hel") + chunk(null, "length") + DONE),
      { code: "provider-rejected" },
    ],
    ["is no event", bodyOf("data: {[\n\n"), { code: "provider-rejected", message: expect.stringContaining("no part") }],
    ["says nothing", bodyOf(said(" ") + DONE), { code: "provider-rejected" }],
    [
      "has no end at all",
      bodyOf(`: ${"x".repeat(9_000_000)}`, { size: 900_000 }),
      { message: expect.stringContaining("length") },
    ],
    ["is none", { response: "Hello" }, { message: expect.stringContaining("word by word") }],
    ["fails at once", new Error("5007: No such model"), { message: expect.stringContaining("WORKERS_AI_MODEL") }],
  ])("that %s fails", async (_, answer, failure) => {
    expect((await read(answer)).thrown).toMatchObject(failure);
  });

  it("that stalls is not waited for", async () => {
    const { parts, thrown } = await read(bodyOf(said("Hel"), { ending: "stall" }), 50);
    expect(parts).toEqual([{ text: "Hel" }]);
    expect(thrown).toMatchObject({ code: "timeout" });
  });
});

describe("what an answer through the AI binding took", () => {
  it.each([
    ["of a model's own shape", { response: "Hello", usage: { prompt_tokens: 3, completion_tokens: 1 } }],
    [
      "in OpenAI's shape",
      { choices: [{ message: { content: "Hello" } }], usage: { prompt_tokens: 3, completion_tokens: 1 } },
    ],
  ])("is told %s", async (_, answer) => {
    const told: unknown[] = [];
    const model = createWorkersAiBindingChat({ ai: { run: async () => answer }, model: MODEL });
    await model.complete(PROMPT, new AbortController().signal, (usage) => told.push(usage));
    expect(told).toEqual([{ inputTokens: 3, outputTokens: 1 }]);
  });
});

/** The chat of a model, by the way that Workers AI is reached, at the stand-in. */
const chatBy: Readonly<Record<Way, (model: string, mode?: string) => Required<LanguageModel>>> = {
  "the binding": (model, mode) => {
    const access = accessBy("the binding", newAccount(), mode);
    if (access.by !== "binding") throw new Error("This is no binding");
    return createWorkersAiBindingChat({ ai: access.ai, model });
  },
  REST: (model, mode) => {
    const access = accessBy("REST", newAccount(), mode);
    if (access.by !== "rest") throw new Error("This is not REST");
    return createWorkersAiChat({ ...access, model });
  },
};

describe.each(WAYS)("an answer that the stand-in streams by %s", (way) => {
  it.each([MODEL, "@cf/openai/gpt-oss-20b"])("comes word by word from %s", async (model) => {
    const messages = [{ role: "user" as const, content: "What is it that you say?" }];
    const parts: StreamPart[] = [];
    for await (const part of chatBy[way](model).stream({ messages, maxTokens: 100 }, new AbortController().signal))
      parts.push(part);
    const texts = parts.flatMap((part) => ("text" in part ? [part.text] : []));
    expect(texts.join("")).toBe("[fake] What is it that you say?");
    expect(texts).toHaveLength(7);
    expect(parts.at(-1)).toEqual({ usage: { inputTokens: 6, outputTokens: 7 } });
  });

  it.each<[string, object]>([
    ["cut", { code: "provider-unavailable", retryable: true }],
    ["truncated", { code: "provider-unavailable", retryable: true }],
    ["shapeless", { code: "provider-rejected" }],
    ["endless", { code: "provider-rejected" }],
    ["no-such-model", { code: "provider-rejected" }],
  ])("and is %s is told as a failure", async (mode, failure) => {
    const read = async (): Promise<void> => {
      for await (const _part of chatBy[way](MODEL, mode).stream(PROMPT, new AbortController().signal));
    };
    await expect(read()).rejects.toMatchObject(failure);
  });

  it("is whole where it is not asked for word by word", async () => {
    const said = await chatBy[way](MODEL).complete(PROMPT, new AbortController().signal);
    expect(said).toBe("[fake] Hi");
  });
});
