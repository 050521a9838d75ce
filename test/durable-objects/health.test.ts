import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { MAX_ENDPOINTS } from "../../durable-objects/tenant/health.ts";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import { type EndpointCall, HEALTH_WINDOW_MS } from "../../src/domain/experts.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import type { TenantRpc } from "../../src/rpc/index.ts";
import { wire } from "../../src/wiring.ts";
import { openConversation, scripted, TENANT } from "./driver.ts";

const openTenant = (): TenantRpc => wire(env).tenant(crypto.randomUUID().replaceAll("-", "").slice(0, 16));

const call = (id: string, change: Partial<EndpointCall> = {}): EndpointCall => ({
  provider: "custom",
  model: "a/expert",
  taskType: "summarization",
  id,
  at: Date.now(),
  tookMs: 100,
  ...change,
});

describe("the health of the endpoints that a tenant calls", () => {
  it("is told by endpoint and task type", async () => {
    const tenant = openTenant();
    await tenant.runEnded("run_1", [
      call("1", { tookMs: 300 }),
      call("2", { tookMs: null }),
      call("3", { taskType: "translation", tookMs: 20 }),
      call("4", { provider: "embedded", model: "impresario/summary-minilm", tookMs: null }),
    ]);
    await tenant.runEnded("run_2", [call("5", { tookMs: 100 })]);
    expect((await tenant.modelFacts()).health).toEqual([
      { provider: "custom", model: "a/expert", taskType: "summarization", calls: 3, failures: 1, medianMs: 300 },
      { provider: "custom", model: "a/expert", taskType: "translation", calls: 1, failures: 0, medianMs: 20 },
      {
        ...{ provider: "embedded", model: "impresario/summary-minilm", taskType: "summarization" },
        ...{ calls: 1, failures: 1, medianMs: null },
      },
    ]);
  });

  it("counts a run once, however often its end is told", async () => {
    const tenant = openTenant();
    const calls = [call("1"), call("2", { tookMs: null })];
    for (let times = 0; times < 3; times++) await tenant.runEnded("run_1", calls);
    expect((await tenant.modelFacts()).health).toMatchObject([{ calls: 2, failures: 1 }]);
  });

  it("forgets what is older than a week", async () => {
    const tenant = openTenant();
    const before = Date.now() - HEALTH_WINDOW_MS;
    await tenant.runEnded("run_1", [call("1", { at: before }), call("2", { at: before, model: "b/old" })]);
    expect((await tenant.modelFacts()).health).toEqual([]);
    await tenant.runEnded("run_2", [call("3", { at: before + 60_000 })]);
    expect((await tenant.modelFacts()).health).toMatchObject([{ model: "a/expert", calls: 1 }]);
  });

  it("is kept of so many endpoints, those called last", async () => {
    const tenant = openTenant();
    const now = Date.now();
    const calls = Array.from({ length: MAX_ENDPOINTS + 2 }, (_, n) => call("1", { model: `a/${n}`, at: now - n }));
    await tenant.runEnded("run_1", calls);
    const kept = new Set((await tenant.modelFacts()).health.map(({ model }) => model));
    expect(kept.size).toBe(MAX_ENDPOINTS);
    expect(kept.has("a/0")).toBe(true);
    expect(kept.has(`a/${MAX_ENDPOINTS}`)).toBe(false);
    await tenant.runEnded("run_2", [call("2", { model: "a/new", at: now + 1 })]);
    const models = (await tenant.modelFacts()).health.map(({ model }) => model);
    expect(models).toHaveLength(MAX_ENDPOINTS);
    expect(models).toContain("a/new");
    expect(models).not.toContain(`a/${MAX_ENDPOINTS - 1}`);
  });

  it("begins anew with a model of one's own that is replaced or removed", async () => {
    const tenant = openTenant();
    const endpoint: Endpoint = {
      provider: "custom",
      model: "a/expert",
      taskType: "summarization",
      description: "",
      licence: "unknown",
      grade: "full",
    };
    const own = { endpoint, url: "https://a.example/", format: "json", headerNames: [], addedAt: 1 } as const;
    for (const change of [
      () => tenant.addModel({ ...own, sealedHeaders: null }),
      () => tenant.removeModel("a/expert", null),
    ]) {
      await tenant.runEnded("run_1", [call("1", { tookMs: null }), call("2", { taskType: "translation" })]);
      await change();
      expect((await tenant.modelFacts()).health).toMatchObject([{ taskType: "translation" }]);
    }
  });
});

describe("the health of a model of one's own that was replaced", () => {
  const NAME = { provider: "custom", model: "a/expert", taskType: "summarization" } as const;
  const added = { url: "https://a.example/", format: "json", headerNames: [], sealedHeaders: null } as const;
  const REPLACED_AT = Date.now() - 60_000;

  it.each<[string, Partial<EndpointCall>, number]>([
    ["is none of a call to the one before, as its version tells", { version: "old" }, 0],
    ["is none of a call before it was there", { version: "new", at: REPLACED_AT - 1 }, 0],
    ["is none of a call before it was there, whatever it went to", { at: REPLACED_AT - 1 }, 0],
    ["is that of a call to it", { version: "new" }, 1],
    ["is that of a call since, where nobody says what it went to", {}, 1],
  ])("%s", async (_, change, counted) => {
    const tenant = openTenant();
    const endpoint: Endpoint = { ...NAME, version: "new", description: "", licence: "unknown", grade: "full" };
    await tenant.addModel({ ...added, endpoint, addedAt: REPLACED_AT });
    await tenant.runEnded("run_1", [call("1", { ...change, tookMs: null })]);
    expect((await tenant.modelFacts()).health).toHaveLength(counted);
  });

  it("leaves others of its name alone: those of another provider, and for another task type", async () => {
    const tenant = openTenant();
    const endpoint: Endpoint = { ...NAME, version: "new", description: "", licence: "unknown", grade: "full" };
    await tenant.addModel({ ...added, endpoint, addedAt: REPLACED_AT });
    const others = [{ provider: "openai" }, { taskType: "translation" }] as const;
    const calls = others.map((change, n) => call(String(n), { ...change, version: "old", at: REPLACED_AT - 1 }));
    await tenant.runEnded("run_1", calls);
    expect((await tenant.modelFacts()).health).toHaveLength(2);
  });
});

describe("a run that has ended", () => {
  const tenant = (): TenantRpc => wire(env).tenant(TENANT);
  const sumOf = async (what: "calls" | "failures"): Promise<number> =>
    (await tenant().modelFacts()).health
      .filter(({ taskType }) => taskType === "text2text-generation")
      .reduce((sum, health) => sum + health[what], 0);

  it("tells its tenant how its calls came out", async () => {
    const { start, end } = await openConversation(TENANT);
    const [calls, failures] = [await sumOf("calls"), await sumOf("failures")];
    const key = crypto.randomUUID();
    const plan = [scripted(0, { key, model: "a/expert", statuses: [400] }), scripted(1, {}, 0)];
    const state: RunState = await end(await start({ plan }));
    const made = Object.values(state.tasks).reduce((sum, task) => sum + task.attempts.length, 0);
    await expect.poll(() => sumOf("calls")).toBe(calls + made);
    expect(await sumOf("failures")).toBe(failures + 1);
  });
});
