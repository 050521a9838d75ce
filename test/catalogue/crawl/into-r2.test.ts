import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { crawlByCron, crawlIntoR2, TICK, tick } from "../../../src/catalogue/crawl/into-r2.ts";
import { readPointer } from "../../../src/catalogue/snapshot/pointer.ts";
import { createHub, type HubOptions } from "../../fakes/hub/hub.ts";
import { keptIds } from "../../fakes/hub/models.ts";
import { createClock, createWorld, emptyBucket, HUB, outsideOf, planOf, START } from "./world.ts";

beforeEach(emptyBucket);

const WEEK_MS = 7 * 24 * 60 * 60_000;
const { signal } = new AbortController();

describe("a tick of the cron", () => {
  it("is a single look while the newest snapshot is young", async () => {
    const world = createWorld({ models: 100 });
    const parts = { ...world.parts, lastPublishedAt: async () => START - WEEK_MS + 1 };
    expect(await tick(parts, planOf(), signal)).toEqual({ status: "not-due" });
    expect(world.hub.requests).toEqual([]);
    expect(await world.store.ids()).toEqual([]);
  });

  it.each([null, START - WEEK_MS])("crawls when a snapshot was last published at %s", async (publishedAt) => {
    const world = createWorld({ models: 100 });
    const parts = { ...world.parts, lastPublishedAt: async () => publishedAt };
    expect(await tick(parts, planOf(), signal)).toMatchObject({ status: "published" });
  });

  it("publishes into R2, with what was left out, and then is not due for a week", async () => {
    const clock = createClock();
    const outside = outsideOf(createHub({ models: 80 }), clock);
    const parts = crawlIntoR2(env.RESOURCES, outside, { hub: HUB, token: null, curated: async () => [] });
    const first = await tick(parts, planOf(), signal);
    expect(first).toMatchObject({
      status: "published",
      published: {
        source: "https://hub.test: 80 models listed; left out 10 no-task-type, 10 no-pipeline-tag",
        counts: { models: 60 },
        leftOut: { count: 0 },
        diff: null,
      },
    });
    clock.now += WEEK_MS - 1;
    expect(await tick(parts, planOf(), signal)).toEqual({ status: "not-due" });
    clock.now += 1;
    expect(await tick(parts, planOf(), signal)).toMatchObject({
      status: "published",
      published: { diff: { added: { count: 0 }, removed: { count: 0 } } },
    });
  });

  it("does a bounded part, and the next ones the rest", async () => {
    const world = createWorld({ models: (TICK.steps + 5) * 10 });
    const parts = { ...world.parts, lastPublishedAt: async () => null };
    const plan = planOf({ pageSize: 10, router: null });
    expect(await tick(parts, plan, signal)).toMatchObject({ status: "paused", why: "steps" });
    expect(world.hub.requests).toHaveLength(TICK.steps);
    expect(await tick(parts, plan, signal)).toMatchObject({ status: "published" });
    expect(world.hub.requests).toHaveLength(TICK.steps + 5);
  });

  it("asks nothing while the Hub's limit is used up, however many ticks there are", async () => {
    const clock = createClock();
    const windowMs = 300_000;
    // Whoever waits stays within the window only where the tick's own time allows it.
    const limit = { quota: 3, windowMs, now: () => clock.now };
    const world = createWorld({ models: 1_000, limit }, {}, clock);
    const parts = { ...world.parts, lastPublishedAt: async () => null };
    const first = await tick(parts, planOf(), signal);
    expect(first).toMatchObject({ status: "paused", why: "limit", resumeAt: START + windowMs });
    expect(world.hub.requests).toHaveLength(3);
    for (let minute = 0; minute < 5; minute += 1) {
      expect(await tick(parts, planOf(), signal)).toMatchObject({ status: "paused", why: "limit" });
      clock.now += 60_000;
    }
    expect(world.hub.requests).toHaveLength(3);
    await tick(parts, planOf(), signal);
    expect(world.hub.requests).toHaveLength(6);
  });

  it("never asks for more than the Hub allows in a window, to the end of the crawl", async () => {
    const clock = createClock();
    const limit = { quota: 4, windowMs: 300_000, now: () => clock.now };
    const world = createWorld({ models: 1_000, limit }, {}, clock);
    const outcome = await world.run(planOf({ router: null }));
    expect(outcome).toMatchObject({ status: "published", published: keptIds(1_000).length });
    // Twenty pages, of which each was answered at once: none was ever refused.
    expect(world.hub.requests).toHaveLength(20);
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(4 * 300_000);
  });
});

describe("faults of the Hub", () => {
  it.each(["500", "cut", "broken", "not-a-list"] as const)("cost time and no model: %s", async (fault) => {
    const world = createWorld({ models: 230, fault: (_, before) => (before < 2 ? fault : null) });
    expect(await world.run()).toMatchObject({ status: "published", published: keptIds(230).length });
  });

  it("that last end the call, and what was fetched is kept for the next", async () => {
    let isDown = false;
    const world = createWorld({ models: 230, fault: () => (isDown ? "500" : null) });
    await world.run(planOf(), { steps: 3 });
    isDown = true;
    expect(await world.run()).toMatchObject({ status: "failed", why: "6 times: status 500" });
    isDown = false;
    const before = world.hub.requests.length;
    expect(await world.run()).toMatchObject({ status: "published" });
    expect(world.hub.requests.length - before).toBe(2 + 1);
  });
});

beforeEach(emptyBucket);
afterEach(() => vi.restoreAllMocks());

/** One call of the cron trigger before a hub that stands in. */
async function fire(isOn: boolean, options: HubOptions, hub = HUB) {
  const fake = createHub(options);
  const { fetch } = outsideOf(fake, createClock());
  const logged = vi.spyOn(console, "log").mockReturnValue();
  await crawlByCron({
    bucket: env.RESOURCES,
    config: { isOn, hub, token: "hf_secret" },
    fetch: (address, init) => fetch(String(address), init ?? {}),
    signal: new AbortController().signal,
  });
  return { requests: fake.requests, tokens: new Set(fake.tokens), logged };
}

it("does nothing where it is switched off", async () => {
  const { requests } = await fire(false, { models: 20 });
  expect(requests).toEqual([]);
  expect((await readPointer(env.RESOURCES)).pointer).toBeNull();
});

it("publishes where it is switched on, says so, and then has nothing to do", async () => {
  const { requests, tokens, logged } = await fire(true, { models: 20 });
  expect(requests.length).toBeGreaterThan(1);
  expect(logged).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ status: "published" }));
  // Not Hugging Face itself, so its token stays here.
  expect(tokens).toEqual(new Set([null]));
  expect((await readPointer(env.RESOURCES)).pointer?.kept).toHaveLength(1);
  expect((await fire(true, { models: 20 })).requests).toEqual([]);
});

it("shows the token to Hugging Face, and asks its router for prices without", async () => {
  const { requests, tokens } = await fire(true, { models: 20 }, "https://huggingface.co");
  expect(requests).toContain("/v1/models");
  expect(tokens).toEqual(new Set(["Bearer hf_secret", null]));
});
