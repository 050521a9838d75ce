import { describe, expect, it } from "vitest";
import type { OpenAiAbility } from "../../../src/config/openai-endpoints.ts";
import { AppError } from "../../../src/domain/errors.ts";
import { MAX_WHOLE_ANSWER_BYTES } from "../../../src/providers/answers/body.ts";
import type { OpenAiOptions } from "../../../src/providers/openai/index.ts";
import {
  callAt,
  callsOf,
  endingAtHead,
  endpointOf,
  failureOf,
  type Given,
  KEY,
  modelName,
  picture,
  providerOf,
  sound,
  words,
} from "./calls.ts";

/** One task for each way that the server is asked. */
const WAYS: readonly (readonly [OpenAiAbility, string, Given])[] = [
  ["chat", "text-classification", { text: words("Lovely!") }],
  ["vision", "image-classification", { image: picture }],
  ["embeddings", "feature-extraction", { text: words("Lovely!") }],
  ["images", "text-to-image", { text: words("a cat") }],
  ["image-edits", "image-editing", { image: picture, text: words("blue") }],
  ["speech", "text-to-speech", { text: words("Hello") }],
  ["transcription", "automatic-speech-recognition", { audio: sound }],
];
/** Speech comes as it is made: what breaks behind its head breaks where it is stored. */
const WHOLE = WAYS.filter(([does]) => does !== "speech");

async function fail(
  [does, taskType, inputs]: (typeof WAYS)[number],
  modes: string,
  { signal, ...options }: Partial<OpenAiOptions> & { readonly signal?: AbortSignal } = {},
): Promise<{ readonly thrown: unknown; readonly calls: number }> {
  const model = modelName(modes);
  const provider = providerOf([endpointOf(does, model)], options);
  const thrown = await failureOf(callAt(provider, { model, taskType, inputs }, signal));
  return { thrown, calls: (await callsOf(model)).length };
}

const rejected = (message: RegExp) => ({
  code: "provider-rejected",
  retryable: false,
  message: expect.stringMatching(message),
});
const passing = (code: string, retryAfterMs?: number) => ({
  code,
  retryable: true,
  retryAfterMs,
});

describe.each(WAYS)("%s", (...way) => {
  it.each<[string, string, object]>([
    ["a wrong key", "401", rejected(/refused the key.*OPENAI_API_KEY/)],
    ["nothing left to spend", "402", rejected(/nothing left to spend.*OPENAI_API_KEY/)],
    ["a used-up quota", "quota", rejected(/nothing left to spend/)],
    ["no permission", "403", rejected(/OPENAI_API_KEY/)],
    ["no such model", "404", rejected(/was not found.*CONFIG/)],
    ["a bad request", "400", rejected(/status 400/)],
    ["FastAPI's bad request", "422", rejected(/status 422/)],
    ["a redirect", "redirect", rejected(/status 307/)],
    ["a page", "html", rejected(/answered with text\/html|where audio is wanted/)],
    ["too many requests", "429", passing("rate-limited", 7_000)],
    ["too many requests, until a time", "429-date", { ...passing("rate-limited"), retryAfterMs: expect.any(Number) }],
    ["a fault", "500", passing("provider-unavailable")],
    ["too much to do", "503", passing("provider-unavailable", 3_000)],
    ["a cold start", "loading", passing("provider-unavailable", 13_000)],
    ["no connection", "unreachable", passing("provider-unavailable")],
    ["an error without end", "endless-error", rejected(/more than \d+ bytes/)],
  ])("fails with %s as it should, in one call", async (_, modes, failure) => {
    const { thrown, calls } = await fail(way, modes);
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject(failure);
    expect(calls).toBe(1);
  });
});

describe.each(WHOLE)("%s", (...way) => {
  it.each<[string, string, object]>([
    ["a connection that is cut", "cut", passing("provider-unavailable")],
    ["JSON that breaks off", "truncated", passing("provider-unavailable")],
    ["nothing at all", "empty", passing("provider-unavailable")],
    ["another shape", "wrong-shape", rejected(/no chat completion|a shape that is not documented/)],
    ["more than anybody reads", "endless", rejected(new RegExp(`more than ${MAX_WHOLE_ANSWER_BYTES} bytes`))],
  ])("fails with %s as it should, in one call", async (_, modes, failure) => {
    const { thrown, calls } = await fail(way, modes);
    expect(thrown).toMatchObject(failure);
    expect(calls).toBe(1);
  });

  it("ends with the caller's time when the answer stalls", async () => {
    const { thrown } = await fail(way, "stall", endingAtHead());
    expect(thrown).toMatchObject({ code: "timeout", retryable: true });
  });

  it("waits for an answer that is slow", async () => {
    expect((await fail(way, "slow")).thrown).toBeNull();
  });
});

describe("speech", () => {
  it.each(["cut", "stall"])("breaks where it is stored when it is %s", async (modes) => {
    const model = modelName(modes);
    const provider = providerOf([endpointOf("speech", model)]);
    const caller = new AbortController();
    const asked = { model, taskType: "text-to-speech", inputs: { text: words("Hello") } };
    const { audio } = (await callAt(provider, asked, caller.signal)).outputs;
    if (audio?.as !== "stream") throw new Error("It does not stream");
    const stored = new Response(audio.stream).arrayBuffer();
    if (modes === "stall") caller.abort();
    await expect(stored).rejects.toBeInstanceOf(Error);
  });
});

describe("a chat model's answer", () => {
  const [chat] = WAYS;

  it.each<[string, string, RegExp]>([
    ["a refusal", "refusal", /refused to answer/],
    ["a filter", "filter", /refused to answer/],
    ["an end too early", "length", /within the tokens allowed/],
    ["nothing said", "silent", /with nothing/],
    ["no choice", "no-choice", /without any choice/],
  ])("that is %s is rejected", async (_, modes, message) => {
    if (!chat) throw new Error("There is no such way");
    const { thrown } = await fail(chat, modes);
    expect(thrown).toMatchObject(rejected(message));
  });

  it("without usage has none", async () => {
    const model = modelName("no-usage");
    const provider = providerOf([endpointOf("chat", model)]);
    const result = await callAt(provider, { model, taskType: "conversational", inputs: { text: words("Hi") } });
    expect(result).not.toHaveProperty("usage");
  });
});

describe("what is said of a failure", () => {
  it("holds neither the key nor the server's words", async () => {
    const fetch: typeof globalThis.fetch = async () =>
      Response.json({ error: { message: `hush ${KEY}`, code: "x" } }, { status: 400 });
    const provider = providerOf([endpointOf("chat", "secretive")], { fetch });
    const inputs = { text: words("Hi") };
    const thrown = await failureOf(callAt(provider, { model: "secretive", taskType: "conversational", inputs }));
    const { message, cause } = thrown as Error;
    expect(message).not.toMatch(/hush|sk-/);
    expect(String(cause)).toContain("hush");
    expect(String(cause)).not.toContain(KEY);
  });

  it("names the address when nothing listens, and a call that is over never begins", async () => {
    const model = modelName();
    const asked = { model, taskType: "conversational", inputs: { text: words("Hi") } };
    const dead = providerOf([endpointOf("chat", model)], { baseUrl: "http://127.0.0.1:1/v1" });
    expect(await failureOf(callAt(dead, asked))).toMatchObject({ message: expect.stringContaining("OPENAI_BASE_URL") });
    const live = providerOf([endpointOf("chat", model)]);
    expect(await failureOf(callAt(live, asked, AbortSignal.abort()))).toMatchObject({ code: "timeout" });
    expect(await callsOf(model)).toEqual([]);
  });

  it("sends no key to a server that needs none", async () => {
    const model = modelName();
    const provider = providerOf([endpointOf("chat", model)], { apiKey: null });
    await callAt(provider, { model, taskType: "conversational", inputs: { text: words("Hi") } });
    expect(await callsOf(model)).toMatchObject([{ authorization: null }]);
  });
});
