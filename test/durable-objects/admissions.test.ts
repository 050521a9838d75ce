import { describe, expect, it } from "vitest";
import { Admissions } from "../../durable-objects/tenant/admissions.ts";
import { KeyRuns } from "../../durable-objects/tenant/key-limits.ts";
import { UNLIMITED } from "../../src/domain/api-key.ts";

/** Counting touches no storage: any use of it would fail the test. */
const untouchable = new Proxy({} as SqlStorage, {
  get: () => {
    throw new Error("The storage was used");
  },
});

const MINUTE_MS = 60_000;

describe("the rate of a key", () => {
  it("holds for what is only planned, by the minute, and keeps nothing", () => {
    const admissions = new Admissions(
      untouchable,
      { filesPerMinute: 100, runsPerMinute: 2, activeRuns: 1 },
      new KeyRuns(untouchable, () => UNLIMITED),
    );
    const meter = (key: string, now: number) => admissions.meter(key, now);
    expect([meter("a", 0), meter("a", 1), meter("b", 2)]).toEqual(Array(3).fill({ ok: true, value: null }));
    const refused = { ok: false, error: { code: "rate-limited", retryable: true, retryAfterMs: MINUTE_MS - 5 } };
    expect(meter("a", 5)).toMatchObject(refused);
    expect(
      admissions.book({ keyId: "a", conversation: "c", run: "r" }, { conversation: "c", run: "r" }, 5),
    ).toMatchObject(refused);
    expect(meter("a", MINUTE_MS)).toEqual({ ok: true, value: null });
  });

  it("holds for its files, by the minute, whatever it may start", () => {
    const limits = { filesPerMinute: 3, runsPerMinute: 100, activeRuns: 1 };
    const admissions = new Admissions(untouchable, limits, new KeyRuns(untouchable, () => UNLIMITED));
    const admit = (key: string, now: number) => admissions.admitFile(key, now).ok;
    expect([0, 1, 2, 3].map((now) => admit("a", now))).toEqual([true, true, true, false]);
    expect([admit("b", 4), admit("a", MINUTE_MS)]).toEqual([true, true]);
  });
});
