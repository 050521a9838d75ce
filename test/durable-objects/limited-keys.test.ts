import { env } from "cloudflare:workers";
import { afterEach, describe, expect, inject, it, vi } from "vitest";
import { type KeyLimits, UNLIMITED } from "../../src/domain/api-key.ts";
import { failure } from "../../src/domain/errors.ts";
import { randomHex } from "../../src/domain/ids.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { err } from "../../src/domain/result.ts";
import type { PlanView } from "../../src/http/schemas/plan-view.ts";
import type { ConversationRpc } from "../../src/rpc/index.ts";
import { wire } from "../../src/wiring.ts";
import { price } from "../domain/simulate.ts";
import { eventually } from "../eventually.ts";
import type { ChatCall, ChatScript, ScriptedAnswer } from "../fakes/chat-server.ts";
import { createCaller, post, problemOf, runOf } from "../http/caller.ts";
import { createBackstage } from "../http/doubles.ts";
import { UNTIL_ENDED } from "../patience.ts";
import { scripted, value } from "./driver.ts";

const CALL_USD = 0.05;
const KEY = "0000000a";
const WAIT = { prefer: UNTIL_ENDED };

/** A deployment whose plans a language model makes, at a price a call. */
const variables = {
  ...env,
  AUTH: "keys",
  CONTROLLER: "openai",
  OPENAI_BASE_URL: inject("chatUrl"),
  OPENAI_API_KEY: "sk-limited",
  OPENAI_MODEL: "a-model",
  CONFIG: {
    ...("CONFIG" in env ? (env.CONFIG as object) : {}),
    openai: {
      models: [{ model: "a-model", does: "chat", prices: [{ usd: CALL_USD, per: "call", asOf: "2026-11-22" }] }],
    },
  },
};

/** The API on real objects, as a limited key of a tenant that has a model at a price a call. */
async function begin(limits: Partial<KeyLimits>) {
  const wiring = wire(variables as unknown as Env);
  const tenant = randomHex(8);
  const rpc = wiring.tenant(tenant);
  await rpc.addKey({ id: KEY, name: "", limits: UNLIMITED });
  await rpc.limitKey(KEY, limits);
  value(
    await rpc.addModel({
      endpoint: {
        ...({ provider: "custom", model: "our/priced", taskType: "text2text-generation", licence: "MIT" } as const),
        ...{ grade: "full", description: "Not for free", stated: { prices: [price(CALL_USD)] } },
      },
      url: inject("expertUrl"),
      format: "json",
      headerNames: [],
      sealedHeaders: null,
      addedAt: 0,
    }),
  );
  const caller = createCaller({ ...createBackstage(), wiring });
  const spent = async (): Promise<number> => (await rpc.findKey(KEY))?.spentTodayUsd ?? 0;
  return { wiring, rpc, call: caller.as(tenant, KEY), spent };
}

const PRICED: JsonValue = { ...Object(scripted(0, {})), model: "custom:our/priced" };

/** Has conversations refuse what is posted to them. @returns what ends that */
function refusePosts(wiring: ReturnType<typeof wire>): () => void {
  const { conversation } = wiring;
  const spy = vi.spyOn(wiring, "conversation").mockImplementation(
    (tenant, part) =>
      ({
        run: (run: string) => conversation(tenant, part).run(run),
        post: async () => err(failure("queue-full", "8 messages wait for their turn already", true)),
      }) as unknown as ConversationRpc,
  );
  return () => spy.mockRestore();
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("repeats of requests that were refused after their admission", () => {
  it("start no more runs at once than their key may have", async () => {
    const { wiring, call } = await begin({ activeRuns: 1 });
    const start = (n: number) =>
      call("/v1/runs", post({ plan: [scripted(0, {})], approval: "plan" }, { "idempotency-key": `n${n}` }));
    const accept = refusePosts(wiring);
    for (const n of [1, 2, 3]) expect(await problemOf(await start(n))).toMatchObject({ code: "queue-full" });
    accept();
    const first = await runOf(await start(1));
    for (const n of [2, 3]) expect(await problemOf(await start(n))).toMatchObject({ code: "rate-limited" });
    expect((await runOf(await start(1))).id).toBe(first.id);
  });

  it("spend no more than their key may on a day, and are booked to it", async () => {
    const { wiring, call, spent } = await begin({ usdPerDay: CALL_USD });
    const start = (n: number) => call("/v1/runs", post({ plan: [PRICED] }, { ...WAIT, "idempotency-key": `n${n}` }));
    const accept = refusePosts(wiring);
    for (const n of [1, 2, 3]) expect(await problemOf(await start(n))).toMatchObject({ code: "queue-full" });
    accept();
    expect(await runOf(await start(1), 200)).toMatchObject({ status: "succeeded" });
    await eventually(async () => expect(await spent()).toBe(CALL_USD));
    for (const n of [2, 3]) expect(await problemOf(await start(n))).toMatchObject({ code: "budget-exceeded" });
    expect((await runOf(await start(1), 200)).status).toBe("succeeded");
    expect(await spent()).toBe(CALL_USD);
  });

  it("count against the rate of their key", async () => {
    const { wiring, call } = await begin({ runsPerMinute: 3 });
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = () => call("/v1/runs", post({ plan: [scripted(0, {})] }, { "idempotency-key": "n" }));
    const accept = refusePosts(wiring);
    for (let n = 0; n < 3; n++) expect(await problemOf(await start())).toMatchObject({ code: "queue-full" });
    expect(await problemOf(await start())).toMatchObject({ code: "rate-limited" });
    accept();
    expect(await problemOf(await start())).toMatchObject({ code: "rate-limited" });
  });
});

describe("requests at once under one idempotency key", () => {
  it("make one run, which takes one place and is paid once", async () => {
    const { call, spent } = await begin({ activeRuns: 1, usdPerDay: 2 * CALL_USD });
    const start = () => call("/v1/runs", post({ plan: [PRICED] }, { ...WAIT, "idempotency-key": "n" }));
    const runs = await Promise.all(Array.from({ length: 4 }, async () => runOf(await start(), 200)));
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
    await eventually(async () => expect(await spent()).toBe(CALL_USD));
    const next = await call("/v1/runs", post({ plan: [PRICED] }, WAIT));
    expect(await runOf(next, 200)).toMatchObject({ status: "succeeded" });
    await eventually(async () => expect(await spent()).toBeCloseTo(2 * CALL_USD, 9));
  });

  it("are completed by a repeat where all of them were refused", async () => {
    const { wiring, call, spent } = await begin({ activeRuns: 1, usdPerDay: CALL_USD });
    const start = () => call("/v1/runs", post({ plan: [PRICED] }, { ...WAIT, "idempotency-key": "n" }));
    const accept = refusePosts(wiring);
    expect((await Promise.all([start(), start(), start()])).map(({ status }) => status)).toEqual([409, 409, 409]);
    accept();
    expect(await runOf(await start(), 200)).toMatchObject({ status: "succeeded" });
    await eventually(async () => expect(await spent()).toBe(CALL_USD));
  });
});

describe("runs at once", () => {
  it("cost together no more than their key may spend on a day", async () => {
    const { call, spent } = await begin({ usdPerDay: 2 * CALL_USD });
    const start = () => call("/v1/runs", post({ plan: [PRICED], budget: { usd: CALL_USD } }, WAIT));
    const answers = await Promise.all(Array.from({ length: 5 }, start));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402]);
    await Promise.all(answers.map((answer) => answer.body?.cancel()));
    await eventually(async () => expect(await spent()).toBeCloseTo(2 * CALL_USD, 9));
  });

  it("have the budget that their key has left, and are raised to no more", async () => {
    const { call } = await begin({ usdPerDay: CALL_USD });
    const body = { plan: [PRICED, { ...Object(PRICED), id: 1 }], budget: { usd: 1, onExhausted: "ask" } };
    const paused = await runOf(await call("/v1/runs", post(body, WAIT)));
    expect(paused).toMatchObject({ status: "paused", pause: { reason: "usd" } });
    const resumed = await call(`/v1/runs/${paused.id}/resume`, post({ budget: { usd: 1 } }));
    expect(await problemOf(resumed)).toMatchObject({ status: 402, code: "budget-exceeded" });
    await runOf(await call(`/v1/runs/${paused.id}/cancel`, { method: "POST" }), 200);
  });
});

const script = (key: string, ...answers: ChatScript["answers"]): string => JSON.stringify({ key, answers });
const says = (more: object = {}): ScriptedAnswer => ({
  body: {
    choices: [{ message: { content: '{"plan": [], "reply": "I make plans."}' }, finish_reason: "stop" }],
    ...more,
  },
});
const calls = async (key: string): Promise<readonly ChatCall[]> =>
  (await fetch(new URL(`/calls/${key}`, variables.OPENAI_BASE_URL))).json();

type Call = Awaited<ReturnType<typeof begin>>["call"];
const MCP = { accept: "application/json, text/event-stream" };

/** Every route that has a request planned without making a run of it. */
const PLANNERS: readonly (readonly [name: string, plan: (call: Call, text: string) => Promise<Response>])[] = [
  ["/v1/plan", (call, text) => call("/v1/plan", post({ text }))],
  ["/tasks", (call, text) => call("/tasks", post({ messages: [{ role: "user", content: text }] }))],
  [
    "plan_request",
    (call, text) => {
      const params = { name: "plan_request", arguments: { text } };
      return call("/mcp", post({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, MCP));
    },
  ],
];

describe.each(PLANNERS)("planning by %s", (name, plan) => {
  const keyOf = (what: string): string => `${what}${name.replaceAll("/", "-")}`;

  it("calls no language model for a key that may spend nothing", async () => {
    const { call, spent } = await begin({ usdPerDay: 0 });
    const key = keyOf("nothing");
    expect(await (await plan(call, script(key, says()))).text()).toContain("budget-exceeded");
    expect(await calls(key)).toEqual([]);
    expect(await spent()).toBe(0);
  });

  it("is booked to its key, call by call, until that has nothing left", async () => {
    const { call, spent } = await begin({ usdPerDay: 2 * CALL_USD });
    const key = keyOf("booked");
    for (const usd of [CALL_USD, 2 * CALL_USD]) {
      expect(await (await plan(call, script(key, says()))).text()).toContain("I make plans");
      expect(await spent()).toBeCloseTo(usd, 9);
    }
    expect(await (await plan(call, script(key, says()))).text()).toContain("budget-exceeded");
    expect(await calls(key)).toHaveLength(2);
  });

  it("is done without the language model where what is left is not enough for a call", async () => {
    const { call, spent } = await begin({ usdPerDay: CALL_USD / 2 });
    const key = keyOf("too-little");
    expect((await plan(call, script(key, says()))).status).toBe(200);
    expect(await calls(key)).toEqual([]);
    expect(await spent()).toBe(0);
  });

  it("costs no more at once than the key has left", async () => {
    const { call, spent } = await begin({ usdPerDay: CALL_USD });
    const key = keyOf("at-once");
    await Promise.all(Array.from({ length: 4 }, async () => (await plan(call, script(key, says()))).text()));
    expect(await calls(key)).toHaveLength(1);
    expect(await spent()).toBeCloseTo(CALL_USD, 9);
  });
});

describe("planning", () => {
  it("is held against the budget that a run of the key would have", async () => {
    const { call } = await begin({ usdPerDay: 3 * CALL_USD, activeRuns: 2 });
    const limitOf = async (body: object): Promise<unknown> => {
      const plan = await (await call("/v1/plan", post({ plan: [PRICED], ...body }))).json<PlanView>();
      return plan.budget?.usd.limit;
    };
    expect(await limitOf({})).toBeCloseTo(1.5 * CALL_USD, 9);
    expect(await limitOf({ budget: { usd: CALL_USD } })).toBeCloseTo(CALL_USD, 9);
    expect(await limitOf({ budget: { usd: 5 } })).toBeCloseTo(3 * CALL_USD, 9);
  });
});

describe("planning that comes to nothing", () => {
  it("costs what its calls did, also where they failed", async () => {
    const { call, spent } = await begin({ usdPerDay: 1 });
    const key = "failed-calls";
    const cut: ScriptedAnswer = { ...says(), midway: "cut" };
    await (await call("/v1/plan", post({ text: script(key, cut) }))).text();
    const made = (await calls(key)).length;
    expect(made).toBeGreaterThan(0);
    expect(await spent()).toBeCloseTo(made * CALL_USD, 9);
  });

  it("costs what its calls did where the client leaves in the middle", async () => {
    const { call, spent } = await begin({ usdPerDay: 1 });
    const key = "left-in-the-middle";
    const leaving = new AbortController();
    const text = script(key, { ...says(), midway: "stall" });
    const answer = call("/v1/plan", { ...post({ text }), signal: leaving.signal });
    await eventually(async () => expect(await calls(key)).toHaveLength(1));
    leaving.abort();
    await answer.catch(() => undefined);
    await eventually(async () => expect(await spent()).toBeCloseTo(CALL_USD, 9));
  });

  it("costs nothing where no call was made", async () => {
    const { call, spent, rpc } = await begin({ usdPerDay: 1 });
    const gone = await call("/v1/plan", post({ text: "x", resources: [`res_${"0".repeat(56)}`] }));
    expect(gone.status).toBe(404);
    const unsafe = await call("/v1/plan", post({ text: "x", resources: ["http://10.0.0.1/a.png"] }));
    expect(unsafe.status).toBe(422);
    expect(await spent()).toBe(0);
    const all = await rpc.admit({ keyId: KEY, conversation: "conv", run: "run-1" });
    expect(all).toMatchObject({ value: { budgetUsd: 1 } });
  });
});
