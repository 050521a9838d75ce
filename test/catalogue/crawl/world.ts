import { env } from "cloudflare:workers";
import type { CrawlPlan } from "../../../r2-schemas/crawl.ts";
import { type CrawlOutcome, type CrawlParts, crawl } from "../../../src/catalogue/crawl/crawl.ts";
import type { Outside } from "../../../src/catalogue/crawl/hub/client.ts";
import { type CrawlStore, createR2CrawlStore } from "../../../src/catalogue/crawl/store.ts";
import type { CatalogueModel } from "../../../src/domain/catalogue.ts";
import { createHub, type Hub, type HubOptions } from "../../fakes/hub/hub.ts";

export const HUB = "https://hub.test";
export const ROUTER = "https://router.test";
export const START = Date.UTC(2026, 10, 22);

export const planOf = (changes: Partial<CrawlPlan> = {}): CrawlPlan => ({
  hub: HUB,
  router: ROUTER,
  pageSize: 50,
  maxPages: 100,
  maxCards: 0,
  ...changes,
});

/** A clock that only sleeping moves. */
export interface Clock {
  now: number;
  readonly slept: number[];
}
export const createClock = (): Clock => ({ now: START, slept: [] });

/** The hub's replies as a `fetch`, bodies that break included. */
export const outsideOf = (hub: Hub, clock: Clock): Outside => ({
  now: () => clock.now,
  random: () => 0.5,
  sleep: async (ms) => {
    clock.slept.push(ms);
    clock.now += ms;
  },
  fetch: async (url, init) => {
    const reply = hub.respond(new URL(url), new Headers(init.headers).get("authorization"));
    if (reply.breaks === "before") throw new TypeError("Network connection lost.");
    const body = reply.breaks === "never" ? reply.body : brokenBody(reply.body);
    return new Response(body, { status: reply.status, headers: reply.headers });
  },
});

const brokenBody = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.error(new TypeError("Network connection lost."));
    },
  });

export interface World {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly store: CrawlStore;
  /** What was published, in the order in which it was. */
  readonly published: (readonly CatalogueModel[])[];
  readonly parts: CrawlParts<number>;
  run(plan?: CrawlPlan, allowance?: { ms?: number; steps?: number }): Promise<CrawlOutcome<number>>;
}

/** A crawler on real R2 before a hub that stands in; publishing keeps the models and tells their number. */
export function createWorld(
  options: HubOptions,
  changes: Partial<CrawlParts<number>> = {},
  clock = createClock(),
): World {
  const hub = createHub(options);
  const published: (readonly CatalogueModel[])[] = [];
  const parts: CrawlParts<number> = {
    outside: outsideOf(hub, clock),
    store: createR2CrawlStore(env.RESOURCES),
    token: null,
    publish: async (models) => {
      const all: CatalogueModel[] = [];
      for await (const model of models) all.push(model);
      published.push(all);
      return all.length;
    },
    ...changes,
  };
  return {
    hub,
    clock,
    store: parts.store,
    published,
    parts,
    run: (plan = planOf(), { ms = 24 * 60 * 60_000, steps = 10_000 } = {}) =>
      crawl(parts, plan, { ms, steps, signal: new AbortController().signal }),
  };
}

export async function emptyBucket(): Promise<void> {
  const { objects } = await env.RESOURCES.list({ prefix: "catalogue/" });
  if (objects.length > 0) await env.RESOURCES.delete(objects.map(({ key }) => key));
}

export const keysInBucket = async (): Promise<readonly string[]> =>
  (await env.RESOURCES.list({ prefix: "catalogue/crawls/" })).objects.map(({ key }) => key);

/** Thrown where a process is killed. */
export class Killed extends Error {}

/** Parts that die at the `deadline`-th thing they do, and do nothing after it. */
export function mortal(
  parts: CrawlParts<number>,
  deadline: number,
): { readonly parts: CrawlParts<number>; readonly signal: AbortSignal } {
  let done = 0;
  // A dead process asks no more: without it the client would take the death for a broken connection.
  const death = new AbortController();
  const live = (): void => {
    done += 1;
    if (done < deadline) return;
    const killed = new Killed("killed");
    death.abort(killed);
    throw killed;
  };
  // Half of the deaths come after the deed, when nobody is left to hear of it.
  const guard =
    <Args extends readonly unknown[], Value>(act: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      live();
      const value = await act(...args);
      live();
      return value;
    };
  const { store, outside } = parts;
  return {
    signal: death.signal,
    parts: {
      ...parts,
      outside: { ...outside, fetch: guard(outside.fetch) },
      publish: guard(parts.publish),
      store: {
        ids: guard(store.ids),
        state: guard(store.state),
        writeState: guard(store.writeState),
        page: guard(store.page),
        addPage: guard(store.addPage),
        remove: guard(store.remove),
      },
    },
  };
}
