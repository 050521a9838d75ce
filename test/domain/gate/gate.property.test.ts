import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GateState } from "../../../src/domain/gate/gate.ts";
import type { CallLimits, PermitOutcome } from "../../../src/domain/gate/permits.ts";
import { burstOf, intervalMs } from "../../../src/domain/gate/rate.ts";
import { ask, drive, type Told } from "./drive.ts";

const limits: fc.Arbitrary<CallLimits> = fc.record({
  requestsPerMinute: fc.integer({ min: 1, max: 6_000 }),
  concurrency: fc.integer({ min: 1, max: 20 }),
  burst: fc.integer({ min: 1, max: 20 }),
});

const outcome: fc.Arbitrary<PermitOutcome> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ as: "answered" } as const) },
  { weight: 2, arbitrary: fc.constant({ as: "failed" } as const) },
  { weight: 1, arbitrary: fc.constant({ as: "abandoned" } as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      as: fc.constant("rate-limited" as const),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 5_000 })),
    }),
  },
);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      tenant: fc.constantFrom("a", "b", "c"),
      run: fc.constantFrom("1", "2"),
      endpoint: fc.constantFrom("e", "f"),
      via: fc.constantFrom(undefined, "x", "y"),
      priority: fc.integer({ min: 0, max: 3 }),
      maxWaitMs: fc.integer({ min: 0, max: 20_000 }),
      leaseMs: fc.integer({ min: 1, max: 20_000 }),
      times: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("give" as const), which: fc.nat(1_000), outcome }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 3_000 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Taken {
  readonly id: string;
  readonly from: number;
  readonly until: number;
}

/** Runs a script, and tells when each permit was out: from its grant until it was given back or its lease was over. */
function play(given: CallLimits, script: readonly Step[]) {
  const gate = drive(new GateState(given));
  const asked = new Map<string, { readonly at: number; readonly maxWaitMs: number; readonly leaseMs: number }>();
  const returned = new Map<string, number>();
  for (const one of script) {
    if (one.do === "wait") gate.goOn(one.ms);
    if (one.do === "ask") {
      for (let time = 0; time < one.times; time++) {
        const { via, ...more } = one;
        const wanted = ask({ ...more, ...(via === undefined ? {} : { via }) });
        asked.set(wanted.id, { ...wanted, at: gate.now() });
        gate.ask(wanted);
      }
    }
    if (one.do === "give") {
      const permitted = gate.permitted();
      const permit = permitted[one.which % Math.max(1, permitted.length)];
      if (!permit || returned.has(permit.id)) continue;
      returned.set(permit.id, gate.now());
      gate.give(permit.id, one.outcome);
    }
  }
  gate.goOn(60_000);
  const taken = gate.permitted().map(({ id, at }): Taken => {
    const over = at + (asked.get(id)?.leaseMs ?? 0);
    return { id, from: at, until: Math.min(over, returned.get(id) ?? over) };
  });
  return { gate, asked, taken };
}

const script = fc.array(step, { minLength: 1, maxLength: 60 });

describe("whatever is asked of a gate, and however calls end,", () => {
  it("no stretch of time sees more calls begin than its rate and a burst", () => {
    fc.assert(
      fc.property(limits, script, (given, steps) => {
        const starts = play(given, steps).taken.map(({ from }) => from);
        for (const [index, from] of starts.entries()) {
          for (const [after, to] of starts.slice(index).entries()) {
            // A thousandth, as the time of the next call is a sum of fractions.
            expect(after + 1).toBeLessThanOrEqual(burstOf(given) + (to - from) / intervalMs(given) + 0.001);
          }
        }
      }),
    );
  });

  it("no more permits are out than may be", () => {
    fc.assert(
      fc.property(limits, script, (given, steps) => {
        const { taken } = play(given, steps);
        for (const { from } of taken) {
          const out = taken.filter((other) => other.from <= from && from < other.until);
          expect(out.length).toBeLessThanOrEqual(given.concurrency);
        }
      }),
    );
  });

  it("everyone is answered once, by the end of the longest wait; and who is refused may come back", () => {
    fc.assert(
      fc.property(limits, script, (given, steps) => {
        const { gate, asked } = play(given, steps);
        expect(gate.told.map(({ id }) => id).toSorted()).toEqual([...asked.keys()].toSorted());
        for (const { id, at, code, retryAfterMs } of gate.told) {
          const wanted = asked.get(id);
          expect(at).toBeLessThanOrEqual((wanted?.at ?? 0) + (wanted?.maxWaitMs ?? 0));
          if (code !== null) expect(retryAfterMs).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe("nobody starves:", () => {
  const crowd = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 });

  it("a tenant's one call goes after one of each other, whatever they pile up before and after it", () => {
    fc.assert(
      fc.property(crowd, (piles) => {
        const gate = drive(new GateState({ requestsPerMinute: 600, concurrency: 1_000, burst: 4 }));
        const pileUp = (): void => {
          for (const [tenant, size] of piles.entries()) {
            for (let one = 0; one < size; one++) gate.ask(ask({ tenant: `${tenant}` }));
          }
        };
        pileUp();
        const before = gate.permitted().length;
        const mine = ask({ tenant: "mine", priority: -1 });
        gate.ask(mine);
        pileUp();
        gate.goOn(60_000);
        const order: readonly Told[] = gate.permitted();
        expect(order.findIndex(({ id }) => id === mine.id)).toBeLessThanOrEqual(before + piles.length);
      }),
      { numRuns: 30 },
    );
  });
});
