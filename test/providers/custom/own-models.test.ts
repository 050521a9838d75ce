import { afterEach, describe, expect, it, vi } from "vitest";
import type { CustomEndpointConfig } from "../../../src/config.ts";
import type { Endpoint } from "../../../src/domain/endpoints.ts";
import { AppError } from "../../../src/domain/errors.ts";
import type { SealedOwnModel } from "../../../src/domain/own-models.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { execute, type TaskAttempt } from "../../../src/execution/index.ts";
import { createCustomProvider } from "../../../src/providers/custom/index.ts";
import { createOwnModels } from "../../../src/providers/custom/own-models.ts";
import type { Provider } from "../../../src/providers/provider.ts";
import { ALONE } from "../../execution/parts.ts";

const ontology = createOntology();
const endpoint: Endpoint = {
  provider: "custom",
  model: "our/summarizer",
  taskType: "summarization",
  description: "",
  licence: "MIT",
  grade: "full",
};
const kept: SealedOwnModel = {
  endpoint,
  url: "https://models.example/sum",
  format: "json",
  headerNames: ["Authorization"],
  sealedHeaders: "sealed",
  addedAt: 0,
};
const configured: CustomEndpointConfig = {
  model: "house/summarizer",
  taskType: "summarization",
  url: "https://house.example/",
  format: "json",
  headers: {},
  description: "",
  licence: "unknown",
};

afterEach(() => void vi.restoreAllMocks());

/** A tenant's custom provider, what was asked of its surroundings, and the requests that went out. */
function open(change: {
  readonly vet?: () => Promise<unknown>;
  readonly openHeaders?: () => Promise<null>;
  readonly stored?: () => Promise<never>;
  readonly answer?: () => Response;
}) {
  const asked: string[] = [];
  const sent: Request[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input as RequestInfo, init as RequestInit);
    asked.push(`fetch ${request.url}`);
    sent.push(request);
    return change.answer?.() ?? Response.json({ outputs: { text: "short" } });
  });
  const own = createOwnModels({
    stored:
      change.stored ??
      (async (model, taskType) => {
        asked.push(`find ${model}`);
        return model === endpoint.model && taskType === endpoint.taskType ? kept : null;
      }),
    openHeaders: change.openHeaders ?? (async ({ sealedHeaders }) => ({ Authorization: `opened ${sealedHeaders}` })),
    vet: async (url) => {
      asked.push(`vet ${url}`);
      await change.vet?.();
    },
  });
  const provider = createCustomProvider([configured], ontology, own);
  const run = (model = endpoint.model, type = endpoint.taskType, version = versionOf(provider, model)) => {
    const attempt: TaskAttempt = {
      tenant: "t",
      run: "run_1",
      task: 1,
      type,
      inputs: { text: [{ as: "text", kind: "text", text: "long" }] },
      candidate: { provider: "custom", model, ...(version === undefined ? {} : { version }) },
      names: { source: null, taken: [] },
      priority: 0,
      timeoutMs: 10_000,
    };
    const never = () => Promise.reject(new Error("Nothing is stored here"));
    const parts = { ...ALONE, ontology, providers: [provider], open: never, save: never };
    return execute(attempt, parts, new AbortController().signal, () => undefined);
  };
  return { asked, sent, provider, run };
}

const versionOf = (provider: Provider, model: string): string | undefined =>
  provider.endpoints().find((offered) => offered.model === model)?.version;

describe("a model of the tenant's own", () => {
  it("is not called where another has its name since it was chosen", async () => {
    const { sent, run } = open({});
    const changed = run(endpoint.model, endpoint.taskType, "as it was judged");
    await expect(changed).rejects.toMatchObject({ code: "no-model", retryable: false });
    expect(sent).toEqual([]);
  });

  it("is looked up, its address looked at, and called with its headers", async () => {
    const { asked, sent, run } = open({});
    const { outputs } = await run();
    expect(outputs).toEqual({ text: { as: "text", kind: "text", text: "short" } });
    expect(asked).toEqual(["find our/summarizer", `vet ${kept.url}`, `fetch ${kept.url}`]);
    expect(sent[0]?.headers.get("authorization")).toBe("opened sealed");
    expect(sent[0]?.redirect).toBe("manual");
  });

  it("is polled only at addresses that are looked at each time", async () => {
    const answers = [
      new Response(null, { status: 202, headers: { location: "/jobs/1" } }),
      new Response(null, { status: 202 }),
      Response.json({ outputs: { text: "short" } }),
    ];
    const poll = { statusUrl: { header: "location" }, result: { pointer: "" }, intervalMs: 250, maxMs: 60_000 };
    const waits: number[] = [];
    const asked: string[] = [];
    const own = createOwnModels({
      stored: async () => ({ ...kept, poll }),
      openHeaders: async () => ({ authorization: "theirs" }),
      vet: async (url) => void asked.push(`vet ${url}`),
    });
    const provider = createCustomProvider([], ontology, own, {
      fetch: async (input, init) => {
        asked.push(`${init?.method} ${input} ${new Headers(init?.headers).get("authorization")}`);
        return answers.shift() ?? Response.error();
      },
      now: () => 0,
      wait: async (ms) => void waits.push(ms),
    });
    const signal = new AbortController().signal;
    const call = { endpoint, taskType: endpoint.taskType, inputs: {}, signal, progress: () => undefined };
    expect((await provider.call(call)).outputs).toEqual({ text: { as: "text", text: "short" } });
    expect(asked).toEqual([
      ...[`vet ${kept.url}`, `POST ${kept.url} theirs`],
      ...["vet https://models.example/jobs/1", "GET https://models.example/jobs/1 theirs"],
      ...["vet https://models.example/jobs/1", "GET https://models.example/jobs/1 theirs"],
    ]);
    expect(waits).toEqual([250, 250]);
  });

  it("is called as well by whoever knows its endpoint already", async () => {
    const { provider, asked } = open({});
    const signal = new AbortController().signal;
    const call = { endpoint, taskType: endpoint.taskType, inputs: {}, signal, progress: () => undefined };
    await provider.call(call);
    expect(asked).toEqual(["find our/summarizer", `vet ${kept.url}`, `fetch ${kept.url}`]);
  });

  it("is none of the endpoints that all tenants share", () => {
    expect(
      open({})
        .provider.endpoints()
        .map(({ model }) => model),
    ).toEqual([configured.model]);
  });

  it("leaves models of the deployment alone: they are neither looked up nor looked at", async () => {
    const { asked, run } = open({});
    await run(configured.model);
    expect(asked).toEqual([`fetch ${configured.url}`]);
  });

  it.each([
    ["another model", "our/other", "summarization"],
    ["another task type", "our/summarizer", "text-generation"],
  ])("is not found as %s", async (_, model, type) => {
    const { run, sent } = open({});
    await expect(run(model, type)).rejects.toMatchObject({ code: "no-model", retryable: false });
    expect(sent).toEqual([]);
  });

  it.each<[string, AppError, object]>([
    ["leads to a private network by now", new AppError("unsafe-url", "private"), { code: "unsafe-url" }],
    [
      "is gone",
      new AppError("unreadable-resource", "There is no host"),
      { code: "provider-unavailable", retryable: false },
    ],
    [
      "cannot be looked up just now",
      new AppError("unreadable-resource", "No answer", { retryable: true }),
      { code: "provider-unavailable", retryable: true },
    ],
  ])("is not called once its host %s", async (_, fault, expected) => {
    const { run, sent } = open({ vet: () => Promise.reject(fault) });
    await expect(run()).rejects.toMatchObject(expected);
    expect(sent).toEqual([]);
  });

  it("follows no redirect, wherever it leads", async () => {
    const answer = () => new Response(null, { status: 307, headers: { location: "http://127.0.0.1/" } });
    const { run, sent } = open({ answer });
    await expect(run()).rejects.toMatchObject({ code: "provider-rejected" });
    expect(sent).toHaveLength(1);
  });

  it("is not called without its headers", async () => {
    const { run, sent } = open({ openHeaders: async () => null });
    await expect(run()).rejects.toMatchObject({ code: "misconfigured", retryable: false });
    expect(sent).toEqual([]);
  });

  it("is tried again when the tenant's object does not answer", async () => {
    const { run } = open({ stored: () => Promise.reject(new Error("The object was reset")) });
    await expect(run()).rejects.toMatchObject({ code: "provider-unavailable", retryable: true });
  });
});

describe("headers that an endpoint is set up with", () => {
  it("take the place of those of the format, however they are spelled", async () => {
    const { sent, provider } = open({});
    const own = { ...configured, headers: { "Content-Type": "application/x-own", "X-Key": "k" } };
    const only = createCustomProvider([own], ontology);
    const [target] = only.endpoints();
    if (!target) throw new Error("No endpoint");
    const signal = new AbortController().signal;
    await only.call({ endpoint: target, taskType: own.taskType, inputs: {}, signal, progress: () => undefined });
    expect(sent[0]?.headers.get("content-type")).toBe("application/x-own");
    expect(sent[0]?.headers.get("x-key")).toBe("k");
    expect(await provider.find?.(own.model, "no-such-task")).toBeNull();
  });
});
