import { afterEach, describe, expect, inject, it, vi } from "vitest";
import { completeMetered } from "../../../src/planning/language/metered.ts";
import { createOpenAiChat, type OpenAiChat } from "../../../src/providers/openai/chat.ts";
import { MAX_ANSWER_BYTES } from "../../../src/providers/openai/client.ts";
import type { Wait } from "../../../src/waiting.ts";
import type { ChatCall, ChatScript, ScriptedAnswer } from "../../fakes/chat-server.ts";

import { endingAtHead } from "./calls.ts";

afterEach(() => void vi.useRealTimers());

const KEY = "sk-test-0123456789";
const URL_OF_SERVER = inject("chatUrl");

let made = 0;

interface Asking {
  readonly json?: boolean;
  readonly signal?: AbortSignal;
  /** Takes no time unless said otherwise. */
  readonly wait?: Wait;
}

interface Asked {
  readonly text: string | null;
  readonly thrown: unknown;
  readonly calls: readonly ChatCall[];
  /** What was waited between calls, in milliseconds. */
  readonly waits: readonly number[];
}

/** Asks a server that gives these answers in turn, as a step does. @returns what came of it and the calls that the server saw. */
async function ask(
  answers: ChatScript["answers"],
  options: Partial<OpenAiChat> = {},
  { json = false, signal = new AbortController().signal, wait }: Asking = {},
): Promise<Asked> {
  const key = `openai-${made++}`;
  const model = createOpenAiChat({ baseUrl: URL_OF_SERVER, apiKey: KEY, model: "a-model", ...options });
  const script: ChatScript = { key, answers };
  const prompt = { messages: [{ role: "user" as const, content: JSON.stringify(script) }], maxTokens: 100, json };
  const waits: number[] = [];
  const noted: Wait = async (waitMs, ended) => {
    waits.push(waitMs);
    await wait?.(waitMs, ended);
  };
  const [text, thrown] = await completeMetered(model, prompt, { signal, meter: undefined, wait: noted }).then(
    (said) => [said, null] as const,
    (failed: unknown) => [null, failed] as const,
  );
  const calls: readonly ChatCall[] = await (await fetch(new URL(`/calls/${key}`, URL_OF_SERVER))).json();
  return { text, thrown, calls, waits };
}

/** https://platform.openai.com/docs/api-reference/chat/object */
const completion = (message: object, finish_reason = "stop"): ScriptedAnswer => ({
  body: {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_741_569_952,
    model: "a-model",
    choices: [{ index: 0, message: { role: "assistant", refusal: null, ...message }, logprobs: null, finish_reason }],
    usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
  },
});
const GOOD = completion({ content: "Hello!" });

/** https://platform.openai.com/docs/guides/error-codes */
const error = (
  status: number,
  { headers = {}, ...body }: { message?: string; param?: string; code?: string; headers?: Record<string, string> } = {},
): ScriptedAnswer => ({
  status,
  headers,
  body: { error: { message: "Something is wrong", type: "invalid_request_error", param: null, code: null, ...body } },
});

describe("a chat with an OpenAI-compatible server", () => {
  it("sends the messages with temperature 0 and a bound, and gives the text back", async () => {
    const { text, calls } = await ask([GOOD]);
    expect(text).toBe("Hello!");
    expect(calls).toMatchObject([
      {
        path: "/v1/chat/completions",
        authorization: `Bearer ${KEY}`,
        body: { model: "a-model", temperature: 0, max_tokens: 100, messages: [{ role: "user" }] },
      },
    ]);
    expect(calls[0]?.body).not.toHaveProperty("response_format");
  });

  it("asks for JSON where JSON is wanted", async () => {
    const { calls } = await ask([GOOD], {}, { json: true });
    expect(calls[0]?.body).toHaveProperty("response_format", { type: "json_object" });
  });

  it("says how long to think only where that is set", async () => {
    const [told, left] = [await ask([GOOD], { reasoning: "none" }), await ask([GOOD])];
    expect(told.calls[0]?.body).toHaveProperty("reasoning_effort", "none");
    expect(left.calls[0]?.body).not.toHaveProperty("reasoning_effort");
  });

  it("sends no key to a server that needs none", async () => {
    const { text, calls } = await ask([GOOD], { apiKey: null });
    expect(text).toBe("Hello!");
    expect(calls[0]?.authorization).toBeNull();
  });
});

describe("a parameter that the server refuses", () => {
  const unsupported = (param: string) =>
    error(400, { message: `Unsupported: '${param}'`, param, code: "unsupported_parameter" });

  it.each<[string, ScriptedAnswer, object]>([
    ["response_format", unsupported("response_format"), { temperature: 0, max_tokens: 100 }],
    ["temperature", unsupported("temperature"), { max_tokens: 100, response_format: { type: "json_object" } }],
    [
      "max_tokens",
      unsupported("max_tokens"),
      { temperature: 0, max_completion_tokens: 100, response_format: { type: "json_object" } },
    ],
    [
      "one that only the words name",
      error(422, { message: "response_format: no" }),
      { temperature: 0, max_tokens: 100 },
    ],
    [
      "reasoning_effort",
      unsupported("reasoning_effort"),
      { temperature: 0, max_tokens: 100, response_format: { type: "json_object" } },
    ],
    [
      "reasoning_effort, as Ollama says it",
      error(400, { message: 'think value "none" is not supported for this model' }),
      { temperature: 0, max_tokens: 100, response_format: { type: "json_object" } },
    ],
  ])("%s is left out, or has its newer name, in one more call", async (name, refusal, parameters) => {
    const { text, calls } = await ask([refusal, GOOD], { reasoning: "none" }, { json: true });
    expect(text).toBe("Hello!");
    expect(calls).toHaveLength(2);
    const { model: _model, messages: _messages, ...sent } = calls[1]?.body ?? {};
    const others = name.startsWith("reasoning_effort") ? {} : { reasoning_effort: "none" };
    expect(sent).toEqual({ ...parameters, ...others });
  });

  it("is refused but once: a server that refuses everything is left", async () => {
    const refusals = ["response_format", "temperature", "max_tokens", "max_tokens"].map(unsupported);
    const [first = GOOD, ...rest] = refusals;
    const { thrown, calls } = await ask([first, ...rest], {}, { json: true });
    expect(thrown).toMatchObject({ code: "provider-rejected", message: "a-model answered with status 400" });
    expect(calls).toHaveLength(4);
  });

  it("is remembered, so that the next call does without", async () => {
    const model = createOpenAiChat({ baseUrl: URL_OF_SERVER, apiKey: KEY, model: "a-model" });
    const complete = (script: ChatScript) =>
      completeMetered(
        model,
        { messages: [{ role: "user", content: JSON.stringify(script) }], maxTokens: 9, json: true },
        { signal: new AbortController().signal, meter: undefined },
      );
    await complete({ key: "openai-remembers", answers: [unsupported("response_format"), GOOD] });
    await complete({ key: "openai-remembers", answers: [GOOD] });
    const calls: readonly ChatCall[] = await (await fetch(new URL("/calls/openai-remembers", URL_OF_SERVER))).json();
    expect(calls.map(({ body }) => "response_format" in body)).toEqual([true, false, false]);
  });
});

describe("a call that fails", () => {
  it.each<[string, ScriptedAnswer, string, RegExp]>([
    ["a wrong key", error(401, { code: "invalid_api_key" }), "provider-rejected", /refused the key .*OPENAI_API_KEY/],
    ["no permission", error(403), "provider-rejected", /OPENAI_API_KEY/],
    ["no such model", error(404, { code: "model_not_found" }), "provider-rejected", /OPENAI_MODEL and OPENAI_BASE_URL/],
    ["nothing left to spend", error(429, { code: "insufficient_quota" }), "provider-rejected", /nothing left to spend/],
    ["a context too long", error(400, { code: "context_length_exceeded" }), "provider-rejected", /status 400/],
    ["a wait too long", error(429, { headers: { "retry-after": "60" } }), "rate-limited", /status 429/],
    [
      "a redirect",
      { status: 307, headers: { location: "/elsewhere" }, body: "" },
      "provider-rejected",
      /answered with status 307/,
    ],
    ["no choices", { body: { choices: [] } }, "provider-rejected", /without any choice/],
    ["no completion", { body: { error: { message: "odd" } } }, "provider-rejected", /no chat completion/],
    ["a page", { headers: { "content-type": "text/html" }, body: "<html>" }, "provider-rejected", /no chat completion/],
    ["a refusal", completion({ content: null, refusal: "I can't" }), "provider-rejected", /refused to answer/],
    ["a filter", completion({ content: "" }, "content_filter"), "provider-rejected", /refused to answer/],
    ["nothing said", completion({ content: " " }), "provider-rejected", /with nothing/],
    ["an end too early", completion({ content: '{"plan"' }, "length"), "provider-rejected", /within the tokens/],
    ["an endless answer", { body: "x".repeat(MAX_ANSWER_BYTES + 1) }, "provider-rejected", /more than \d+ bytes/],
  ])("with %s is not repeated", async (_, answer, code, message) => {
    const { thrown, calls } = await ask([answer]);
    expect(thrown).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(calls).toHaveLength(1);
  });

  it.each<[string, ScriptedAnswer, string]>([
    [
      "429 with a short wait",
      error(429, { code: "rate_limit_exceeded", headers: { "retry-after": "0" } }),
      "rate-limited",
    ],
    ["500", error(500), "provider-unavailable"],
    ["503", error(503), "provider-unavailable"],
    ["a connection cut in the answer", { body: "x".repeat(100), midway: "cut" }, "provider-unavailable"],
    ["JSON that breaks off", { body: '{"choices": [{' }, "provider-unavailable"],
  ])("with %s is made once more, and no more than that", async (_, answer, code) => {
    const healed = await ask([answer, GOOD]);
    expect(healed.text).toBe("Hello!");
    expect(healed.calls).toHaveLength(2);
    expect(healed.waits).toHaveLength(1);
    const lost = await ask([answer]);
    expect(lost.thrown).toMatchObject({ code, retryable: true });
    expect(lost.calls).toHaveLength(2);
  });

  it("says which setting to look at when nothing listens", async () => {
    const { thrown } = await ask([GOOD], { baseUrl: "http://127.0.0.1:1/v1" });
    expect(thrown).toMatchObject({
      code: "provider-unavailable",
      message: "a-model cannot be reached; check OPENAI_BASE_URL",
    });
  });

  it("ends when a body stalls", async () => {
    // The limit is the library's own timer: it runs out once the head of the answer is there.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stalling: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      vi.advanceTimersByTime(300);
      return response;
    };
    const answer: ScriptedAnswer = { body: "x".repeat(100), midway: "stall" };
    const { thrown, calls } = await ask([answer], { timeoutMs: 300, fetch: stalling });
    expect(thrown).toMatchObject({ code: "timeout", message: "a-model took too long" });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ["a service", "https://models.example/v1", 40_000],
    ["a server of one's own, which may have to load the model", URL_OF_SERVER, 90_000],
  ])("gives %s its time", async (_, baseUrl, limitMs) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const taking =
      (ms: number): typeof fetch =>
      async (input, init) => {
        const response = await fetch(String(input).replace(baseUrl, URL_OF_SERVER), init);
        vi.advanceTimersByTime(ms);
        return response;
      };
    expect((await ask([GOOD], { baseUrl, fetch: taking(limitMs - 1) })).text).toBe("Hello!");
    const late = await ask([{ body: "x".repeat(100), midway: "stall" }], { baseUrl, fetch: taking(limitMs) });
    expect(late.thrown).toMatchObject({ code: "timeout" });
  });

  it("ends with the caller's time, while it waits for an answer", async () => {
    const { fetch, signal } = endingAtHead();
    const { thrown, calls } = await ask([{ body: "x".repeat(100), midway: "stall" }], { fetch }, { signal });
    expect(thrown).toMatchObject({ code: "timeout" });
    expect(calls).toHaveLength(1);
  });

  it("ends with the caller's time, while it waits to call again", async () => {
    const caller = new AbortController();
    const wait: Wait = async () => caller.abort();
    const tooMany = error(429, { headers: { "retry-after": "5" } });
    const { thrown, calls, waits } = await ask([tooMany], {}, { signal: caller.signal, wait });
    expect(thrown).toMatchObject({ code: "timeout" });
    expect(calls).toHaveLength(1);
    expect(waits).toEqual([5_000]);
  });

  it("never tells the key, nor the caller what the server said", async () => {
    const { thrown } = await ask([error(400, { message: `Bad prompt for ${KEY}: hush` })]);
    expect(thrown).toBeInstanceOf(Error);
    const { message, cause } = thrown as Error;
    expect(message).not.toMatch(/hush|sk-/);
    expect(String(cause)).toContain("hush");
    expect(String(cause)).not.toContain(KEY);
  });
});
