import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type KeyLimits, UNLIMITED } from "../../src/domain/api-key.ts";
import { randomHex } from "../../src/domain/ids.ts";
import type { Admission } from "../../src/rpc/registry.ts";
import { wire } from "../../src/wiring.ts";
import { ADMITTED } from "./admitted.ts";

const MINUTE_MS = 60_000;
/** Far ahead, so that an alarm comes when a test lets it, and never by itself. */
const NOON = Date.UTC(2096, 10, 22, 12);
const IDEMPOTENCY = { key: "order 66", fingerprint: "f" };
const MINE = "0000000a";
const OTHER = "0000000b";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(NOON);
});
afterEach(() => vi.useRealTimers());

/** A tenant with a limited key, whose run-1 was booked by a request that made none. */
async function bookedOnce(limits: Partial<KeyLimits>, more: Partial<Admission> = {}) {
  const name = randomHex(8);
  const rpc = wire(env).tenant(name);
  await rpc.addKey({ id: MINE, name: "", limits: UNLIMITED });
  await rpc.limitKey(MINE, limits);
  const admit = (run: string, given: Partial<Admission> = {}) =>
    rpc.admit({ keyId: MINE, conversation: "conv", run, ...given });
  expect(await admit("run-1", { idempotency: IDEMPOTENCY, ...more })).toMatchObject({ value: { replay: false } });
  return {
    name,
    rpc,
    admit,
    /** A repeat that found no run where it was booked. */
    repeat: (given: Partial<Admission> = {}) =>
      admit("run-of-the-repeat", { idempotency: IDEMPOTENCY, unmade: "run-1", ...given }),
  };
}

const refusedWith = (code: string) => ({ ok: false, error: { code } });

describe("a repeat of a booking whose run was never made", () => {
  it("makes that run, and takes its place only once", async () => {
    const { rpc, admit, repeat } = await bookedOnce({ activeRuns: 1 });
    expect(await repeat()).toEqual(ADMITTED);
    expect(await repeat()).toEqual(ADMITTED);
    expect(await admit("run-2")).toMatchObject(refusedWith("rate-limited"));
    await rpc.runEnded("run-1");
    expect(await admit("run-2")).toMatchObject({ ok: true });
  });

  it("counts against the rate as a new start does", async () => {
    const { admit, repeat } = await bookedOnce({ runsPerMinute: 2 });
    expect((await repeat()).ok).toBe(true);
    expect(await repeat()).toMatchObject(refusedWith("rate-limited"));
    expect(await admit("run-2")).toMatchObject(refusedWith("rate-limited"));
  });

  it("finds no place where others have taken it", async () => {
    const { rpc, admit, repeat } = await bookedOnce({ activeRuns: 1 });
    expect(await rpc.abandon("run-1")).toBe(true);
    expect((await admit("run-2")).ok).toBe(true);
    expect(await repeat()).toMatchObject(refusedWith("rate-limited"));
  });

  it("finds no money where others have spent it, and its own where nobody has", async () => {
    const { rpc, admit, repeat } = await bookedOnce({ usdPerDay: 1 });
    expect(await repeat()).toMatchObject({ value: { run: "run-1", budgetUsd: 1 } });
    expect(await rpc.abandon("run-1")).toBe(false);
    expect(await rpc.abandon("run-1")).toBe(true);
    expect((await admit("run-2")).ok).toBe(true);
    await rpc.runEnded("run-2", [], 1);
    expect(await repeat()).toMatchObject(refusedWith("budget-exceeded"));
  });

  it("is booked to the key that asks, and to no other, once the request that booked it has died", async () => {
    const { rpc, repeat } = await bookedOnce({ usdPerDay: 1 });
    await rpc.addKey({ id: OTHER, name: "", limits: UNLIMITED });
    await rpc.limitKey(OTHER, { usdPerDay: 2 });
    vi.setSystemTime(NOON + 6 * MINUTE_MS);
    expect(await repeat({ keyId: OTHER })).toMatchObject({ value: { run: "run-1", budgetUsd: 2 } });
    await rpc.runEnded("run-1", [], 0.75);
    expect(await rpc.findKey(OTHER)).toMatchObject({ spentTodayUsd: 0.75 });
    expect(await rpc.findKey(MINE)).toMatchObject({ spentTodayUsd: 0 });
  });

  it("keeps its key and its money while the request that booked it may still make it", async () => {
    const { rpc, admit, repeat } = await bookedOnce({ usdPerDay: 1 });
    await rpc.addKey({ id: OTHER, name: "", limits: UNLIMITED });
    await rpc.limitKey(OTHER, { usdPerDay: 0.05 });
    for (let times = 0; times < 3; times++) {
      expect(await repeat({ keyId: OTHER })).toMatchObject({ value: { run: "run-1", budgetUsd: 1 } });
    }
    expect(await admit("run-2")).toMatchObject(refusedWith("budget-exceeded"));
    await rpc.runEnded("run-1", [], 1);
    expect(await rpc.findKey(MINE)).toMatchObject({ spentTodayUsd: 1 });
    expect(await rpc.findKey(OTHER)).toMatchObject({ spentTodayUsd: 0 });
  });

  it("is not made again where the run has ended, however late the repeat asks", async () => {
    const { rpc, repeat } = await bookedOnce({ activeRuns: 1 });
    await rpc.runEnded("run-1", [], 0);
    const { models: _, ...made } = ADMITTED.value;
    expect(await repeat()).toEqual({ ok: true, value: { ...made, replay: true } });
    expect(await rpc.abandon("run-1")).toBe(false);
    expect(await rpc.findBooking(IDEMPOTENCY.key)).not.toBeNull();
  });

  it("is refused still where the key was used for another request, or forestalled", async () => {
    const { rpc, admit, repeat } = await bookedOnce({});
    const other = { ...IDEMPOTENCY, fingerprint: "g" };
    expect(await repeat({ idempotency: other })).toMatchObject(refusedWith("idempotency-mismatch"));
    await rpc.forestall("late", MINE);
    const late = { idempotency: { key: "late", fingerprint: "f" }, unmade: "" };
    expect(await admit("run-2", late)).toMatchObject(refusedWith("cancelled"));
  });
});

describe("a booking that is given up", () => {
  it("leaves nothing of itself", async () => {
    const { rpc, admit } = await bookedOnce({ activeRuns: 1, usdPerDay: 1 });
    expect(await rpc.abandon("run-1")).toBe(true);
    expect(await rpc.findBooking(IDEMPOTENCY.key)).toBeNull();
    const other = { ...IDEMPOTENCY, fingerprint: "of another body" };
    expect(await admit("run-2", { idempotency: other })).toMatchObject({ value: { run: "run-2", budgetUsd: 1 } });
  });

  it("leaves the booking that another request has under its idempotency key since", async () => {
    const { rpc, admit } = await bookedOnce({});
    expect(await rpc.abandon("run-1")).toBe(true);
    await admit("run-2", { idempotency: IDEMPOTENCY });
    expect(await rpc.abandon("run-1")).toBe(true);
    expect(await rpc.findBooking(IDEMPOTENCY.key)).toMatchObject({ run: "run-2" });
  });

  it("stays while another request may still make the run, which is then booked to its key", async () => {
    const { rpc, admit, repeat } = await bookedOnce({ activeRuns: 1, usdPerDay: 1 });
    expect(await repeat()).toMatchObject(ADMITTED);
    expect(await rpc.abandon("run-1")).toBe(false);
    expect(await admit("run-2")).toMatchObject(refusedWith("rate-limited"));
    await rpc.runEnded("run-1", [], 0.5);
    expect(await rpc.findKey(MINE)).toMatchObject({ spentTodayUsd: 0.5 });
  });

  it("does not wait for a request that died long ago", async () => {
    const { rpc, repeat } = await bookedOnce({ activeRuns: 1 });
    vi.setSystemTime(NOON + 6 * MINUTE_MS);
    expect(await repeat()).toMatchObject(ADMITTED);
    expect(await rpc.abandon("run-1")).toBe(true);
    expect(await rpc.findBooking(IDEMPOTENCY.key)).toBeNull();
  });

  it("is given up without an idempotency key as well", async () => {
    const { rpc, admit } = await bookedOnce({ activeRuns: 2 });
    await admit("run-2");
    expect(await admit("run-3")).toMatchObject(refusedWith("rate-limited"));
    expect(await rpc.abandon("run-2")).toBe(true);
    expect((await admit("run-3")).ok).toBe(true);
  });
});

describe("a booking whose request died", () => {
  it("has its money given back once its conversation says that there is no such run", async () => {
    const { rpc, admit, name } = await bookedOnce({ usdPerDay: 1 });
    expect(await admit("run-2")).toMatchObject(refusedWith("budget-exceeded"));
    vi.setSystemTime(NOON + 60 * MINUTE_MS);
    await runDurableObjectAlarm(env.TENANT.getByName(name));
    expect(await admit("run-2")).toMatchObject({ value: { budgetUsd: 1 } });
    // What nobody expected any more is booked nevertheless.
    await rpc.runEnded("run-1", [], 0.25);
    expect(await rpc.findKey(MINE)).toMatchObject({ spentTodayUsd: 0.25 });
  });

  it("is looked after anew from its repeat on", async () => {
    const { admit, repeat, name } = await bookedOnce({ activeRuns: 1 });
    vi.setSystemTime(NOON + 59 * MINUTE_MS);
    expect(await repeat()).toMatchObject(ADMITTED);
    vi.setSystemTime(NOON + 60 * MINUTE_MS);
    await runDurableObjectAlarm(env.TENANT.getByName(name));
    expect(await admit("run-2")).toMatchObject(refusedWith("rate-limited"));
  });
});
