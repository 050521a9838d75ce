import { describe, expect, it } from "vitest";
import { GateState } from "../../../src/domain/gate/gate.ts";
import type { CallLimits, PermitAsk } from "../../../src/domain/gate/permits.ts";
import { DEFAULT_PAUSE_MS, MAX_PAUSE_MS, MAX_VIAS } from "../../../src/domain/gate/rate.ts";
import { ask, drive, LIMITS, START } from "./drive.ts";

const at = (limits: Partial<CallLimits> = {}) => drive(new GateState({ ...LIMITS, ...limits }));

/** Ten a second, after a burst of four. */
const INTERVAL_MS = 100;

describe("a provider that wants to be left alone", () => {
  it.each([
    [30_000, 30_000],
    [null, DEFAULT_PAUSE_MS],
    [MAX_PAUSE_MS * 100, MAX_PAUSE_MS],
    [Number.POSITIVE_INFINITY, MAX_PAUSE_MS],
    [Number.NaN, DEFAULT_PAUSE_MS],
    [-60_000, DEFAULT_PAUSE_MS],
  ])("for %s ms gets no call for %s ms, to whichever endpoint", (retryAfterMs, held) => {
    const gate = at();
    const [first, other] = [ask(), ask({ endpoint: "another", maxWaitMs: MAX_PAUSE_MS })];
    gate.ask(first);
    gate.give(first.id, { as: "rate-limited", retryAfterMs });
    gate.ask(other);
    gate.goOn(MAX_PAUSE_MS);
    expect(gate.of(other.id)).toMatchObject([{ code: null, at: START + held }]);
  });

  it("makes those go who cannot wait that long, and says to those who come when to come back", () => {
    const gate = at({ concurrency: 1 });
    const [first, hasty, patient, late] = [ask(), ask({ maxWaitMs: 20_000 }), ask(), ask({ maxWaitMs: 20_000 })];
    for (const call of [first, hasty, patient]) gate.ask(call);
    gate.give(first.id, { as: "rate-limited", retryAfterMs: 30_000 });
    gate.ask(late);
    const refusal = { code: "rate-limited", retryAfterMs: 30_000 };
    expect(gate.of(hasty.id)).toMatchObject([refusal]);
    expect(gate.of(late.id)).toMatchObject([refusal]);
    gate.goOn(30_000);
    expect(gate.of(patient.id)).toMatchObject([{ code: null }]);
  });
});

describe("one behind a provider that wants to be left alone", () => {
  const PAUSE_MS = 20_000;

  /** A gate at which fal-ai has just said so, while others waited. */
  function paused(waiting: readonly PermitAsk[] = []) {
    const gate = at();
    const [first, ...burst] = Array.from({ length: LIMITS.burst }, () => ask({ via: "fal-ai" }));
    if (!first) throw new Error("There is no burst");
    for (const call of [first, ...burst, ...waiting]) gate.ask(call);
    gate.give(first.id, { as: "rate-limited", retryAfterMs: PAUSE_MS });
    return gate;
  }

  it("gets no call for so long, whichever its endpoint, and the others behind that provider do", () => {
    const gate = paused();
    gate.goOn(INTERVAL_MS);
    const same = ask({ via: "fal-ai", endpoint: "another" });
    const [other, direct] = [ask({ via: "together" }), ask()];
    for (const call of [same, other, direct]) gate.ask(call);
    gate.goOn(INTERVAL_MS);
    expect(gate.of(same.id)).toMatchObject([{ code: "rate-limited", retryAfterMs: PAUSE_MS - INTERVAL_MS }]);
    expect(gate.of(other.id)).toMatchObject([{ code: null }]);
    expect(gate.of(direct.id)).toMatchObject([{ code: null }]);
    gate.goTo(START + PAUSE_MS);
    const back = ask({ via: "fal-ai" });
    gate.ask(back);
    expect(gate.of(back.id)).toMatchObject([{ code: null }]);
  });

  it("is waited for by nobody, as that would stand in the way of the others", () => {
    const crowd = Array.from({ length: 100 }, () => ask({ via: "fal-ai" }));
    const other = ask({ via: "together", tenant: "b" });
    const gate = paused([...crowd, other]);
    gate.goOn(INTERVAL_MS);
    for (const { id } of crowd) expect(gate.of(id)).toMatchObject([{ code: "rate-limited", retryAfterMs: PAUSE_MS }]);
    expect(gate.of(other.id)).toMatchObject([{ code: null, at: START + INTERVAL_MS }]);
    const hasty = ask({ via: "together", maxWaitMs: INTERVAL_MS });
    gate.ask(hasty);
    gate.goOn(INTERVAL_MS);
    expect(gate.of(hasty.id)).toMatchObject([{ code: null }]);
  });

  it("takes nothing of the rate that all of them share", () => {
    const gate = paused();
    for (let call = 0; call < 50; call++) gate.ask(ask({ via: `other-${call % 3}` }));
    gate.goOn(2_000);
    expect(gate.permitted()).toHaveLength(LIMITS.burst + 2_000 / INTERVAL_MS);
  });

  it("is remembered while nobody waits, and is none of too many", () => {
    const gate = new GateState({ ...LIMITS, burst: 1_000 });
    for (let via = 0; via <= MAX_VIAS; via++) {
      const call = ask({ via: `v${via}` });
      gate.ask(call, START);
      gate.give(call.id, { as: "rate-limited", retryAfterMs: 1_000 + via }, 5, START);
    }
    expect(gate.wakeAt(START)).toBe(START + 1_000 + MAX_VIAS);
    const answers = ["v0", "v1"].flatMap((via) => gate.ask(ask({ via }), START));
    expect(answers.map(({ answer }) => answer.ok)).toEqual([true, false]);
  });
});
