import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { StreamPart } from "../../../src/planning/language/language-model.ts";
import { streamMetered } from "../../../src/planning/language/metered.ts";
import { createOpenAiChat } from "../../../src/providers/openai/chat.ts";
import { callsOf, FAKE_URL, KEY, modelName } from "./calls.ts";

const prompt = { messages: [{ role: "user" as const, content: "What is in the picture?" }], maxTokens: 100 };

/** All that a model streams, and what ended it. */
async function read(modes = "") {
  const model = modelName(modes);
  const parts: StreamPart[] = [];
  let thrown: unknown = null;
  try {
    const { stream } = createOpenAiChat({ baseUrl: FAKE_URL, apiKey: KEY, model });
    for await (const part of stream(prompt, new AbortController().signal)) parts.push(part);
  } catch (reason) {
    thrown = reason;
  }
  const text = parts.map((part) => ("text" in part ? part.text : "")).join("");
  const usage = parts.filter((part) => "usage" in part);
  return { model, parts, text, usage, thrown, calls: await callsOf(model) };
}

const USAGE = [{ usage: { inputTokens: 19, outputTokens: 10 } }];

describe("an answer that is streamed", () => {
  it("comes in parts, with what it took at the end", async () => {
    const { model, text, parts, usage, thrown, calls } = await read();
    expect(thrown).toBeNull();
    expect(text).toBe(`[fake] ${model} was asked: What is in the picture?`);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.slice(-1)).toEqual(USAGE);
    expect(usage).toEqual(USAGE);
    expect(calls).toMatchObject([
      {
        path: "/v1/chat/completions",
        authorization: `Bearer ${KEY}`,
        body: { stream: true, stream_options: { include_usage: true }, temperature: 0, max_tokens: 100 },
      },
    ]);
  });

  it.each([
    ["stream_options", "refuses-stream_options", "stream_options"],
    ["temperature", "refuses-temperature", "temperature"],
  ])("does without %s, from the next call on, where the server refuses it", async (_, modes, parameter) => {
    const model = modelName(modes);
    const { stream } = createOpenAiChat({ baseUrl: FAKE_URL, apiKey: KEY, model });
    const limits = { signal: new AbortController().signal, meter: undefined };
    let text = "";
    for await (const word of streamMetered({ complete: () => Promise.reject(), stream }, prompt, limits)) text += word;
    expect(text).toMatch(/^\[fake\]/);
    expect((await callsOf(model)).map(({ body }) => parameter in body)).toEqual([true, false]);
    expect((await read(modes)).thrown).toMatchObject({
      ...{ code: "provider-rejected", retryable: true, notCalled: true },
      message: expect.stringContaining(`does not take ${parameter}`),
    });
  });

  it("has no usage where none is told", async () => {
    const { usage, thrown } = await read("no-usage");
    expect(thrown).toBeNull();
    expect(usage).toEqual([]);
  });

  it("may come slowly", async () => {
    expect(await read("slow")).toMatchObject({ thrown: null, usage: USAGE });
  });

  it("ends the call when nobody reads on", async () => {
    const aborted = Promise.withResolvers<void>();
    const model = modelName("stall");
    const { stream } = createOpenAiChat({
      baseUrl: FAKE_URL,
      apiKey: KEY,
      model,
      fetch: (input, init) => {
        init?.signal?.addEventListener("abort", () => aborted.resolve());
        return fetch(input, init);
      },
    });
    for await (const part of stream(prompt, new AbortController().signal)) {
      expect(part).toEqual({ text: "[fake]" });
      break;
    }
    await aborted.promise;
  });
});

describe("a stream that breaks", () => {
  it.each<[string, string, string, boolean]>([
    ["a connection that is cut", "cut", "provider-unavailable", true],
    ["no end", "no-end", "provider-unavailable", true],
    ["half of it", "truncated", "provider-unavailable", true],
    ["an error in its midst", "error-midway", "provider-unavailable", true],
    ["a part that is no JSON", "no-json-part", "provider-unavailable", true],
    ["a part of another shape", "odd-part", "provider-rejected", false],
    ["a filter", "filter", "provider-rejected", false],
    ["a length that is not enough", "length", "provider-rejected", false],
  ])("with %s is a failure after what was shown, and is not begun again", async (_, modes, code, retryable) => {
    const { text, thrown, calls } = await read(modes);
    expect(text).toMatch(/^\[fake\]/);
    expect(thrown).toMatchObject({ code, retryable });
    expect(calls).toHaveLength(1);
  });

  it.each<[string, string, RegExp]>([
    ["a refusal", "refusal", /refused to answer/],
    ["too much", "endless-stream", /more than \d+ bytes/],
    ["an answer in one piece", "wrong-shape", /another way than word by word/],
    ["a page", "html", /another way than word by word/],
    ["a wrong key", "401", /OPENAI_API_KEY/],
    ["no such model", "404", /OPENAI_MODEL/],
  ])("with %s is rejected, with nothing shown", async (_, modes, message) => {
    const { text, thrown, calls } = await read(modes);
    expect(text).toBe("");
    expect(thrown).toMatchObject({ code: "provider-rejected", message: expect.stringMatching(message) });
    expect(calls).toHaveLength(1);
  });

  it("tells what it took even so", async () => {
    expect((await read("length")).usage).toEqual(USAGE);
    expect((await read("refusal")).usage).toEqual(USAGE);
  });

  it.each([
    ["500", "provider-unavailable"],
    ["429", "rate-limited"],
    ["unreachable", "provider-unavailable"],
  ])("before the first word may be begun again (%s)", async (modes, code) => {
    const { thrown, calls } = await read(modes);
    expect(thrown).toMatchObject({ code, retryable: true });
    expect(calls).toHaveLength(1);
  });

  it.each(["the caller's time", "its own"])("by stalling ends with %s", async (time) => {
    const caller = new AbortController();
    const own = new AbortController();
    const limits = vi.spyOn(AbortSignal, "timeout").mockReturnValue(own.signal);
    onTestFinished(() => limits.mockRestore());
    const { stream } = createOpenAiChat({ baseUrl: FAKE_URL, apiKey: KEY, model: modelName("stall") });
    const parts: StreamPart[] = [];
    const reading = (async () => {
      for await (const part of stream(prompt, caller.signal)) {
        parts.push(part);
        (time === "its own" ? own : caller).abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: "timeout", retryable: true });
    expect(parts[0]).toEqual({ text: "[fake]" });
  });
});
