import { beforeEach, describe, expect, it, vi } from "vitest";
import { ownModelList, ownModelView } from "../../src/http/schemas/tenant-views.ts";
import { openHeaders } from "../../src/secrets/seal.ts";
import { problemOf } from "./caller.ts";
import { call, OWNER, PRIVATE_HOST, STRANGER, wiring } from "./own-models-app.ts";

const captioner = {
  id: "our/captioner",
  task: "image-to-text",
  url: "https://models.example.com/caption",
  headers: { Authorization: "Bearer secret-token" },
  licence: "Apache-2.0",
  parameters: 7e8,
  languages: ["en"],
  prices: [{ usd: 0.001, per: "image", asOf: "2026-11-01" }],
};
const add = (change: object = {}, tenant = OWNER): Promise<Response> =>
  call(tenant, "POST", "/v1/models", { ...captioner, ...change });
const list = async (tenant: string): Promise<readonly string[]> => {
  const { models } = ownModelList.strict().parse(await (await call(tenant, "GET", "/v1/own-models")).json());
  return models.map(({ id, task }) => `${id} ${task}`);
};

beforeEach(async () => {
  for (const tenant of [OWNER, STRANGER]) {
    const rpc = wiring.tenant(tenant);
    for (const { endpoint } of await rpc.ownModels()) await rpc.removeModel(endpoint.model, null);
  }
});

describe("adding a model of one's own", () => {
  it("answers with what was added, and of its headers the names alone", async () => {
    const added = await add();
    expect(added.status).toBe(201);
    expect(added.headers.get("location")).toBe("/v1/models/our/captioner");
    const text = await added.text();
    expect(text).not.toContain("secret-token");
    expect(ownModelView.strict().parse(JSON.parse(text))).toEqual({
      ...{ id: captioner.id, task: captioner.task, url: captioner.url, format: "json", headers: ["Authorization"] },
      poll: null,
      ...{ description: "Your own endpoint for image-to-text", licence: "apache-2.0", sameAs: null },
      ...{ parameters: 7e8, bytes: null, languages: ["en"], gated: null },
      prices: [{ ...captioner.prices[0], source: "stated with the endpoint" }],
      scores: [],
      addedAt: expect.any(String),
    });
  });

  it("makes it one of what the tenant's models are chosen from", async () => {
    await add();
    const { endpoints } = await wiring.tenant(OWNER).modelFacts();
    expect(endpoints).toMatchObject([
      { provider: "custom", model: captioner.id, taskType: captioner.task, stated: { parameters: 7e8 } },
    ]);
    expect((await wiring.tenant(STRANGER).modelFacts()).endpoints).toEqual([]);
  });

  it.each([
    ["Apache-2.0 OR (MIT AND GPL-3.0+)", "(apache-2.0 OR gpl-3.0-or-later) AND (apache-2.0 OR mit)"],
    ["GPLv3", "gpl-3.0"],
    ["ACME Research", "acme-research"],
    ["see model card", "unknown"],
  ])("keeps a licence as the catalogue writes it: %s", async (licence, expected) => {
    expect(await (await add({ licence })).json()).toMatchObject({ licence: expected });
  });

  it("keeps which model of the catalogue it is", async () => {
    expect(await (await add({ sameAs: "Salesforce/blip-image-captioning-base" })).json()).toMatchObject({
      sameAs: "Salesforce/blip-image-captioning-base",
    });
    const { endpoints } = await wiring.tenant(OWNER).modelFacts();
    expect(endpoints).toMatchObject([{ stated: { sameAs: "Salesforce/blip-image-captioning-base" } }]);
  });

  it("keeps its figures as the catalogue has them", async () => {
    const scores = [
      { benchmark: "COCO Captions", split: "test", metric: "cider", value: 133.2 },
      {
        benchmark: "Our board",
        metric: "niceness",
        value: 4,
        higherIsBetter: true,
        confidence: "unsure",
        paper: "arXiv:2501.00001v2",
      },
    ];
    const kept = [
      {
        ...{ benchmark: "COCO Captions", config: null, split: "test", metric: "cider", value: 133.2 },
        ...{ higherIsBetter: true, source: "stated with the endpoint", confidence: "sure", paper: "1504.00325" },
      },
      {
        ...{ benchmark: "Our board", config: null, split: null, metric: "niceness", value: 4 },
        ...{ higherIsBetter: true, source: "stated with the endpoint", confidence: "unsure", paper: "2501.00001" },
      },
    ];
    expect(ownModelView.strict().parse(await (await add({ scores })).json())).toMatchObject({ scores: kept });
    const { endpoints } = await wiring.tenant(OWNER).modelFacts();
    expect(endpoints).toMatchObject([{ stated: { scores: kept } }]);
  });

  it("keeps its headers where only the call can read them", async () => {
    await add();
    const kept = await wiring.tenant(OWNER).ownEndpoint(captioner.id, captioner.task);
    if (!kept) throw new Error("It was not kept");
    expect(JSON.stringify(kept)).not.toContain("secret-token");
    expect(await openHeaders(wiring.sealer, OWNER, kept)).toEqual(captioner.headers);
    expect(await openHeaders(wiring.sealer, STRANGER, kept)).toBeNull();
  });

  it("says how one is asked that answers later", async () => {
    const template = "https://models.example.com/jobs/{id}";
    const added = await add({ format: "multipart", poll: { statusUrl: { template }, status: { pointer: "/state" } } });
    const poll = {
      statusUrl: { template, id: "/id" },
      status: { pointer: "/state", done: expect.arrayContaining(["done"]), failed: expect.arrayContaining(["failed"]) },
      result: { pointer: "" },
      ...{ intervalMs: 2_000, maxMs: 900_000 },
    };
    expect(ownModelView.strict().parse(await added.json())).toMatchObject({ format: "multipart", poll });
    expect(await wiring.tenant(OWNER).ownEndpoint(captioner.id, captioner.task)).toMatchObject({ poll });
  });

  it("takes the place of the one before, headers included", async () => {
    await add();
    const again = await add({ url: "https://elsewhere.example.com/", headers: {} });
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ url: "https://elsewhere.example.com/", headers: [] });
    expect(await list(OWNER)).toEqual(["our/captioner image-to-text"]);
    expect((await add({ task: "image-classification" })).status).toBe(201);
  });

  it.each<[string, object, string]>([
    ["no id", { id: undefined }, "id"],
    ["an id with its provider", { id: "custom:our/captioner" }, "id"],
    ["an id that climbs", { id: "our/../captioner" }, "id"],
    ["an id with a query", { id: "our/captioner?task=x" }, "id"],
    ["a long id", { id: "x".repeat(201) }, "id"],
    ["a task type that does not exist", { task: "mind-reading" }, "task"],
    ["no URL", { url: "" }, "url"],
    ["an unknown format", { format: "xml" }, "format"],
    ["a header that breaks its line", { headers: { "x-a": "b\r\nhost: c" } }, "headers.x-a"],
    ["a header that is no name", { headers: { "x a": "b" } }, "headers.x a"],
    ["a header that frames the message", { headers: { "Transfer-Encoding": "chunked" } }, "headers.Transfer-Encoding"],
    ["another host", { headers: { Host: "internal" } }, "headers.Host"],
    ["a header twice", { headers: { "x-a": "1", "X-A": "2" } }, "headers"],
    [
      "too many headers",
      { headers: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`x-${n}`, "1"])) },
      "headers",
    ],
    ["a licence that is markup", { licence: "MIT<script>" }, "licence"],
    ["a licence of two lines", { licence: "MIT\n# Approved" }, "licence"],
    ["what is no id of a model to be", { sameAs: "a b" }, "sameAs"],
    ["a model to be that the catalogue has not", { sameAs: "Salesforce/blip-image-captioning-tiny" }, "sameAs"],
    ["a size in words", { parameters: "7B" }, "parameters"],
    ["a language by its name", { languages: ["English"] }, "languages.0"],
    ["a price of no day", { prices: [{ usd: 1, per: "call" }] }, "prices.0.asOf"],
    ["a figure of no benchmark", { scores: [{ metric: "wer", value: 5 }] }, "scores.0.benchmark"],
    ["a benchmark of two lines", { scores: [{ benchmark: "a\nb", metric: "wer", value: 5 }] }, "scores.0.benchmark"],
    ["a benchmark that is markup", { scores: [{ benchmark: "<b>", metric: "wer", value: 5 }] }, "scores.0.benchmark"],
    ["a metric in words", { scores: [{ benchmark: "a", metric: "Word errors", value: 5 }] }, "scores.0.metric"],
    [
      "a metric that nobody knows",
      { scores: [{ benchmark: "a", metric: "zip", value: 5 }] },
      "scores.0.higherIsBetter",
    ],
    [
      "a metric turned round",
      { scores: [{ benchmark: "a", metric: "wer", value: 5, higherIsBetter: true }] },
      "scores.0.higherIsBetter",
    ],
    ["a share of more than all", { scores: [{ benchmark: "a", metric: "accuracy", value: 101 }] }, "scores.0.value"],
    ["a figure that is none", { scores: [{ benchmark: "a", metric: "wer", value: "5 %" }] }, "scores.0.value"],
    ["a figure beyond any", { scores: [{ benchmark: "a", metric: "fid", value: 1e300 }] }, "scores.0.value"],
    [
      "a figure on training data",
      { scores: [{ benchmark: "a", split: "train", metric: "wer", value: 5 }] },
      "scores.0.split",
    ],
    [
      "a figure that somebody verified",
      { scores: [{ benchmark: "a", metric: "wer", value: 5, confidence: "verified" }] },
      "scores.0.confidence",
    ],
    [
      "a paper by its title",
      { scores: [{ benchmark: "a", metric: "wer", value: 5, paper: "Whisper" }] },
      "scores.0.paper",
    ],
    [
      "a figure twice",
      {
        scores: [
          { benchmark: "Common Voice 9.0", metric: "wer", value: 5 },
          { benchmark: "x/common_voice_9_0", metric: "wer", value: 6 },
        ],
      },
      "scores",
    ],
    [
      "too many figures",
      { scores: Array.from({ length: 21 }, (_, n) => ({ benchmark: `b ${n}`, metric: "wer", value: 5 })) },
      "scores",
    ],
    [
      "jobs at another origin",
      { poll: { statusUrl: { template: "https://elsewhere.example.com/jobs/{id}" } } },
      "poll.statusUrl.template",
    ],
    ["jobs that are asked for all the time", { poll: { intervalMs: 1 } }, "poll.intervalMs"],
    ["what is no field", { provider: "embedded" }, "provider"],
  ])("is refused with %s", async (_, change, path) => {
    const problem = await problemOf(await add(change));
    expect(problem.code).toBe("invalid-request");
    expect(problem.issues?.map((issue) => issue.path)).toContain(path);
    expect(await list(OWNER)).toEqual([]);
  });

  it.each([
    ["no address of the web", "file:///etc/passwd"],
    ["credentials", "https://user:password@models.example.com/"],
    ["a private address", "http://169.254.169.254/latest"],
    ["this machine", "http://localhost:8787/v1/runs"],
    ["a name with a private address", `https://${PRIVATE_HOST}/`],
  ])("is refused with a URL of %s", async (_, url) => {
    expect(await problemOf(await add({ url }))).toMatchObject({ code: "unsafe-url", status: 422 });
    expect(await list(OWNER)).toEqual([]);
  });

  it.each([
    ["that is configured", "a/expert", "text2text-generation"],
    ["that is embedded", "impresario/summary-minilm", "summarization"],
  ])("cannot take the name of one %s, unless for another task type", async (_, id, task) => {
    expect(await problemOf(await add({ id, task }))).toMatchObject({ code: "conflict", status: 409 });
    expect((await add({ id, task: "image-to-text" })).status).toBe(201);
  });

  it("counts against the rate of the key", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const rpc = wiring.tenant(OWNER);
    for (let n = 0; n < wiring.config.deployment.limits.runsPerMinute; n++) await rpc.meter("00000001");
    const refused = await add();
    expect(await problemOf(refused)).toMatchObject({ code: "rate-limited" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await add()).status).toBe(201);
    vi.useRealTimers();
  });
});

describe("models of one's own", () => {
  it("are listed for their tenant alone", async () => {
    await add();
    await add({ id: "their/captioner" }, STRANGER);
    expect(await list(OWNER)).toEqual(["our/captioner image-to-text"]);
    expect(await list(STRANGER)).toEqual(["their/captioner image-to-text"]);
  });

  it.each(["/v1/models/our/captioner", "/v1/models/our%2Fcaptioner"])("can be removed by DELETE %s", async (path) => {
    await add();
    await add({ task: "image-classification" });
    const removed = await call(OWNER, "DELETE", path);
    expect(removed.status).toBe(204);
    expect(await list(OWNER)).toEqual([]);
    expect(await problemOf(await call(OWNER, "DELETE", path))).toMatchObject({ code: "not-found" });
  });

  it("can be removed for one task type", async () => {
    await add();
    await add({ task: "image-classification" });
    expect((await call(OWNER, "DELETE", "/v1/models/our/captioner?task=image-to-text")).status).toBe(204);
    expect(await list(OWNER)).toEqual(["our/captioner image-classification"]);
    const again = await call(OWNER, "DELETE", "/v1/models/our/captioner?task=image-to-text");
    expect(await problemOf(again)).toMatchObject({
      code: "not-found",
      detail: expect.stringContaining("image-to-text"),
    });
  });

  it.each([
    ["of another tenant", STRANGER, "our/captioner"],
    ["of the deployment", OWNER, "a/expert"],
    ["that nobody has", OWNER, "our/other"],
  ])("cannot be removed %s", async (_, tenant, id) => {
    await add();
    expect(await problemOf(await call(tenant, "DELETE", `/v1/models/${id}`))).toMatchObject({ code: "not-found" });
    expect(await list(OWNER)).toEqual(["our/captioner image-to-text"]);
  });
});
