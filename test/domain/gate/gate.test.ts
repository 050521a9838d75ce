import { describe, expect, it } from "vitest";
import { FAILURES_TO_OPEN, OPEN_BASE_MS } from "../../../src/domain/gate/circuits.ts";
import { GateState, MAX_WAITING } from "../../../src/domain/gate/gate.ts";
import type { CallLimits, PermitAsk } from "../../../src/domain/gate/permits.ts";
import { ask, drive, LIMITS, START } from "./drive.ts";

const at = (limits: Partial<CallLimits> = {}) => drive(new GateState({ ...LIMITS, ...limits }));

/** Ten a second, after a burst of four. */
const INTERVAL_MS = 100;

describe("the rate", () => {
  it("lets a burst through at once and the rest one by one", () => {
    const gate = at();
    for (let call = 0; call < 7; call++) gate.ask(ask());
    gate.goOn(1_000);
    expect(gate.permitted().map((told) => told.at - START)).toEqual([0, 0, 0, 0, 100, 200, 300]);
  });

  it("makes up for what a late timer held up, and does not lose throughput by it", () => {
    const gate = new GateState({ ...LIMITS, burst: 1 });
    const given = (now: number) => gate.tick(now).length;
    for (let call = 0; call < 20; call++) gate.ask(ask(), START);
    const late = 250;
    let permits = 4;
    for (let now = START + late; now <= START + 1_000; now += late) permits += given(now);
    expect(permits).toBe(14);
  });

  it("holds for all from the moment it is changed", () => {
    const gate = new GateState({ ...LIMITS, burst: 1 });
    for (let call = 0; call < 10; call++) gate.ask(ask(), START);
    gate.limit({ requestsPerMinute: 60, concurrency: 1, burst: 1 });
    expect(gate.tick(START + 10_000)).toEqual([]);
  });
});

describe("concurrency", () => {
  it("holds a call back until another's permit is given back", () => {
    const gate = at({ concurrency: 1 });
    const [first, second] = [ask(), ask()];
    gate.ask(first);
    gate.ask(second);
    gate.goOn(5_000);
    expect(gate.of(second.id)).toEqual([]);
    gate.give(first.id, { as: "answered" });
    expect(gate.of(second.id)).toMatchObject([{ code: null, at: START + 5_000 }]);
  });

  it("gets a permit back whose holder died, once its lease is over, and only then", () => {
    const gate = at({ concurrency: 1 });
    const next = ask();
    gate.ask(ask({ leaseMs: 3_000 }));
    gate.ask(next);
    gate.goOn(2_999);
    expect(gate.of(next.id)).toEqual([]);
    gate.goOn(1);
    expect(gate.of(next.id)).toMatchObject([{ code: null }]);
  });

  it("is not raised by a permit given back twice, late, or never taken", () => {
    const gate = at({ concurrency: 1 });
    const calls = [ask(), ask(), ask()] as const;
    for (const call of calls) gate.ask(call);
    gate.give(calls[0].id, { as: "answered" });
    gate.give(calls[0].id, { as: "answered" });
    gate.give("unheard-of", { as: "answered" });
    gate.goOn(10_000);
    expect(gate.permitted().map(({ id }) => id)).toEqual([calls[0].id, calls[1].id]);
  });
});

describe("who waits", () => {
  it("is refused at once where the wait would be too long, with when to come back", () => {
    const gate = at();
    for (let call = 0; call < 14; call++) gate.ask(ask());
    const hasty = ask({ maxWaitMs: 1_000 });
    gate.ask(hasty);
    const waitMs = 11 * INTERVAL_MS;
    expect(gate.of(hasty.id)).toMatchObject([{ code: "rate-limited", retryAfterMs: waitMs, at: START }]);
    gate.ask({ ...hasty, id: "patient", maxWaitMs: waitMs });
    gate.goOn(waitMs);
    expect(gate.of("patient")).toMatchObject([{ code: null, at: START + waitMs }]);
  });

  it("is refused where calls take so long that the wait would be too", () => {
    const gate = at({ concurrency: 2 });
    const calls = [ask(), ask(), ask()] as const;
    gate.ask(calls[0]);
    gate.give(calls[0].id, { as: "answered" }, 60_000);
    gate.ask(calls[1]);
    gate.ask(calls[2]);
    const hasty = ask({ maxWaitMs: 29_000 });
    gate.ask(hasty);
    expect(gate.of(hasty.id)).toMatchObject([{ code: "rate-limited", retryAfterMs: 30_000 }]);
  });

  it("is refused at its deadline where nothing was free by then", () => {
    const gate = at({ concurrency: 1 });
    gate.ask(ask());
    const waiting = ask({ maxWaitMs: 2_000 });
    gate.ask(waiting);
    gate.goOn(10_000);
    expect(gate.of(waiting.id)).toMatchObject([{ code: "rate-limited", at: START + 2_000 }]);
  });

  it("no longer waits once it has left, and takes nothing from the others", () => {
    const gate = at({ burst: 1, requestsPerMinute: 60 });
    const [first, leaving, last] = [ask(), ask(), ask()];
    for (const call of [first, leaving, last]) gate.ask(call);
    gate.give(leaving.id, { as: "abandoned" });
    gate.goOn(1_000);
    expect(gate.of(leaving.id)).toMatchObject([{ code: "cancelled" }]);
    expect(gate.of(last.id)).toMatchObject([{ code: null, at: START + 1_000 }]);
  });

  it("is refused when it asks twice, and goes on waiting as it did", () => {
    const gate = at({ concurrency: 1 });
    const [first, twice] = [ask(), ask()];
    for (const call of [first, twice, twice, first]) gate.ask(call);
    gate.give(first.id, { as: "answered" });
    expect(gate.of(twice.id).map(({ code }) => code)).toEqual(["conflict", null]);
    expect(gate.of(first.id).map(({ code }) => code)).toEqual([null, "conflict"]);
  });

  it("finds the queue bounded, and room in it though another tenant has filled it", () => {
    const gate = at({ concurrency: 1 });
    const holder = ask();
    gate.ask(holder);
    const many = Array.from({ length: MAX_WAITING + 1 }, () => ask({ tenant: "greedy" }));
    for (const one of many) gate.ask(one);
    expect(gate.told.filter(({ code }) => code === "rate-limited")).toMatchObject([{ id: many.at(-1)?.id }]);
    const small = ask({ tenant: "small" });
    gate.ask(small);
    expect(gate.of(small.id)).toEqual([]);
    expect(gate.of(many.at(-2)?.id ?? "")).toMatchObject([{ code: "rate-limited" }]);
    gate.goOn(1_000);
    gate.give(holder.id, { as: "answered" });
    gate.give(many[0]?.id ?? "", { as: "answered" });
    expect(gate.permitted().map(({ id }) => id)).toEqual([holder.id, many[0]?.id, small.id]);
  });
});

describe("an endpoint that fails", () => {
  /** A gate at which the endpoint `e` has just failed so often that its circuit opened, while others waited. */
  function broken(waiting: readonly PermitAsk[] = []) {
    const gate = at({ burst: FAILURES_TO_OPEN });
    const calls = Array.from({ length: FAILURES_TO_OPEN }, () => ask());
    for (const call of [...calls, ...waiting]) gate.ask(call);
    for (const call of calls) gate.give(call.id, { as: "failed" });
    return gate;
  }

  it("is left alone, and other endpoints are not", () => {
    const gate = broken();
    gate.goOn(INTERVAL_MS);
    const [same, other] = [ask(), ask({ endpoint: "other" })];
    gate.ask(same);
    gate.ask(other);
    const retryAfterMs = OPEN_BASE_MS - INTERVAL_MS;
    expect(gate.of(same.id)).toMatchObject([{ code: "provider-unavailable", retryAfterMs }]);
    expect(gate.of(other.id)).toMatchObject([{ code: null }]);
  });

  it("is not waited for any more by those who do", () => {
    const [same, other] = [ask(), ask({ endpoint: "other" })];
    const gate = broken([same, other]);
    gate.goOn(INTERVAL_MS);
    expect(gate.of(same.id)).toMatchObject([{ code: "provider-unavailable", at: START }]);
    expect(gate.of(other.id)).toMatchObject([{ code: null, at: START + INTERVAL_MS }]);
  });

  it.each([
    ["answered", null],
    ["failed", "provider-unavailable"],
    ["abandoned", null],
  ] as const)("is tried with one call, and after that one %s, the next gets %s", (outcome, code) => {
    const gate = broken();
    gate.goOn(OPEN_BASE_MS);
    const [probe, meanwhile, next] = [ask(), ask(), ask()];
    gate.ask(probe);
    gate.ask(meanwhile);
    expect(gate.of(probe.id)).toMatchObject([{ code: null }]);
    expect(gate.of(meanwhile.id)).toMatchObject([{ code: "provider-unavailable" }]);
    gate.give(probe.id, { as: outcome });
    gate.ask(next);
    expect(gate.of(next.id)).toMatchObject([{ code }]);
  });

  it("is tried anew when the call that tried it died", () => {
    const gate = broken();
    gate.goOn(OPEN_BASE_MS);
    gate.ask(ask({ leaseMs: 1_000 }));
    gate.goOn(1_000);
    const next = ask();
    gate.ask(next);
    expect(gate.of(next.id)).toMatchObject([{ code: null }]);
  });
});

describe("a gate at which nobody waits", () => {
  const only = ask({ leaseMs: 7_000 });
  const permitted = (): GateState => {
    const gate = new GateState(LIMITS);
    gate.ask(only, START);
    return gate;
  };

  it.each<[string, (gate: GateState) => void, number | null]>([
    ["a permit is out", () => undefined, 7_000],
    ["one was given back", (gate) => gate.give(only.id, { as: "answered" }, 5, START), null],
    [
      "the provider wants to be left alone",
      (gate) => gate.give(only.id, { as: "rate-limited", retryAfterMs: 30_000 }, 5, START),
      30_000,
    ],
    [
      "a circuit is open",
      (gate) => {
        gate.give(only.id, { as: "failed" }, 5, START);
        gate.limit({ ...LIMITS, burst: 100 });
        for (let call = 1; call < FAILURES_TO_OPEN; call++) {
          const failing = ask();
          gate.ask(failing, START);
          gate.give(failing.id, { as: "failed" }, 5, START);
        }
      },
      OPEN_BASE_MS,
    ],
  ])("while %s stays awake as long as it has something to remember", (_, happens, awakeMs) => {
    const gate = permitted();
    happens(gate);
    expect(gate.wakeAt(START)).toBe(awakeMs === null ? null : START + awakeMs);
    expect(gate.tick(START + (awakeMs ?? 0))).toEqual([]);
    expect(gate.wakeAt(START + (awakeMs ?? 0))).toBeNull();
  });
});
