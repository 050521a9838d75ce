import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { createWorkersAiProvider } from "../../../src/providers/workers-ai/index.ts";
import { switchedOffBinding } from "../../fakes/workers-ai/binding.ts";
import { BREAKAGES, FAILURES } from "../../fakes/workers-ai/modes.ts";
import {
  accessBy,
  callModel,
  callsOf,
  type Given,
  newAccount,
  picture,
  recording,
  TOKEN,
  text,
  WAYS,
} from "./calls.ts";

const SENTIMENT: Given = {
  taskType: "text-classification",
  model: "@cf/huggingface/distilbert-sst-2-int8",
  inputs: { text: text("What a day!") },
};
const SPEECH: Given = { taskType: "text-to-speech", model: "@cf/deepgram/aura-1", inputs: { text: text("Hello!") } };

const failureBy = async (mode: string, way: (typeof WAYS)[number], given: Given = SENTIMENT, signal?: AbortSignal) => {
  const failed: unknown = await callModel(accessBy(way, newAccount(), mode), given, signal).catch((thrown) => thrown);
  return failed;
};

type Expected = readonly [code: string, retryable: boolean, words: RegExp];
const rejected = (words: RegExp): Expected => ["provider-rejected", false, words];
const SPENT = rejected(/daily free allocation.*Workers Paid/);

/** Failures that Cloudflare numbers are the same in both ways. */
const NUMBERED: Readonly<Record<string, Expected>> = {
  "no-such-model": rejected(/not a model that Workers AI runs/),
  "invalid-model": rejected(/not a model that Workers AI runs/),
  "not-allowed": rejected(/not open to this Cloudflare account/),
  terms: rejected(/terms that the Cloudflare account must agree to/),
  incomplete: rejected(/incomplete request/),
  "too-large": ["resource-too-large", false, /request as large/],
  timeout: ["timeout", true, /too long/],
  interrupted: ["provider-unavailable", true, /interrupted/],
  spent: SPENT,
  "spent-as-seen": SPENT,
  busy: ["provider-unavailable", true, /no capacity/],
  flagged: rejected(/unsafe/),
  "json-mode": ["provider-rejected", true, /form of answer/],
  "rate-limited": ["rate-limited", true, /too many requests/],
  failed: ["provider-unavailable", true, /./],
  starting: ["provider-unavailable", true, /./],
  "bad-gateway": ["provider-unavailable", true, /./],
};

/** Told by their status alone. */
const BY_STATUS: Readonly<Record<string, Expected>> = {
  unauthorized: rejected(/CLOUDFLARE_API_TOKEN/),
  forbidden: rejected(/CLOUDFLARE_API_TOKEN.*CLOUDFLARE_ACCOUNT_ID/),
  unpaid: rejected(/billing/),
  "wrong-account": rejected(/CLOUDFLARE_ACCOUNT_ID/),
  moved: rejected(/status 302/),
};

const BROKEN: Readonly<Record<string, Expected>> = {
  "hung-up": ["provider-unavailable", true, /cannot be reached/],
  cut: ["provider-unavailable", true, /./],
  truncated: ["provider-unavailable", true, /./],
  html: rejected(/shape that is not documented/),
  shapeless: rejected(/shape that is not documented/),
  unsuccessful: ["provider-rejected", true, /form of answer/],
};

const WITH_TIME = ["silent", "stalled"];
const TOO_MUCH = ["endless"];

it("has an expectation for every failure of the fake server", () => {
  const expected = [...Object.keys({ ...NUMBERED, ...BY_STATUS, ...BROKEN }), ...WITH_TIME, ...TOO_MUCH];
  expect(expected.toSorted()).toEqual([...Object.keys(FAILURES), ...BREAKAGES].toSorted());
});

describe.each(WAYS)("a call by %s", (way) => {
  it.each(Object.entries({ ...NUMBERED, ...BROKEN }))("that meets «%s» fails as it should", async (mode, expected) => {
    const [code, retryable, words] = expected;
    expect(await failureBy(mode, way)).toMatchObject({ code, retryable, message: expect.stringMatching(words) });
  });

  it.each(WITH_TIME)("that is left waiting («%s») ends with its time", async (mode) => {
    const failed = await failureBy(mode, way, SENTIMENT, AbortSignal.timeout(150));
    expect(failed).toMatchObject({ code: "timeout", retryable: true });
  });

  it("does not read an answer without end", async () => {
    const failed = await failureBy("endless", way, SPEECH);
    expect(failed).toMatchObject({ code: "provider-rejected", message: expect.stringMatching(/more than \d+ bytes/) });
  });

  it("takes no page of HTML for a recording", async () => {
    const failed = await failureBy("html", way, SPEECH);
    expect(failed).toMatchObject({ code: "provider-rejected", message: expect.stringMatching(/audio is wanted/) });
  });

  it.each<[string, Given, string]>([
    ["a recording that is too large", asr("@cf/openai/whisper", recording(4_200_000)), "resource-too-large"],
    [
      "a text that is too long to read aloud",
      { ...SPEECH, inputs: { text: text("a".repeat(2_001)) } },
      "resource-too-large",
    ],
    ["a text that would come back cut short", translation("word ".repeat(1_000), "fr"), "resource-too-large"],
    ["a missing input", { ...SENTIMENT, inputs: {} }, "unsupported-input"],
    ["an empty text", { ...SENTIMENT, inputs: { text: text(" ") } }, "unsupported-input"],
    ["a language that is none", translation("Good morning to you all.", "Blargish"), "unsupported-input"],
    [
      "a text in the language asked for",
      translation("Good morning to you all, my friends.", "en-GB"),
      "unsupported-input",
    ],
    [
      "a language that the voice does not speak",
      { ...SPEECH, inputs: { text: text("Hallo"), language: text("de") } },
      "unsupported-input",
    ],
    [
      "a format that the model does not know",
      asr("@cf/nvidia/nemotron-speech-streaming-en-0.6b", recording(10, "audio/amr")),
      "unsupported-input",
    ],
  ])("is not made with %s", async (_, given, code) => {
    const account = newAccount();
    await expect(callModel(accessBy(way, account), given)).rejects.toMatchObject({ code, retryable: false });
    expect(await callsOf(account)).toEqual([]);
  });
});

function asr(model: string, audio: ReturnType<typeof recording>): Given {
  return { taskType: "automatic-speech-recognition", model, inputs: { audio } };
}

function translation(words: string, target: string): Given {
  const inputs = { text: text(words), "target-language": text(target) };
  return { taskType: "translation", model: "@cf/meta/m2m100-1.2b", inputs };
}

describe("a call over REST", () => {
  it.each(Object.entries(BY_STATUS))("that meets «%s» says what to fix", async (mode, [code, retryable, words]) => {
    expect(await failureBy(mode, "REST")).toMatchObject({ code, retryable, message: expect.stringMatching(words) });
  });

  it.each([
    ["rate-limited", 7_000],
    ["starting", 5_000],
    ["busy", 3_000],
  ])("that meets «%s» passes on how long to wait", async (mode, retryAfterMs) => {
    expect(await failureBy(mode, "REST")).toMatchObject({ retryAfterMs });
  });

  it("shows neither token nor Cloudflare's words", async () => {
    const answer = () => Response.json({ errors: [{ code: 1, message: `bad token ${TOKEN}` }] }, { status: 401 });
    const access = { by: "rest", accountId: newAccount(), apiToken: TOKEN, fetch: async () => answer() } as const;
    const failed: unknown = await callModel(access, SENTIMENT).catch((thrown) => thrown);
    expect(failed).toMatchObject({
      message: expect.not.stringMatching(/bad token/),
      cause: { message: "bad token …" },
    });
  });

  it("goes to the address that is documented", async () => {
    const seen: string[] = [];
    const fetch = async (input: unknown) => {
      seen.push(String(input));
      return Response.json({ result: [{ label: "x", score: 1 }], success: true, errors: [], messages: [] });
    };
    await callModel({ by: "rest", accountId: "0123456789abcdef0123456789abcdef", apiToken: TOKEN, fetch }, SENTIMENT);
    expect(seen).toEqual([
      "https://api.cloudflare.com/client/v4/accounts/0123456789abcdef0123456789abcdef/ai/run/@cf/huggingface/distilbert-sst-2-int8",
    ]);
  });
});

describe("the tier", () => {
  const provider = createWorkersAiProvider({ by: "binding", ai: switchedOffBinding }, { ontology: createOntology() });

  it("says what to set where the binding is switched off", async () => {
    const failed = callModel({ by: "binding", ai: switchedOffBinding }, SENTIMENT);
    await expect(failed).rejects.toMatchObject({
      code: "provider-rejected",
      retryable: false,
      message: expect.stringMatching(/set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN/),
    });
  });

  it.each([
    ["openai/whisper", "automatic-speech-recognition"],
    ["@cf/../../user/tokens", "text-generation"],
    ["@cf/openai/whisper?x", "automatic-speech-recognition"],
    ["@cf/openai/whisper", "text-to-image"],
    ["@cf/meta/llama-3.2-3b-instruct", "depth-estimation"],
    ["@cf/runwayml/stable-diffusion-v1-5-inpainting", "text-to-image"],
    ["@cf/openai/whisper", "no-such-task"],
  ])("does not find %s for %s", async (model, taskType) => {
    expect(await provider.find?.(model, taskType)).toBeNull();
  });

  it("lists nothing of its own, as the catalogue knows the models", () => {
    expect(provider.endpoints()).toEqual([]);
  });

  it("keeps to what the catalogue says a model takes", async () => {
    const limitsOf = () => ({ contextTokens: null, maxInputBytes: 50 });
    const limited = createWorkersAiProvider(accessBy("REST", newAccount()), { ontology: createOntology(), limitsOf });
    const endpoint = await limited.find?.("@cf/microsoft/resnet-50", "image-classification");
    if (!endpoint) throw new Error("It is not found");
    const call = {
      endpoint,
      taskType: endpoint.taskType,
      inputs: { image: [await picture(9, 9)] },
      signal: new AbortController().signal,
      progress: () => undefined,
    };
    await expect(limited.call(call)).rejects.toMatchObject({ code: "resource-too-large" });
  });
});
