import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { GoalLedger } from "../../durable-objects/goal/ledger.ts";
import { GOAL_SCHEMA } from "../../durable-objects/goal/migrations.ts";
import { refusalWaitMs } from "../../durable-objects/goal/run-keeper.ts";
import { Tables } from "../../durable-objects/tables.ts";
import { Tenant } from "../../durable-objects/tenant.ts";
import { UNLIMITED } from "../../src/domain/api-key.ts";
import { failure } from "../../src/domain/errors.ts";
import { err } from "../../src/domain/result.ts";
import { wire } from "../../src/wiring.ts";
import { eventually } from "../eventually.ts";
import { value } from "./driver.ts";
import { brokenDown, openMind, step } from "./goal-driver.ts";

const BUSY = failure("rate-limited", "8 runs are under way already", true);
const HOUR_MS = 60 * 60_000;

const { admit } = Tenant.prototype;
/** A spy of vitest's would look at promises of one object from within another. */
function replaceAdmit(
  by: (tenant: Tenant, admission: Parameters<typeof admit>[0]) => ReturnType<typeof admit>,
): () => number {
  let asked = 0;
  Tenant.prototype.admit = function replaced(this: Tenant, admission) {
    asked++;
    return by(this, admission);
  };
  return () => asked;
}

afterEach(() => {
  Tenant.prototype.admit = admit;
});

describe("a run of a goal that its tenant refuses for now", () => {
  it("makes the goal end with the reason, where it can never begin in time", async () => {
    const asked = replaceAdmit(async () => err({ ...BUSY, retryAfterMs: 2 * HOUR_MS }));
    const mind = await openMind([]);
    const goal = await mind.open({ budget: { timeMs: HOUR_MS } });
    expect((await goal.rest()).end).toMatchObject({
      status: "failed",
      error: { code: BUSY.code, message: BUSY.message },
    });
    expect(asked()).toBe(1);
  });

  it("begins as soon as another of the goal has ended, and no others are asked for meanwhile", async () => {
    const asked = replaceAdmit(async (tenant, admission) =>
      asked() === 3 || asked() === 4 ? err({ ...BUSY, retryAfterMs: HOUR_MS }) : admit.call(tenant, admission),
    );
    const names = ["one", "two", "three"];
    const mind = await openMind([
      brokenDown(
        names,
        names.map((name) => step(name, [], [name])),
      ),
      ...names.map((name) => ({ when: `do ${name}`, say: `return { ${name}: "${name}" };` })),
    ]);
    const goal = await mind.open();
    expect((await goal.rest()).end).toMatchObject({ status: "succeeded" });
    expect(asked()).toBe(6);
  });

  it("gives its share back where another of the goal has the only place, and waits for money", async () => {
    const names = ["one", "two"];
    const mind = await openMind(
      [
        brokenDown(
          names,
          names.map((name) => step(name, [], [name])),
        ),
        ...names.map((name) => ({ when: `do ${name}`, say: `return { ${name}: "${name}" };` })),
      ],
      {
        prices: [{ usd: 0.5, per: "call", source: "https://prices.example/", asOf: "2026-11-01" }],
        key: { id: "key_1", name: "", limits: { ...UNLIMITED, activeRuns: 1 } },
      },
    );
    const goal = await mind.open({ budget: { usd: 1.25 } });
    const { end, results, spent } = await goal.rest();
    expect(end).toMatchObject({ status: "partial" });
    expect([[...results.keys()], spent.usd]).toEqual([["one"], 1]);
    expect((await goal.log()).filter(({ type }) => type === "work-raised")).toHaveLength(1);
  });

  it("waits longer each time, up to two minutes, or as long as it is told", () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.string(), (times, run) => {
        const ms = refusalWaitMs(BUSY, times, run);
        const least = Math.min(2_000 * 2 ** times, 60_000);
        return ms >= least && ms <= 2 * least;
      }),
    );
    expect(refusalWaitMs({ ...BUSY, retryAfterMs: 7 }, 5, "run")).toBe(7);
  });
});

describe("a run of a goal whose conversation is deleted", () => {
  it("counts as all that was set aside for it, and its step is done again", async () => {
    const mind = await openMind([
      brokenDown(["a"], [step("first", [], ["a"])]),
      { when: "do first", say: "return 1", held: "never" },
    ]);
    const goal = await mind.open({ budget: { usd: 1 } });
    const log = await goal.until((event) => event.type === "work-start" && event.data.work.do === "step");
    const started = log.flatMap((event) => (event.type === "work-start" ? [event.data] : [])).at(-1);
    const conversation = wire(env).conversation(mind.tenant, started?.conversation ?? "");
    await eventually(async () => expect((await conversation.run(started?.run ?? "")).ok).toBe(true));
    await mind.say([{ when: "do first", say: "return { a: 'done' };" }]);
    await conversation.remove();
    const state = await goal.rest();
    expect(state.end).toMatchObject({ status: "succeeded" });
    const ended = (await goal.log()).flatMap((event) => (event.type === "work-end" ? [event.data] : []));
    expect(ended[1]).toMatchObject({
      ...{ status: "failed", error: { code: "not-found", message: "The conversation of its run was deleted" } },
      spent: { usd: started?.reserved.usd, assumedUsd: started?.reserved.usd, llmCalls: 1, tasks: 2 },
    });
  });
});

describe("a step of a goal", () => {
  it("fails with the reason where what it takes is more than a run can hold", async () => {
    const names = Array.from({ length: 9 }, (_, n) => `part-${n}`);
    const mind = await openMind([
      brokenDown(["all"], [...names.map((name) => step(name, [], [name])), step("join", names, ["all"])]),
      ...names.map((name) => ({ when: `do ${name}`, say: `return { "${name}": "${name} ".repeat(9000) };` })),
    ]);
    const state = await (await mind.open()).rest();
    expect(state.steps.get("join")).toMatchObject({ status: "failed", error: { code: "resource-too-large" } });
  });
});

describe("the log of a goal", () => {
  it("is told from its end where it is long", async () => {
    const mind = await openMind([]);
    const goal = await mind.open();
    await goal.rest();
    const whole = value(await goal.rpc().log());
    await runInDurableObject(env.GOAL.getByName(goal.name), (_, { storage }) => {
      expect(new GoalLedger(storage, new Tables(storage, GOAL_SCHEMA)).told(2)).toEqual(whole.slice(-2));
    });
  });
});
