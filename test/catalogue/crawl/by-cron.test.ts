import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { crawlByCron } from "../../../src/catalogue/crawl/scheduled.ts";
import { readPointer } from "../../../src/catalogue/snapshot/pointer.ts";
import { createHub, type HubOptions } from "../../fakes/hub/hub.ts";
import { createClock, emptyBucket, HUB, outsideOf } from "./world.ts";

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
