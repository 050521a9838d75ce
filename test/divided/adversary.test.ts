import { abortAllDurableObjects } from "cloudflare:test";
import fc from "fast-check";
import { expect, it } from "vitest";
import { divide, rowsOf } from "./divided.ts";

const KEYS = ["0000000b", "0000000c"];
const LIMITS = { activeRuns: 3, usdPerDay: 1 };
const PLACES = ["g", "h", null];

const step = fc.oneof(
  fc.record({
    does: fc.constant("admit" as const),
    place: fc.constantFrom(...PLACES),
    key: fc.constantFrom(...KEYS),
    /** An idempotency key of few, so that repeats come. */
    again: fc.option(fc.integer({ min: 0, max: 3 })),
    usd: fc.constantFrom(0.2, 0.5, 2),
    /** Calls at once. */
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ does: fc.constant("end" as const), which: fc.nat(), usd: fc.constantFrom(0, 0.1, 0.2) }),
  fc.record({ does: fc.constant("abandon" as const), which: fc.nat() }),
  fc.record({ does: fc.constant("kill" as const) }),
);

interface Live {
  readonly run: string;
  readonly key: string;
  /** The most that it may cost, in US dollars. */
  readonly granted: number;
  /** Requests that are making it, each of which may give it up. */
  requests: number;
}

it("holds to the limits of keys, and pays each run once, however calls, ends and kills come", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { admit, registry, limit, rpc, partition, object } = divide();
      for (const key of KEYS) await limit(key, LIMITS);
      const live = new Map<string, Live>();
      const spent = new Map(KEYS.map((key) => [key, 0]));
      const runsOf = new Map<number, string>();
      const take = (which: number): Live | undefined => [...live.values()][which % Math.max(1, live.size)];
      for (const one of steps) {
        if (one.does === "kill") await abortAllDurableObjects();
        else if (one.does === "admit") {
          const { place, key, again, usd, times } = one;
          // A key under which a conversation is opened always comes to one partition.
          const idempotency = again === null ? {} : { idempotency: { key: `n${again}`, fingerprint: "f" } };
          const asked = Array.from({ length: times }, () =>
            admit(again === null ? place : (PLACES[again % 2] ?? null), { keyId: key, budgetUsd: usd, ...idempotency }),
          );
          for (const { admitted } of await Promise.all(asked)) {
            if (!admitted.ok) {
              expect(admitted.error.code).toMatch(/^(rate-limited|budget-exceeded)$/);
              continue;
            }
            if (!("run" in admitted.value)) throw new Error("It was sent elsewhere");
            const { run, replay, budgetUsd: granted = 0 } = admitted.value;
            if (again !== null && replay) expect(runsOf.get(again) ?? run).toBe(run);
            if (again !== null && !replay) runsOf.set(again, run);
            if (!replay) live.set(run, { run, key, granted, requests: (live.get(run)?.requests ?? 0) + 1 });
          }
        } else {
          const found = take(one.which);
          if (!found) continue;
          if (one.does === "end") {
            const usd = Math.min(one.usd, found.granted);
            for (let twice = 0; twice < 2; twice++) await registry(found.run).runEnded(found.run, [], usd);
            spent.set(found.key, (spent.get(found.key) ?? 0) + usd);
            live.delete(found.run);
          } else {
            found.requests--;
            if (!(await registry(found.run).abandon(found.run))) continue;
            live.delete(found.run);
            for (const [again, run] of runsOf) if (run === found.run) runsOf.delete(again);
          }
        }
        const { key_reservations: reserved = [], key_runs: runs = [] } = await rowsOf(object());
        for (const key of KEYS) {
          const ofKey = (rows: readonly object[]) => rows.filter((row) => "key_id" in row && row.key_id === key);
          const usd = ofKey(reserved).reduce((sum, row) => sum + ("usd" in row ? Number(row.usd) : 0), 0);
          expect(usd + (spent.get(key) ?? 0)).toBeLessThanOrEqual(LIMITS.usdPerDay + 1e-9);
          expect(ofKey(runs).length).toBeLessThanOrEqual(LIMITS.activeRuns);
          expect([...live.values()].filter((one) => one.key === key).length).toBeLessThanOrEqual(LIMITS.activeRuns);
        }
      }
      for (const { run } of live.values()) await registry(run).runEnded(run);
      for (const stub of [partition("g"), partition("h"), object()]) {
        const {
          active_runs: active = [],
          key_reservations: reserved = [],
          told_tenant: told = [],
        } = await rowsOf(stub);
        expect([active, reserved, told]).toEqual([[], [], []]);
      }
      for (const key of KEYS) {
        expect((await rpc().findKey(key))?.spentTodayUsd).toBeCloseTo(spent.get(key) ?? 0);
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
