import { describe, expect, it } from "vitest";
import type { JobSlot } from "../../../src/providers/provider.ts";
import { waitInTime } from "../../../src/waiting.ts";
import { callModel, callsOf, failureOf, type GivenInputs, outputsOf, picture, sound, words } from "./calls.ts";

const PNG_FILE = { mediaType: "image/png", bytes: 308 };
const WAV_FILE = { mediaType: "audio/wav", bytes: 3_244 };
const MP4_FILE = { mediaType: "video/mp4", bytes: 28 };

const prompt = { text: words("A cat") };
const edit = { image: picture, text: words("Red") };

/** Keeps the handle of a job as the ledger would. */
function createSlot(handle: string | null = null): JobSlot & { readonly saved: (string | null)[] } {
  const saved: (string | null)[] = [];
  return {
    saved,
    load: async () => saved.at(-1) ?? handle,
    save: async (next) => void saved.push(next),
  };
}

describe("a file", () => {
  it.each<[string, string, GivenInputs, unknown]>([
    ["together/text-to-image", "text-to-image", prompt, { image: PNG_FILE }],
    ["nscale/text-to-image", "text-to-image", prompt, { image: PNG_FILE }],
    ["deepinfra/text-to-image", "text-to-image", prompt, { image: PNG_FILE }],
    ["replicate/text-to-image", "text-to-image", prompt, { image: PNG_FILE }],
    ["together/image-to-image", "image-editing", edit, { image: PNG_FILE }],
    ["replicate/image-to-image", "image-to-image", edit, { image: PNG_FILE }],
    ["together/text-to-speech", "text-to-speech", prompt, { audio: WAV_FILE }],
    ["fal-ai/text-to-speech", "text-to-speech", prompt, { audio: WAV_FILE }],
    ["replicate/text-to-speech", "text-to-speech", prompt, { audio: WAV_FILE }],
  ])("comes at once from %s", async (model, taskType, inputs, outputs) => {
    expect(await outputsOf(await callModel(model, taskType, inputs))).toEqual(outputs);
  });

  it.each<[string, string, GivenInputs, unknown]>([
    ["fal-ai/text-to-image", "text-to-image", prompt, { image: PNG_FILE }],
    ["fal-ai/image-text-to-image", "openpose-text-to-image", edit, { image: PNG_FILE }],
    ["fal-ai/image-segmentation", "image-segmentation", { image: picture }, { image: PNG_FILE }],
    ["fal-ai/audio-to-audio", "audio-to-audio", { audio: sound }, { audio: WAV_FILE }],
    ["fal-ai/text-to-video", "text-to-video", prompt, { video: MP4_FILE }],
    ["fal-ai/image-to-video", "image-to-video", edit, { video: MP4_FILE }],
    ["fal-ai/image-text-to-video", "image-to-video", edit, { video: MP4_FILE }],
    ["together/text-to-video", "text-to-video", prompt, { video: MP4_FILE }],
    ["together/image-to-video", "image-to-video", edit, { video: MP4_FILE }],
    ["wavespeed/text-to-video", "text-to-video", prompt, { video: MP4_FILE }],
    ["wavespeed/image-to-image", "image-editing", edit, { image: PNG_FILE }],
    ["novita/text-to-video", "text-to-video", prompt, { video: MP4_FILE }],
    ["mixed/minimax", "image-to-video", edit, { video: MP4_FILE }],
    ["replicate/text-to-video.queued", "text-to-video", prompt, { video: MP4_FILE }],
    ["zai-org/text-to-image", "text-to-image", prompt, { image: PNG_FILE }],
  ])("is waited for in the queue of %s", async (model, taskType, inputs, outputs) => {
    const called = await callModel(model, taskType, inputs);
    expect(await outputsOf(called)).toEqual(outputs);
    expect(called.progress.length).toBeGreaterThan(0);
  });

  it("is asked for once, with the prompt where its provider wants it", async () => {
    await callModel("fal-ai/text-to-video.once", "text-to-video", prompt);
    expect(await callsOf("fal-ai/text-to-video.once")).toMatchObject([
      { path: "/fal-ai/fal-ai/text-to-video.once?_subdomain=queue", json: { prompt: "A cat" } },
    ]);
  });
});

describe("speech recognition", () => {
  it.each<[string, string]>([
    ["together/automatic-speech-recognition", "[fake] Hello."],
    ["deepinfra/automatic-speech-recognition", "[fake] Hello."],
    ["fal-ai/automatic-speech-recognition", "[fake] Hello."],
  ])("at %s", async (model, text) => {
    const called = await callModel(model, "automatic-speech-recognition", { audio: sound });
    expect(await outputsOf(called)).toEqual({ text });
  });
});

describe("a job", () => {
  it("that is done at once is not paid for again where its file comes late", async () => {
    const model = "replicate/text-to-video";
    const job = createSlot();
    let fails = true;
    const flaky: typeof fetch = async (input, init) =>
      String(input).includes("/files/") && fails ? new Response(null, { status: 502 }) : fetch(input, init);
    const before = (await callsOf(model)).length;
    const failed = await failureOf(callModel(model, "text-to-video", prompt, { job, fetch: flaky }));
    expect(failed).toMatchObject({ code: "provider-unavailable", retryable: true });
    fails = false;
    await callModel(model, "text-to-video", prompt, { job, fetch: flaky });
    expect((await callsOf(model)).length - before).toBe(1);
  });

  it("is written down before it is looked at, and not forgotten when it is done", async () => {
    const job = createSlot();
    const called = await callModel("fal-ai/text-to-video.noted", "text-to-video", prompt, { job });
    expect(await outputsOf(called)).toEqual({ video: MP4_FILE });
    expect(job.saved).toHaveLength(1);
    expect(JSON.parse(job.saved[0] ?? "")).toMatchObject({
      model: "fal-ai/text-to-video.noted",
      taskType: "text-to-video",
      via: "fal-ai",
    });
  });

  it("that an attempt before began is waited for; no other is begun", async () => {
    const job = createSlot();
    await callModel("together/text-to-video.again", "text-to-video", prompt, { job });
    const again = await callModel("together/text-to-video.again", "text-to-video", prompt, { job });
    expect(await outputsOf(again)).toEqual({ video: MP4_FILE });
    expect(await callsOf("together/text-to-video.again")).toHaveLength(1);
  });

  it.each([
    ["another model's", { model: "fal-ai/other", taskType: "text-to-video", via: "fal-ai", path: "/fal-ai/x" }],
    [
      "a path outside its provider",
      { model: "fal-ai/text-to-video.fresh", taskType: "text-to-video", via: "fal-ai", path: "/api/x" },
    ],
    ["no handle", "?"],
  ])("is begun anew where what was written down is %s", async (_, handle) => {
    const before = (await callsOf("fal-ai/text-to-video.fresh")).length;
    const job = createSlot(typeof handle === "string" ? handle : JSON.stringify(handle));
    await callModel("fal-ai/text-to-video.fresh", "text-to-video", prompt, { job });
    expect(await callsOf("fal-ai/text-to-video.fresh")).toHaveLength(before + 1);
  });

  it.each(["fal-ai", "replicate", "together", "wavespeed", "novita"])("that fails at %s is given up", async (via) => {
    const job = createSlot();
    const failed = await failureOf(callModel(`${via}/text-to-video.job-failed`, "text-to-video", prompt, { job }));
    expect(failed).toMatchObject({ code: "provider-rejected", retryable: false });
    expect(job.saved.at(-1)).toBeNull();
  });

  it("outlives a look that fails", async () => {
    const called = await callModel("novita/text-to-video.job-flaky", "text-to-video", prompt);
    expect(await outputsOf(called)).toEqual({ video: MP4_FILE });
  });

  it("is left, and not forgotten, when look after look fails", async () => {
    const job = createSlot();
    const failed = await failureOf(callModel("wavespeed/text-to-video.job-dead", "text-to-video", prompt, { job }));
    expect(failed).toMatchObject({ code: "provider-unavailable", retryable: true });
    expect(job.saved.at(-1)).toContain("wavespeed");
  });

  it.each([
    ["is nowhere to be found", "job-lost"],
    ["tells nothing that can be read", "job-odd"],
  ])("that %s is given up", async (_, mode) => {
    const job = createSlot();
    const failed = await failureOf(callModel(`together/text-to-video.${mode}`, "text-to-video", prompt, { job }));
    expect(failed).toMatchObject({ code: "provider-rejected", retryable: false });
    expect(job.saved.at(-1)).toBeNull();
  });

  it("is looked at less and less often, and not without end", async () => {
    const waits: number[] = [];
    const wait = async (waitMs: number) => void waits.push(waitMs);
    const call = callModel("fal-ai/text-to-video.job-stuck", "text-to-video", prompt, { wait });
    expect(await failureOf(call)).toMatchObject({ code: "timeout", retryable: true });
    expect(waits.slice(0, 3)).toEqual([500, 750, 1_125]);
    expect(waits.at(-1)).toBe(10_000);
    expect(waits).toHaveLength(200);
  });

  it("is waited for no longer than the attempt may take, and can be waited for again", async () => {
    const job = createSlot();
    const attempt = new AbortController();
    let waits = 0;
    const wait = async () => {
      if (++waits === 5) attempt.abort();
    };
    const options = { job, wait, signal: attempt.signal };
    const failed = await failureOf(callModel("fal-ai/text-to-video.job-stuck", "text-to-video", prompt, options));
    expect(failed).toMatchObject({ code: "timeout", retryable: true });
    expect(job.saved.at(-1)).toContain("fal-ai");
    expect(waits).toBe(5);
  });
});

describe("a wait between two looks", () => {
  it("ends when the attempt does", async () => {
    const attempt = new AbortController();
    const waiting = waitInTime(3_600_000, attempt.signal);
    attempt.abort();
    await waiting;
    await waitInTime(3_600_000, attempt.signal);
    expect(attempt.signal.aborted).toBe(true);
  });
});

describe("a link to a file", () => {
  it.each([
    ["leads to nothing", "file-gone", "cannot be fetched (status 404)"],
    ["leads to something else", "file-html", "answered with"],
    ["leads to a private address", "elsewhere", "not fetched from"],
  ])("that %s is a refusal", async (_, mode, message) => {
    const failed = await failureOf(callModel(`fal-ai/text-to-video.${mode}`, "text-to-video", prompt));
    expect(failed).toMatchObject({
      code: "provider-rejected",
      retryable: false,
      message: expect.stringContaining(message),
    });
  });

  it("is followed without the token", async () => {
    const sent: (string | null)[] = [];
    const spy: typeof fetch = (input, init) => {
      if (String(input).includes("/files/")) sent.push(new Headers(init?.headers).get("authorization"));
      return fetch(input, init);
    };
    await callModel("replicate/text-to-image", "text-to-image", prompt, { fetch: spy });
    expect(sent).toEqual([null, null]);
  });
});
