import { describe, expect, it } from "vitest";
import { customEndpoints } from "../../src/config/custom-endpoints.ts";
import { type Failure, toFailure } from "../../src/domain/errors.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { Measured } from "../../src/domain/usage.ts";
import { execute, PaidFailure } from "../../src/execution/index.ts";
import { createCustomProvider } from "../../src/providers/custom/index.ts";
import { createHuggingFaceProvider } from "../../src/providers/huggingface/index.ts";
import { createOpenAiProvider } from "../../src/providers/openai/index.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { createWorkersAiProvider } from "../../src/providers/workers-ai/index.ts";
import { ALONE } from "../execution/parts.ts";
import { inputOf } from "./custom/call-endpoint.ts";

/*
 * Services that answer and bill, and of whose answers nothing comes: what a failure then tells of its cost. Each is
 * reached by its real client, and the network is a function.
 */

const ontology = createOntology();
const HF_TOKEN = "hf_abcdefghijklmnopqrstuvwxyz";
const CHAT = { provider: "groq", providerId: "chat", status: "live", task: "conversational" };
const SUMMARY = { provider: "hf-inference", providerId: "a/summarizer", status: "live", task: "summarization" };

type Reply = () => Response | Promise<Response>;

/** How one service is asked to sum up a text, where the network answers its call so. */
const SERVICES = {
  openai: {
    model: "gpt",
    provider: (reply: Reply): Provider =>
      createOpenAiProvider({
        ...{ baseUrl: "https://server.example/v1", apiKey: "sk-1", ontology },
        endpoints: [{ model: "gpt", does: "chat", description: "", licence: "unknown" }],
        fetch: async () => reply(),
      }),
  },
  "workers-ai": {
    model: "@cf/meta/llama-3.1-8b-instruct-fp8",
    provider: (reply: Reply): Provider =>
      createWorkersAiProvider(
        { by: "rest", accountId: "account", apiToken: "token", fetch: async () => reply() },
        { ontology },
      ),
  },
  huggingface: {
    model: "a/model:groq",
    provider: (reply: Reply): Provider => huggingFace(reply, CHAT),
  },
  "hf-inference": {
    // The library remembers where a model is served.
    model: "a/summarizer:hf-inference",
    provider: (reply: Reply): Provider => huggingFace(reply, SUMMARY),
  },
  custom: {
    model: "our/model",
    provider: (reply: Reply): Provider => {
      const endpoints = customEndpoints.parse([
        { model: "our/model", taskType: "summarization", url: "https://ours.example/", format: "json" },
      ]);
      const surroundings = { fetch: async () => reply(), now: () => 0, wait: async () => undefined };
      return createCustomProvider(endpoints, ontology, undefined, surroundings);
    },
  },
} as const;
type Service = keyof typeof SERVICES;
const ALL: readonly Service[] = ["openai", "workers-ai", "huggingface", "hf-inference", "custom"];

let isolate = 0;

/** The Hub tells where the model is served; all else is answered by `reply`. */
function huggingFace(reply: Reply, { provider, ...entry }: typeof CHAT, account?: "caller"): Provider {
  return createHuggingFaceProvider({
    token: HF_TOKEN,
    // A mapping is kept for a while by where it is from.
    hubUrl: `https://hub-${isolate++}.example`,
    ...{ ontology, now: () => 0, ...(account ? { account } : {}) },
    fetch: async (input) =>
      String(input).includes("/api/models/")
        ? Response.json({ inferenceProviderMapping: { [provider]: entry } })
        : reply(),
  });
}

interface Failed {
  readonly failure: Failure;
  /** Null where it was not answered. */
  readonly measured: Measured | null;
}

async function failing(provider: Provider, model: string): Promise<Failed> {
  const attempt = {
    ...{ tenant: "t", run: "run_1", task: 1, type: "summarization", priority: 0, timeoutMs: 60_000 },
    inputs: { text: [{ as: "text", kind: "text", text: "It rained on Monday, and on Tuesday as well." }] },
    candidate: { provider: provider.name, model, ...versionOf(provider, model) },
    names: { source: null, taken: [] },
  } as const;
  const parts = { ontology, providers: [provider], ...ALONE, open: noFile, save: noFile };
  try {
    await execute(attempt, parts, new AbortController().signal, () => undefined);
  } catch (thrown) {
    return { failure: toFailure(thrown), measured: thrown instanceof PaidFailure ? thrown.measured : null };
  }
  throw new Error("It did not fail");
}

const versionOf = (provider: Provider, model: string) => {
  const version = provider.endpoints().find((one) => one.model === model)?.version;
  return version === undefined ? {} : { version };
};
const noFile = (): Promise<never> => Promise.reject(new Error("There is no file"));
const failingAt = (service: Service, reply: Reply): Promise<Failed> =>
  failing(SERVICES[service].provider(reply), SERVICES[service].model);

const completion = (content: string, end = "stop"): Reply => {
  const usage = { prompt_tokens: 100_000, completion_tokens: 4_000 };
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: end }];
  return () => Response.json({ id: "1", object: "chat.completion", created: 1, model: "a/model", choices, usage });
};
const MEASURED = { inputTokens: 100_000, outputTokens: 4_000 };
/** The head of an answer, and a body that breaks off. */
const cut: Reply = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"choi')),
      pull: () => Promise.reject(new TypeError("Network connection lost.")),
    }),
    { headers: { "content-type": "application/json" } },
  );

describe("an answer that nothing can be made of", () => {
  it.each<[Service, string, Reply]>([
    ["openai", "is empty", completion("")],
    ["openai", "is longer than it may be", completion("It rained", "length")],
    ["huggingface", "is empty", completion("")],
    ["huggingface", "is longer than it may be", completion("It rained", "length")],
    ["workers-ai", "is empty", completion("")],
    ["workers-ai", "is longer than it may be", completion("It rained", "length")],
  ])("of %s, as it %s, costs what it says that it took", async (service, _, reply) => {
    expect(await failingAt(service, reply)).toMatchObject({
      failure: { code: "provider-rejected" },
      measured: MEASURED,
    });
  });

  it.each(ALL)("of %s is paid for where it does not say what it took", async (service) => {
    const { failure, measured } = await failingAt(service, () => Response.json({ nothing: "that is documented" }));
    expect(failure.code).toBe("provider-rejected");
    expect(measured).toEqual({});
  });
});

describe("an answer that breaks off after its head", () => {
  it.each(ALL)("of %s may be billed", async (service) => {
    const { failure, measured } = await failingAt(service, cut);
    expect(failure).toMatchObject({ code: "provider-unavailable", retryable: true });
    expect(failure.unheard === true || measured !== null).toBe(true);
  });
});

describe("a call that is not answered", () => {
  it.each(ALL)("by %s may have arrived where the connection was lost", async (service) => {
    const { failure } = await failingAt(service, () => Promise.reject(new TypeError("Network connection lost.")));
    expect(failure).toMatchObject({ code: "provider-unavailable", retryable: true, unheard: true });
  });

  it.each(ALL)("by %s, as its name leads nowhere, costs nothing", async (service) => {
    const { failure, measured } = await failingAt(service, () => Promise.reject(new TypeError("internal error")));
    expect(failure).toMatchObject({ code: "provider-unavailable", retryable: true });
    expect({ unheard: failure.unheard, measured }).toEqual({ unheard: undefined, measured: null });
  });

  it.each(ALL.flatMap((service) => [401, 429, 500].map((status) => [service, status] as const)))(
    "by %s but refused with status %i costs nothing",
    async (service, status) => {
      const { failure, measured } = await failingAt(service, () => Response.json({ error: "No" }, { status }));
      expect({ unheard: failure.unheard, measured }).toEqual({ unheard: undefined, measured: null });
    },
  );

  it("costs nothing where it is only the Hub that is lost", async () => {
    const provider = createHuggingFaceProvider({
      ...{ token: HF_TOKEN, hubUrl: "https://lost.example", ontology, now: () => 0 },
      fetch: () => Promise.reject(new TypeError("Network connection lost.")),
    });
    const { failure, measured } = await failing(provider, "a/model:groq");
    expect({ unheard: failure.unheard, measured }).toEqual({ unheard: undefined, measured: null });
  });
});

describe("a token that is refused", () => {
  const refused =
    (status: number): Reply =>
    () =>
      Response.json({ error: "No" }, { status });

  it.each([
    [401, "provider"],
    [402, "provider"],
    [403, "model"],
  ])("with status %i, and is a caller's own, is told as theirs", async (status, to) => {
    const { failure } = await failing(huggingFace(refused(status), CHAT, "caller"), "a/model:groq");
    expect(failure).toMatchObject({ code: "provider-rejected", access: { account: "caller", to } });
    expect(failure.message).toContain("X-HF-Token");
    expect(failure.message).not.toContain("HF_TOKEN");
  });

  it.each<[Service, string]>([
    ["huggingface", "HF_TOKEN"],
    ["openai", "OPENAI_API_KEY"],
    ["workers-ai", "CLOUDFLARE_API_TOKEN"],
  ])("by %s, and is the deployment's, is told as %s", async (service, setting) => {
    const { failure } = await failingAt(service, refused(401));
    expect(failure).toMatchObject({ access: { account: "deployment", to: "provider" } });
    expect(failure.message).toContain(setting);
  });
});

describe("a caller's token that a service repeats", () => {
  it.each(["conversational", "summarization"])("is not in what it made: %s", async (taskType) => {
    const provider = huggingFace(completion(`You are ${HF_TOKEN}, and ${HF_TOKEN}.`), CHAT, "caller");
    const endpoint = await provider.find?.("a/model:groq", taskType);
    if (!endpoint) throw new Error("It is not there");
    const inputs = { text: [inputOf("text", "Hello")] };
    const signal = new AbortController().signal;
    const made = await provider.call({ endpoint, taskType, inputs, signal, progress: () => undefined });
    expect(JSON.stringify(made)).not.toContain(HF_TOKEN);
    expect(JSON.stringify(made.outputs)).toContain("You are …, and ….");
  });
});

describe("a success that says it is none", () => {
  it.each([
    [[{ code: 9_999, message: "Something new" }], /could not be run \(code 9999\)$/],
    [[], /could not be run$/],
  ])("is not told as its status: %j", async (errors, message) => {
    const { failure } = await failingAt("workers-ai", () => Response.json({ success: false, errors, result: null }));
    expect(failure.message).toMatch(message);
  });
});
