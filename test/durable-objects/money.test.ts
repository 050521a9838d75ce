import { env } from "cloudflare:workers";
import { describe, expect, inject as injected, it } from "vitest";
import type { RunEvent } from "../../src/domain/events.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { pauseOf, statusOf } from "../../src/domain/run/state.ts";
import { wire } from "../../src/wiring.ts";
import { price } from "../domain/simulate.ts";
import { openConversation, scripted, value } from "./driver.ts";

const TYPE = "text2text-generation";
/** Longer than any test may take. */
const FOREVER_MS = 10 * 60_000;

/** A conversation of a tenant that has a model for which it states a price a call. */
async function open(usd: number) {
  const opened = await openConversation();
  value(
    await wire(env)
      .tenant(opened.tenant)
      .addModel({
        endpoint: {
          ...({ provider: "custom", model: "our/priced", taskType: TYPE, licence: "MIT", grade: "full" } as const),
          description: "Ours, and not for free",
          stated: { prices: [price(usd)] },
        },
        url: injected("expertUrl"),
        format: "json",
        headerNames: [],
        sealedHeaders: null,
        addedAt: 0,
      }),
  );
  return opened;
}

const priced = (id: number): JsonValue => ({ ...Object(scripted(id, {})), model: "custom:our/priced" });
const money = (log: readonly RunEvent[]) => log.filter(({ type }) => type.startsWith("budget-"));

describe("a run that costs something", () => {
  it("sets aside what a call may cost, and settles it", async () => {
    const { start, end, log } = await open(0.2);
    const run = await start({ plan: [priced(0)], budget: { timeMs: 60_000, usd: 0.5 } });
    expect(await end(run)).toMatchObject({ end: { status: "succeeded" }, spent: { usd: 0.2, unpriced: 0 } });
    expect(money(await log(run)).filter(({ data }) => "work" in data && data.work === 0)).toMatchObject([
      { type: "budget-reserved", data: { attempt: 1, usd: 0.2 } },
      { type: "budget-settled", data: { attempt: 1, usd: 0.2, llmCalls: 0 } },
    ]);
  });

  it("tells what it cost without a budget, too", async () => {
    const { start, end, log } = await open(0.2);
    const run = await start({ plan: [priced(0)] });
    expect((await end(run)).spent.usd).toBe(0.2);
    expect(money(await log(run))).toHaveLength(1);
  });

  it("has nothing of the kind in its log where all is free", async () => {
    const { start, end, log } = await open(0.2);
    const run = await start({ plan: [scripted(0, {})] });
    await end(run);
    expect(money(await log(run))).toEqual([]);
  });

  it("answers with what it could pay for", async () => {
    const { start, end } = await open(0.2);
    const run = await start({ plan: [priced(0), priced(1), priced(2)], budget: { timeMs: 60_000, usd: 0.5 } });
    const state = await end(run);
    expect(state.end?.status).toBe("partial");
    expect(state.spent.usd).toBe(0.4);
    expect(state.answer).toContain("not enough for task");
  });

  it("is handed to who waits for it as soon as it asks for more, and not when their time is up", async () => {
    const { start, rpc } = await open(0.2);
    const run = await start({ plan: [priced(0)], budget: { timeMs: 60_000, usd: 0.1, onExhausted: "ask" } });
    const { state } = value(await rpc().waitForEnd(run, FOREVER_MS));
    expect(state && pauseOf(state)).toMatchObject({ reason: "usd", message: expect.stringContaining("0.10 dollars") });
  });

  it("is handed to who waits for it once its plan has to be approved", async () => {
    const { start, rpc } = await open(0.2);
    const run = await start({ plan: [priced(0)], approval: "plan" });
    const { state } = value(await rpc().waitForEnd(run, FOREVER_MS));
    expect(state && statusOf(state)).toBe("awaiting-approval");
    value(await rpc().approve(run, { planVersion: 1, decision: "approve" }));
    expect(value(await rpc().waitForEnd(run, FOREVER_MS)).state?.end?.status).toBe("succeeded");
  });

  it("pauses to ask for more, and ends with it", async () => {
    const { start, end, rpc, until } = await open(0.2);
    const budget = { timeMs: 60_000, usd: 0.3, onExhausted: "ask" } as const;
    const run = await start({ plan: [priced(0), priced(1)], budget });
    await until(run, ({ type }) => type === "run-pause");
    const refused = await rpc().resume(run);
    expect(refused.ok ? null : refused.error.code).toBe("budget-exceeded");
    const { state } = value(await rpc().resume(run, { usd: 0.4 }));
    expect(state && statusOf(state)).toBe("running");
    expect(await end(run)).toMatchObject({ end: { status: "succeeded" } });
  });
});
