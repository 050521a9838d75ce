import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import { MAX_OWN_MODELS, type SealedOwnModel } from "../../src/domain/own-models.ts";
import { execute } from "../../src/execution/index.ts";
import type { TenantRpc } from "../../src/rpc/index.ts";
import { sealHeaders } from "../../src/secrets/seal.ts";
import { wire, wireStages } from "../../src/wiring.ts";
import { NO_SLOT } from "../execution/parts.ts";
import { value } from "./driver.ts";

const openTenant = (): { readonly name: string; readonly rpc: TenantRpc } => {
  const name = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  return { name, rpc: wire(env).tenant(name) };
};

const model = (id: string, taskType = "summarization", change: Partial<SealedOwnModel> = {}): SealedOwnModel => {
  const endpoint: Endpoint = {
    provider: "custom",
    model: id,
    taskType,
    description: "Ours",
    licence: "MIT",
    grade: "full",
    stated: { parameters: 7, languages: ["en"] },
  };
  const url = "https://models.example/";
  return { endpoint, url, format: "json", headerNames: ["x"], sealedHeaders: "sealed", addedAt: 1, ...change };
};

const shown = ({ sealedHeaders: _sealed, ...rest }: SealedOwnModel) => rest;

describe("the models of a tenant's own", () => {
  it("are kept whole, and shown without their headers", async () => {
    const { rpc } = openTenant();
    const added = model("our/summarizer");
    expect(await rpc.addModel(added)).toEqual({ ok: true, value: { replaced: false } });
    expect(await rpc.ownModels()).toEqual([shown(added)]);
    expect(await rpc.ownEndpoint("our/summarizer", "summarization")).toEqual(added);
    expect((await rpc.modelFacts()).endpoints).toEqual([added.endpoint]);
  });

  it("are one for each id and task type; adding again replaces all of it", async () => {
    const { rpc } = openTenant();
    await rpc.addModel(model("b/one"));
    await rpc.addModel(model("a/one"));
    await rpc.addModel(model("a/one", "translation"));
    const other = model("a/one", "summarization", { url: "https://elsewhere.example/", sealedHeaders: null });
    expect(value(await rpc.addModel(other))).toEqual({ replaced: true });
    expect((await rpc.ownModels()).map(({ endpoint }) => [endpoint.model, endpoint.taskType])).toEqual([
      ["a/one", "summarization"],
      ["a/one", "translation"],
      ["b/one", "summarization"],
    ]);
    expect(await rpc.ownEndpoint("a/one", "summarization")).toEqual(other);
  });

  it("can be removed for one task type or for all", async () => {
    const { rpc } = openTenant();
    for (const type of ["summarization", "translation", "text-generation"]) await rpc.addModel(model("a/one", type));
    expect(await rpc.removeModel("a/one", "translation")).toBe(true);
    expect(await rpc.removeModel("a/one", "translation")).toBe(false);
    expect(await rpc.ownEndpoint("a/one", "translation")).toBeNull();
    expect(await rpc.ownModels()).toHaveLength(2);
    expect(await rpc.removeModel("a/one", null)).toBe(true);
    expect(await rpc.removeModel("a/one", null)).toBe(false);
    expect(await rpc.ownModels()).toEqual([]);
  });

  it("are unknown to every other tenant", async () => {
    const { rpc } = openTenant();
    const other = openTenant().rpc;
    await rpc.addModel(model("a/one"));
    await other.addModel(model("a/two"));
    expect((await other.ownModels()).map(({ endpoint }) => endpoint.model)).toEqual(["a/two"]);
    expect(await other.ownEndpoint("a/one", "summarization")).toBeNull();
    expect(await other.removeModel("a/one", null)).toBe(false);
    expect((await other.modelFacts()).endpoints.map((endpoint) => endpoint.model)).toEqual(["a/two"]);
    expect(await rpc.ownModels()).toHaveLength(1);
  });

  it("are so many at the most, and one of them can still be replaced or removed", async () => {
    const { rpc } = openTenant();
    for (let n = 0; n < MAX_OWN_MODELS; n++) value(await rpc.addModel(model(`a/${n}`)));
    expect(await rpc.addModel(model("a/more"))).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(value(await rpc.addModel(model("a/0")))).toEqual({ replaced: true });
    await rpc.removeModel("a/1", null);
    expect(value(await rpc.addModel(model("a/more")))).toEqual({ replaced: false });
    expect(await rpc.ownModels()).toHaveLength(MAX_OWN_MODELS);
  });
});

describe("a run", () => {
  const summarize = async (tenant: string) => {
    const candidate = { provider: "custom", model: "our/summarizer" } as const;
    const inputs = { text: [{ as: "text", kind: "text", text: "much" }] } as const;
    const job = {
      do: "task",
      task: 0,
      type: "summarization",
      inputs,
      candidate,
      names: { source: null, taken: [] },
    } as const;
    const assignment = {
      tenant,
      conversation: "0".repeat(20),
      run: "run_1",
      work: 0,
      attempt: 1,
      timeoutMs: 10_000,
      job,
    };
    const stages = await wireStages(env, assignment, () => NO_SLOT);
    return execute({ ...job, ...assignment, priority: 0 }, stages, new AbortController().signal, () => undefined);
  };

  it("calls a model of its own tenant's, and of no other", async () => {
    const { rpc, name } = openTenant();
    const bare = model("our/summarizer", "summarization", { url: inject("expertUrl") });
    await rpc.addModel(await sealHeaders(wire(env).sealer, name, bare, { authorization: "Bearer x" }));
    const { outputs } = await summarize(name);
    expect(outputs).toEqual({ text: { as: "text", kind: "text", text: "our/summarizer did much" } });
    await expect(summarize(openTenant().name)).rejects.toMatchObject({ code: "no-model" });
    await rpc.removeModel("our/summarizer", null);
    await expect(summarize(name)).rejects.toMatchObject({ code: "no-model" });
  });

  it("calls none whose address is not public, though it was when the model was added", async () => {
    const { rpc, name } = openTenant();
    await rpc.addModel(model("our/summarizer", "summarization", { url: "http://10.0.0.1/", sealedHeaders: null }));
    await expect(summarize(name)).rejects.toMatchObject({ code: "unsafe-url" });
  });
});

describe("a tenant that has nothing", () => {
  it("writes nothing when it is asked", async () => {
    const { rpc, name } = openTenant();
    expect(await rpc.modelFacts()).toEqual({ endpoints: [], health: [] });
    expect(await rpc.ownModels()).toEqual([]);
    expect(await rpc.ownEndpoint("a/one", "summarization")).toBeNull();
    expect(await rpc.removeModel("a/one", null)).toBe(false);
    const tables = await runInDurableObject(env.TENANT.getByName(name), (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'").toArray(),
    );
    expect(tables).toEqual([]);
  });
});

describe("a tenant from before there were own models", () => {
  it("gets their tables when it needs them, and keeps what it had", async () => {
    const { rpc, name } = openTenant();
    await runInDurableObject(env.TENANT.getByName(name), (_, { storage }) => {
      storage.sql.exec(`
        CREATE TABLE uploads (id TEXT PRIMARY KEY, resource TEXT, expires_at INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE revoked_keys (key_id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO revoked_keys (key_id, at) VALUES ('00000001', 1);
      `);
    });
    expect(await rpc.modelFacts()).toEqual({ endpoints: [], health: [] });
    expect(await rpc.isRevoked("00000001")).toBe(true);
    value(await rpc.addModel(model("a/one")));
    expect(await rpc.ownModels()).toHaveLength(1);
  });
});
