import { describe, expect, it } from "vitest";
import { createHubClient, type HubReply, type Outside } from "../../../../src/catalogue/crawl/hub/client.ts";

interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const START = Date.UTC(2026, 10, 22);

/** A client before replies that come in order; the last one is repeated. */
function createWorld(replies: readonly (Scripted | Error)[], deadlineMs = 24 * 60 * 60_000) {
  const clock = { now: START, slept: [] as number[], meanwhile: () => {} };
  const asked: string[] = [];
  const outside: Outside = {
    now: () => clock.now,
    random: () => 0.5,
    sleep: async (ms) => {
      clock.slept.push(ms);
      clock.now += ms;
      clock.meanwhile();
    },
    fetch: async (url) => {
      const reply = replies[Math.min(asked.length, replies.length - 1)];
      asked.push(url);
      if (reply instanceof Error || reply === undefined) throw reply;
      return new Response(reply.body ?? "[]", { status: reply.status ?? 200, headers: reply.headers ?? {} });
    },
  };
  const abort = new AbortController();
  const client = createHubClient(outside, START + deadlineMs, abort.signal);
  const get = (changes: { readonly maxBytes?: number; readonly isCut?: boolean } = {}): Promise<HubReply<unknown>> =>
    client.get({
      url: new URL("https://hub.test/api/models"),
      bucket: "api",
      token: null,
      maxBytes: 1_000,
      read: (text) => JSON.parse(text),
      ...changes,
    });
  return { get, clock, asked, abort };
}

const limit = (remaining: number, seconds: number) => ({ RateLimit: `"api";r=${remaining};t=${seconds}` });

describe("the Hub's limits", () => {
  it("are waited for after the last request of a window", async () => {
    const world = createWorld([{ headers: limit(1, 120) }, { headers: limit(0, 90) }, { headers: limit(499, 300) }]);
    for (let request = 0; request < 3; request += 1) await world.get();
    expect(world.clock.slept).toEqual([90_000]);
    expect(world.asked).toHaveLength(3);
  });

  it.each<[string, Scripted, number]>([
    ["Retry-After in seconds", { headers: { "retry-after": "42", ...limit(0, 7) } }, 42_000],
    ["Retry-After as a date", { headers: { "retry-after": new Date(START + 33_000).toUTCString() } }, 33_000],
    ["RateLimit alone", { headers: limit(0, 55) }, 55_000],
    ["nothing at all", {}, 750],
    ["more than an hour", { headers: { "retry-after": "999999" } }, 3_600_000],
    ["what is no time", { headers: { "retry-after": "soon" } }, 750],
  ])("are obeyed after a 429 that names %s", async (_, refusal, waited) => {
    const world = createWorld([{ status: 429, ...refusal }, {}]);
    expect(await world.get()).toMatchObject({ status: "ok" });
    expect(world.clock.slept).toEqual([waited]);
  });

  it("are not waited for past the time allowed: nothing is asked before they end", async () => {
    const world = createWorld([{ status: 429, headers: limit(0, 300) }], 60_000);
    expect(await world.get()).toEqual({ status: "wait", until: START + 300_000 });
    expect(await world.get()).toEqual({ status: "wait", until: START + 300_000 });
    expect(world.asked).toHaveLength(1);
    expect(world.clock.slept).toEqual([]);
  });
});

describe("a request that fails", () => {
  it("is repeated with growing pauses, and given up", async () => {
    const world = createWorld([{ status: 503 }]);
    expect(await world.get()).toEqual({ status: "failed", why: "6 times: status 503" });
    expect(world.clock.slept).toEqual([750, 1_500, 3_000, 6_000, 12_000]);
  });

  it.each<[string, Scripted | Error]>([
    ["an error of the server", { status: 500 }],
    ["a broken connection", new TypeError("Network connection lost.")],
    ["a body that was cut short", { body: '[{"id": "a' }],
    ["a page that is no JSON", { body: "<html>" }],
    ["a timeout on the way", { status: 408 }],
  ])("by %s succeeds when the next one does", async (_, fault) => {
    const world = createWorld([fault, fault, { body: "[1]" }]);
    expect(await world.get()).toMatchObject({ status: "ok", value: [1] });
    expect(world.asked).toHaveLength(3);
  });

  it("for a reason that stays is not repeated", async () => {
    for (const status of [400, 401, 403, 404]) {
      const world = createWorld([{ status }]);
      expect(await world.get()).toEqual({ status: "none", why: `status ${status}` });
      expect(world.asked).toHaveLength(1);
    }
  });

  it("ends when it is told to", async () => {
    const world = createWorld([{ status: 500 }]);
    world.abort.abort(new Error("Interrupted"));
    await expect(world.get()).rejects.toThrow("Interrupted");
    expect(world.asked).toEqual([]);
  });

  it("ends in the middle of a wait, and asks nothing more", async () => {
    const world = createWorld([{ status: 500 }]);
    world.clock.meanwhile = () => world.abort.abort(new Error("Interrupted"));
    await expect(world.get()).rejects.toThrow("Interrupted");
    expect(world.asked).toHaveLength(1);
  });
});

describe("a body", () => {
  it("of too many bytes is refused, or cut where its beginning will do", async () => {
    const body = JSON.stringify("x".repeat(2_000));
    expect(await createWorld([{ body }]).get()).toEqual({ status: "none", why: "a reply of more than 1000 bytes" });
    const world = createWorld([{ body: `[1]${" ".repeat(5_000)}` }]);
    expect(await world.get({ maxBytes: 10, isCut: true })).toMatchObject({ status: "ok", value: [1] });
  });
});

describe("a redirect", () => {
  it.each<[string, string | null]>([
    ["/elsewhere", null],
    ["https://hub.test/elsewhere", null],
    ["https://evil.test/", "it leads to another server"],
    ["http://hub.test/elsewhere", "it leads to another server"],
    ["file:///etc/passwd", "it leads to another server"],
  ])("to %s is followed only within the Hub", async (location, fault) => {
    const world = createWorld([{ status: 307, headers: { location } }, {}]);
    expect(await world.get()).toMatchObject(fault === null ? { status: "ok" } : { status: "none", why: fault });
    expect(world.asked).toHaveLength(fault === null ? 2 : 1);
  });

  it("that leads in a circle is followed three times", async () => {
    const world = createWorld([{ status: 302, headers: { location: "/again" } }]);
    expect(await world.get()).toEqual({ status: "none", why: "it leads in a circle" });
    expect(world.asked).toHaveLength(4);
  });
});
