import { describe, expect, it } from "vitest";
import { callModel, callsOf, FAKE_URL, failureOf, sound, TOKEN, words } from "./calls.ts";

const summarize = (mode: string, options: Parameters<typeof callModel>[3] = {}) =>
  callModel(`hf-inference/summarization.${mode}`, "summarization", { text: words("Long.") }, options);

const NAME = (mode: string) => `hf-inference/summarization.${mode} at Hugging Face`;

describe("a status that is no success", () => {
  it.each<[string, object]>([
    ["cold", { code: "provider-unavailable", retryable: true, retryAfterMs: 20_000 }],
    ["limited", { code: "rate-limited", retryable: true, retryAfterMs: 7_000 }],
    ["limited-until", { code: "rate-limited", retryable: true, retryAfterMs: 3_600_000 }],
    ["limited-somehow", { code: "rate-limited", retryable: true, retryAfterMs: undefined }],
    ["down", { code: "provider-unavailable", retryable: true, retryAfterMs: undefined }],
    ["gateway", { code: "provider-unavailable", retryable: true }],
    ["gateway-timeout", { code: "timeout", retryable: true }],
    ["refused", { code: "provider-rejected", retryable: false, message: expect.stringContaining("check HF_TOKEN") }],
    ["spent", { code: "provider-rejected", retryable: false, message: expect.stringContaining("no credits left") }],
    ["forbidden", { code: "provider-rejected", retryable: false, message: expect.stringContaining("the right to") }],
    ["locked", { code: "provider-rejected", retryable: false, message: expect.stringContaining("has credits") }],
    ["gone", { code: "provider-rejected", retryable: false, message: `${NAME("gone")} was not found (status 404)` }],
    [
      "invalid",
      { code: "provider-rejected", retryable: false, message: `${NAME("invalid")} answered with status 422` },
    ],
    ["bad", { code: "provider-rejected", retryable: false, message: `${NAME("bad")} answered with status 400` }],
  ])("%s", async (mode, expected) => {
    const failed = await failureOf(summarize(mode));
    expect(failed).toMatchObject(expected);
    expect(failed.message).not.toMatch(/exceeded|currently loading|Invalid username|field required/);
  });

  it("is met by one call and no more: another try is the scheduler's", async () => {
    await failureOf(callModel("hf-inference/translation.cold", "translation", { text: words("Hi.") }));
    expect(await callsOf("hf-inference/translation.cold")).toHaveLength(1);
  });
});

describe("an answer that is none", () => {
  it.each<[string, object]>([
    ["html", { code: "provider-rejected", retryable: false }],
    ["wrong-shape", { code: "provider-rejected", retryable: false }],
    ["not-a-list", { code: "provider-rejected", retryable: false }],
    [
      "huge",
      { code: "provider-rejected", retryable: false, message: expect.stringContaining("more than 11534336 bytes") },
    ],
    ["truncated", { code: "provider-unavailable", retryable: true }],
    ["cut", { code: "provider-unavailable", retryable: true }],
  ])("%s", async (mode, expected) => {
    expect(await failureOf(summarize(mode))).toMatchObject(expected);
  });

  it("is waited for no longer than the attempt may take", async () => {
    const failed = await failureOf(summarize("slow", { signal: AbortSignal.timeout(300) }));
    expect(failed).toMatchObject({ code: "timeout", retryable: true });
  });

  it.each(["html", "wrong-shape"])("is none for a recording either: %s", async (mode) => {
    const model = `hf-inference/automatic-speech-recognition.${mode}`;
    const failed = await failureOf(callModel(model, "automatic-speech-recognition", { audio: sound }));
    expect(failed).toMatchObject({ code: "provider-rejected", retryable: false });
  });

  it.each<[string, object]>([
    [
      "html",
      { code: "provider-rejected", message: expect.stringContaining("answered with text/html where image is wanted") },
    ],
    ["wrong-shape", { code: "provider-rejected", message: expect.stringContaining("without a file") }],
    ["cut", { code: "provider-unavailable", retryable: true }],
  ])("is none for a picture: %s", async (mode, expected) => {
    const failed = await failureOf(
      callModel(`hf-inference/text-to-image.${mode}`, "text-to-image", { text: words("A") }),
    );
    expect(failed).toMatchObject({ retryable: false, ...expected });
  });

  it("is waited for no longer than the attempt may take: a picture", async () => {
    const options = { signal: AbortSignal.timeout(300) };
    const call = callModel("hf-inference/text-to-image.slow", "text-to-image", { text: words("A") }, options);
    expect(await failureOf(call)).toMatchObject({ code: "timeout", retryable: true });
  });
});

describe("a connection", () => {
  it("that cannot be made may be made later", async () => {
    const failed = await failureOf(summarize("any", { fetch: () => Promise.reject(new TypeError("fetch failed")) }));
    expect(failed).toMatchObject({ code: "provider-unavailable", retryable: true });
  });

  it("is made to the Hub and the router only, without following where they lead", async () => {
    const asked: string[] = [];
    const spy: typeof fetch = async (input, init) => {
      const url = String(input);
      asked.push(url);
      if (url.includes("/api/models/")) return fetch(url, init);
      return new Response(null, { status: 302, headers: { location: "http://127.0.0.1:9/" } });
    };
    const failed = await failureOf(
      callModel("hf-inference/summarization", "summarization", { text: words("A") }, { fetch: spy, now: () => 1e12 }),
    );
    expect(failed).toMatchObject({ code: "provider-rejected", retryable: false });
    expect(asked.map((url) => new URL(url).origin)).toEqual([FAKE_URL, FAKE_URL]);
  });
});

describe("what the Hub says of a model", () => {
  it.each<[string, object]>([
    ["gone", { code: "provider-rejected", retryable: false }],
    ["refused", { code: "provider-rejected", message: expect.stringContaining("HF_TOKEN") }],
    ["limited", { code: "rate-limited", retryable: true, retryAfterMs: 30_000 }],
    ["odd", { code: "provider-rejected", retryable: false }],
    ["truncated", { code: "provider-unavailable", retryable: true }],
  ])("may be nothing: %s", async (mode, expected) => {
    const failed = await failureOf(callModel(`hub/model.${mode}`, "summarization", { text: words("A") }));
    expect(failed).toMatchObject(expected);
  });
});

describe("the token", () => {
  it("is never in what is said of a failure, nor in its cause", async () => {
    for (const mode of ["refused", "forbidden", "wrong-shape", "truncated"]) {
      const failed = await failureOf(summarize(mode));
      expect(`${failed.message} ${failed.stack} ${String(failed.cause)}`).not.toContain(TOKEN);
    }
  });

  it.each(["sk-of-an-inference-provider", "hf_with space", ""])("%j is not sent anywhere", async (token) => {
    const send = () => Promise.reject(new Error("sent"));
    const failed = await failureOf(summarize("any", { token, fetch: send }));
    expect(failed).toMatchObject({
      code: "provider-rejected",
      retryable: false,
      message: expect.stringContaining("HF_TOKEN"),
    });
  });
});
