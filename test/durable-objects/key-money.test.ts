import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type KeyLimits, UNLIMITED } from "../../src/domain/api-key.ts";
import { randomHex } from "../../src/domain/ids.ts";
import { wire } from "../../src/wiring.ts";
import { ADMITTED } from "./admitted.ts";

const HOUR_MS = 60 * 60_000;
/** Far ahead, so that an alarm comes when a test lets it, and never by itself. */
const NOON = Date.UTC(2096, 10, 22, 12);
const KEY = "0000000a";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(NOON);
});
afterEach(() => vi.useRealTimers());

async function limited(limits: Partial<KeyLimits>) {
  const name = randomHex(8);
  const rpc = wire(env).tenant(name);
  await rpc.addKey({ id: KEY, name: "", limits: UNLIMITED });
  await rpc.limitKey(KEY, limits);
  return {
    name,
    rpc,
    admit: (run: string, budgetUsd?: number) =>
      rpc.admit({ keyId: KEY, conversation: "conv", run, ...(budgetUsd === undefined ? {} : { budgetUsd }) }),
    plan: async (planningUsd: number, budgetUsd: number | null = null) => {
      const admitted = await rpc.admitPlanning({ keyId: KEY, budgetUsd, planningUsd });
      return admitted.ok ? admitted.value : admitted.error.code;
    },
    spent: async () => (await rpc.findKey(KEY))?.spentTodayUsd,
  };
}

const granted = (budgetUsd: number) => ({ ok: true, value: { budgetUsd } });
const EXCEEDED = { ok: false, error: { code: "budget-exceeded", retryable: true } };

describe("runs of a key that may spend so much a day", () => {
  it("never have more set aside together than is left, however many begin at once", async () => {
    const { rpc, admit, spent } = await limited({ usdPerDay: 1 });
    expect(await admit("run-1", 0.6)).toMatchObject(granted(0.6));
    expect(await admit("run-2", 0.6)).toMatchObject(granted(0.4));
    const refused = await admit("run-3", 0.6);
    expect(refused).toMatchObject(EXCEEDED);
    // It is not the day that is over: what is set aside may come back at any moment.
    expect(refused).not.toHaveProperty("error.retryAfterMs");
    await rpc.runEnded("run-1", [], 0.1);
    expect(await admit("run-3")).toMatchObject(granted(0.5));
    await rpc.runEnded("run-2", [], 0.4);
    await rpc.runEnded("run-3", [], 0.5);
    expect(await spent()).toBeCloseTo(1);
    expect(await admit("run-4")).toMatchObject({ ...EXCEEDED, error: { retryAfterMs: 12 * HOUR_MS } });
  });

  it("may spend all that is left where they name no budget", async () => {
    const { admit } = await limited({ usdPerDay: 1 });
    expect(await admit("run-1")).toMatchObject(granted(1));
    expect(await admit("run-2")).toMatchObject(EXCEEDED);
  });

  it("share it where the key may have several at once", async () => {
    const { rpc, admit } = await limited({ usdPerDay: 3, activeRuns: 3 });
    for (const run of ["run-1", "run-2", "run-3"]) expect(await admit(run)).toMatchObject(granted(1));
    await rpc.runEnded("run-2", [], 0.5);
    expect(await admit("run-4")).toMatchObject(granted(0.5));
  });

  it("have no limit where their key has none", async () => {
    const { admit } = await limited({ activeRuns: 5 });
    expect(await admit("run-1", 0.6)).toEqual(ADMITTED);
  });

  it("are paid from the day that they were begun on, and take nothing from the next", async () => {
    const { rpc, admit, spent } = await limited({ usdPerDay: 1 });
    await admit("run-1");
    vi.setSystemTime(NOON + 24 * HOUR_MS);
    expect(await admit("run-2")).toMatchObject(granted(1));
    await rpc.runEnded("run-1", [], 1);
    expect(await spent()).toBe(0);
    await rpc.runEnded("run-2", [], 0.25);
    expect(await spent()).toBe(0.25);
  });

  it("book what they cost above what was set aside as well", async () => {
    const { rpc, admit, spent } = await limited({ usdPerDay: 1 });
    await admit("run-1", 0.5);
    await rpc.runEnded("run-1", [], 0.7);
    expect(await spent()).toBe(0.7);
  });

  it("are kept for the day where nobody ever tells of their end", async () => {
    const { admit, name } = await limited({ usdPerDay: 1 });
    await admit("run-1", 0.75);
    await runInDurableObject(env.TENANT.getByName(name), (_, { storage }) =>
      // As for one whose conversation said that it had ended, and whose cost never came.
      storage.sql.exec("DELETE FROM active_runs"),
    );
    vi.setSystemTime(NOON + HOUR_MS);
    await runDurableObjectAlarm(env.TENANT.getByName(name));
    expect(await admit("run-2")).toMatchObject(granted(0.25));
  });
});

describe("a run whose budget is raised", () => {
  it("gets what its key has left besides", async () => {
    const { rpc, admit } = await limited({ usdPerDay: 1 });
    await admit("run-1", 0.25);
    await admit("run-2", 0.25);
    expect(await rpc.raiseRun("run-1", 0.5, KEY)).toEqual({ ok: true, value: 0.5 });
    expect(await rpc.raiseRun("run-1", 5, KEY)).toEqual({ ok: true, value: 0.75 });
    expect(await rpc.raiseRun("run-2", 0.3, KEY)).toMatchObject(EXCEEDED);
    // Lower than it is already: nothing is taken back, or wanted.
    expect(await rpc.raiseRun("run-2", 0.1, KEY)).toEqual({ ok: true, value: 0.1 });
  });

  it("gets it from the day of the raise, and spends that of its first day first", async () => {
    const { rpc, admit, spent } = await limited({ usdPerDay: 1 });
    await admit("run-1");
    vi.setSystemTime(NOON + 24 * HOUR_MS);
    expect(await rpc.raiseRun("run-1", 1.5, KEY)).toEqual({ ok: true, value: 1.5 });
    expect(await admit("run-2")).toMatchObject(granted(0.5));
    await rpc.runEnded("run-1", [], 1.2);
    expect(await spent()).toBeCloseTo(0.2);
  });

  it("gets nothing by another key of the tenant that may spend only so much", async () => {
    const { rpc, admit } = await limited({ usdPerDay: 1 });
    await admit("run-1", 0.25);
    expect(await rpc.raiseRun("run-of-no-limited-key", 7, KEY)).toMatchObject({
      ok: false,
      error: { code: "budget-exceeded", retryable: false },
    });
    expect(await rpc.raiseRun("run-1", 0.5, "another-key")).toEqual({ ok: true, value: 0.5 });
  });

  it("gets what is asked for where nothing limits it", async () => {
    const { rpc } = await limited({});
    expect(await rpc.raiseRun("run-of-no-limited-key", 7, KEY)).toEqual({ ok: true, value: 7 });
  });
});

describe("planning of a key that may spend so much a day", () => {
  it("is set aside at what it may cost at most, and settled at what it did", async () => {
    const { rpc, admit, plan, spent } = await limited({ usdPerDay: 1 });
    const reserved = await plan(0.4);
    expect(reserved).toEqual({ work: expect.any(String), budgetUsd: 1 });
    expect(await admit("run-1", 1)).toMatchObject(granted(0.6));
    await rpc.planningEnded(typeof reserved === "object" ? (reserved?.work ?? "") : "", 0.1);
    expect(await spent()).toBeCloseTo(0.1);
    expect(await admit("run-2", 1)).toMatchObject({ value: { budgetUsd: expect.closeTo(0.3) } });
  });

  it("is refused as a run would be where nothing is left, or all is set aside", async () => {
    const { rpc, admit, plan } = await limited({ usdPerDay: 1 });
    await admit("run-1");
    expect(await plan(0.4)).toBe("budget-exceeded");
    await rpc.runEnded("run-1", [], 1);
    expect(await plan(0.4)).toBe("budget-exceeded");
    expect(await plan(0)).toBe("budget-exceeded");
  });

  it("has no more than is left, nor than its own budget", async () => {
    const { plan } = await limited({ usdPerDay: 0.5 });
    expect(await plan(0.4, 0.1)).toMatchObject({ budgetUsd: 0.1 });
    expect(await plan(0.4)).toMatchObject({ budgetUsd: 0.4 });
    expect(await plan(0.4)).toBe("budget-exceeded");
  });

  it("counts as spent where nobody tells what it cost", async () => {
    const { plan, spent, name, rpc, admit } = await limited({ usdPerDay: 1 });
    const reserved = await plan(0.4);
    vi.setSystemTime(NOON + HOUR_MS);
    expect(await admit("run-1", 1)).toMatchObject(granted(0.6));
    await runDurableObjectAlarm(env.TENANT.getByName(name));
    expect(await spent()).toBe(0.4);
    // Told too late.
    await rpc.planningEnded(typeof reserved === "object" ? (reserved?.work ?? "") : "", 0);
    expect(await spent()).toBe(0.4);
  });

  it("counts as all that was set aside where nobody measured it", async () => {
    const { rpc, plan, spent } = await limited({ usdPerDay: 1 });
    const reserved = await plan(0.4);
    await rpc.planningEnded(typeof reserved === "object" ? (reserved?.work ?? "") : "", null);
    expect(await spent()).toBe(0.4);
  });

  it("counts against the rate of its key, which is asked first", async () => {
    const { plan } = await limited({ usdPerDay: 1, runsPerMinute: 1 });
    expect(await plan(0.1)).toMatchObject({ budgetUsd: 1 });
    expect(await plan(0.1)).toBe("rate-limited");
  });

  it("keeps nothing of a key without limits, nor of a tenant that has nothing", async () => {
    const { name } = await limited({});
    const rows = async (tenant: string) =>
      runInDurableObject(env.TENANT.getByName(tenant), (_, { storage }) =>
        storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'key_reservations'").toArray().length === 0
          ? null
          : storage.sql.exec("SELECT * FROM key_reservations").toArray(),
      );
    const fresh = randomHex(8);
    for (const tenant of [name, fresh]) {
      const asked = { keyId: KEY, budgetUsd: null, planningUsd: 1 };
      expect(await wire(env).tenant(tenant).admitPlanning(asked)).toEqual({ ok: true, value: null });
    }
    expect([await rows(name), await rows(fresh)]).toEqual([[], null]);
  });
});
