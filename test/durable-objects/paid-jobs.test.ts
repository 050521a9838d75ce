import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import { endpointPoll } from "../../src/config/endpoint-fields.ts";
import type { PostedMessage } from "../../src/domain/conversation.ts";
import type { OwnModel } from "../../src/domain/own-models.ts";
import { wire } from "../../src/wiring.ts";
import { price } from "../domain/simulate.ts";
import { eventually } from "../eventually.ts";
import { openConversation, release, scripted, value } from "./driver.ts";

const MODEL = "our/slow";

/** A conversation whose tenant has a model that takes jobs: done once they are asked for so often, or released. */
async function withSlowModel(until: number | "released", poll: object = {}, usd = 0) {
  const conversation = await openConversation();
  const { tenant, part, name } = conversation;
  const model: OwnModel = {
    endpoint: {
      provider: "custom",
      model: MODEL,
      taskType: "text2text-generation",
      description: "Ours",
      licence: "MIT",
      grade: "full",
      ...(usd === 0 ? {} : { stated: { prices: [price(usd)] } }),
    },
    url: `${inject("expertUrl")}jobs?${until === "released" ? "mode=held" : `mode=header&runs=${until}`}&key=${part}`,
    format: "json",
    poll: endpointPoll.parse({ intervalMs: 250, ...poll }),
    headerNames: [],
    addedAt: 0,
  };
  value(
    await wire(env)
      .tenant(tenant)
      .addModel({ ...model, sealedHeaders: null }),
  );
  return {
    ...conversation,
    start: (message: Partial<PostedMessage> = {}) =>
      conversation.start({ plan: [scripted(0, {})], constraints: { model: { allow: [MODEL] } }, ...message }),
    begun: async (): Promise<unknown> => (await fetch(new URL(`/counts?key=${part}`, inject("expertUrl")))).json(),
    /** The handles that are kept of a run. */
    kept: (run: string): Promise<readonly string[]> =>
      runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) =>
        [...storage.kv.list({ prefix: `${run}:` })].map(([key]) => key.slice(run.length)),
      ),
  };
}

describe("a job that a provider has taken on", () => {
  it("is gone on with after everything died, and not begun again", async () => {
    const { name, start, end, begun, kept } = await withSlowModel(6);
    const run = await start();
    await eventually(async () => expect(await kept(run)).toContain(`:job:0:custom:${MODEL}`));
    await abortAllDurableObjects();
    await runDurableObjectAlarm(env.CONVERSATION.getByName(name));
    const state = await end(run);
    expect(state.end?.status).toBe("succeeded");
    expect(state.tasks[0]).toMatchObject({ lost: 1, attempts: [{}, {}] });
    expect(await begun()).toBe(1);
  });

  it("is gone on with by the next attempt when one has waited too long", async () => {
    const { start, end, begun, until, part } = await withSlowModel("released", { maxMs: 500 });
    const run = await start();
    await until(run, ({ type }) => type === "task-retry");
    await release(inject("expertUrl"), part);
    const state = await end(run);
    expect(state.end?.status).toBe("succeeded");
    const codes = state.tasks[0]?.attempts.map(({ error }) => error?.code) ?? [];
    expect(codes.length).toBeGreaterThan(1);
    expect(codes).toEqual([...codes.slice(1).map(() => "timeout"), undefined]);
    expect(await begun()).toBe(1);
  });

  it("is paid for once, however often it is waited for, with money for one call", async () => {
    const { start, end, begun, log, until, part } = await withSlowModel("released", { maxMs: 500 }, 0.2);
    const run = await start({ budget: { timeMs: 60_000, usd: 0.3 } });
    await until(run, ({ type }) => type === "task-retry");
    await release(inject("expertUrl"), part);
    const state = await end(run);
    expect(state.tasks[0]).toMatchObject({ status: "succeeded", spent: { usd: 0.2 } });
    expect(state.tasks[0]?.attempts.length).toBeGreaterThan(1);
    expect(state.spent).toMatchObject({ usd: 0.2, unpriced: 0 });
    expect(await begun()).toBe(1);
    const money = (await log(run)).filter(({ type, data }) => type.startsWith("budget-") && "work" in data);
    expect(money.filter(({ data }) => "work" in data && data.work === 0)).toMatchObject([
      { type: "budget-reserved", data: { attempt: 1, usd: 0.2 } },
      { type: "budget-settled", data: { attempt: 1, usd: 0.2 } },
    ]);
  });

  it("is paid for once, though what it ran in died", async () => {
    const { name, start, end, begun, kept } = await withSlowModel(6, {}, 0.2);
    const run = await start({ budget: { timeMs: 60_000, usd: 0.3 } });
    await eventually(async () => expect(await kept(run)).toContain(`:job:0:custom:${MODEL}`));
    await abortAllDurableObjects();
    await runDurableObjectAlarm(env.CONVERSATION.getByName(name));
    expect(await end(run)).toMatchObject({ end: { status: "succeeded" }, spent: { usd: 0.2, unpriced: 0 } });
    expect(await begun()).toBe(1);
  });

  it("is forgotten with its run", async () => {
    const { start, end, kept } = await withSlowModel(0);
    const run = await start();
    await end(run);
    await eventually(async () => expect(await kept(run)).toEqual([]));
  });

  it("is another one in another run", async () => {
    const { start, end, begun } = await withSlowModel(0);
    await end(await start());
    await end(await start());
    expect(await begun()).toBe(2);
  });
});
