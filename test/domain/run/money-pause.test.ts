import { describe, expect, it } from "vitest";
import type { Budget } from "../../../src/domain/budget.ts";
import { requestPause, requestResume } from "../../../src/domain/run/requests.ts";
import { statusOf } from "../../../src/domain/run/state.ts";
import { planOf, price, type Scenario, Simulation } from "../simulate.ts";

/** A run of three tasks side by side whose models ask so much a call. */
function planned(budget: Omit<Budget, "timeMs">, usd: number, more: Partial<Scenario> = {}): Simulation {
  const prices = () => (usd === 0 ? [] : [price(usd)]);
  const run = new Simulation({ plan: planOf({ 0: [], 1: [], 2: [] }), budget, prices, ...more });
  run.succeed("plan");
  return run;
}

const statuses = ({ state }: Simulation) => [0, 1, 2].map((id) => state.tasks[id]?.status);

describe("a run that is to ask when its budget is used up", () => {
  const exhausted = (more: Partial<Scenario> = {}): Simulation => {
    const run = planned({ usd: 0.5, onExhausted: "ask" }, 0.2, more);
    run.succeed(0, 1);
    return run;
  };

  it("pauses and says why", () => {
    const run = exhausted();
    expect(statusOf(run.state)).toBe("paused");
    expect(run.state.pauseReason).toMatchObject({
      what: "usd",
      message: expect.stringContaining("0.10 dollars are left"),
      neededUsd: expect.closeTo(0.6, 12),
    });
    expect(run.state.waitingSince).toBe(run.now);
  });

  it("does so only when nothing is under way any more, and what is free has run", () => {
    const run = new Simulation({
      plan: planOf({ 0: [], 1: [], 2: [1] }),
      budget: { usd: 0.1, onExhausted: "ask" },
      prices: (id) => (id === 0 ? [price(0.2)] : []),
    });
    run.succeed("plan");
    expect(statuses(run)).toEqual(["waiting", "running", "waiting"]);
    expect(run.state.paused).toBe(false);
    run.succeed(1, 2);
    expect(run.state.paused).toBe(true);
  });

  it("goes on once its budget is raised", () => {
    const run = exhausted();
    expect(run.request(requestResume(run.state, { usd: 0.6 }))).toBeNull();
    expect(statuses(run)).toEqual(["succeeded", "succeeded", "running"]);
    run.succeed(2, "answer");
    expect(run.state).toMatchObject({ end: { status: "succeeded" }, budget: { usd: 0.6 } });
    expect(run.state.spent.usd).toBeCloseTo(0.6, 12);
  });

  it.each([{}, { usd: 0.5 }, { usd: 0.4 }, { llmCalls: 10 }])("is not resumed with %j", (raise) => {
    const run = exhausted();
    expect(run.request(requestResume(run.state, raise))).toMatchObject({ code: "budget-exceeded" });
    expect(run.state.paused).toBe(true);
  });

  it("pauses again at once where the raise is too small", () => {
    const run = exhausted();
    expect(run.request(requestResume(run.state, { usd: 0.55 }))).toBeNull();
    expect(run.state).toMatchObject({ paused: true, budget: { usd: 0.55 } });
  });

  it("is raised only while it is paused, and asking for what it has is no fault", () => {
    const run = planned({ usd: 0.5, onExhausted: "ask" }, 0.2);
    expect(run.request(requestResume(run.state, { usd: 0.5 }))).toBeNull();
    expect(run.request(requestResume(run.state, { usd: 1 }))).toMatchObject({ code: "conflict" });
  });

  it("may be raised in a pause that a person asked for", () => {
    const run = planned({ usd: 0.5, onExhausted: "ask" }, 0.2);
    run.request(requestPause(run.state));
    expect(run.state.pauseReason).toBeNull();
    expect(run.request(requestResume(run.state, { usd: 1 }))).toBeNull();
    expect(statuses(run)).toEqual(["running", "running", "running"]);
  });

  it("ends by itself when nobody answers", () => {
    const run = exhausted();
    run.wake();
    expect(run.state.end?.status).toBe("cancelled");
  });

  it("pauses for time as well, and keeps what is under way", () => {
    const run = planned({ onExhausted: "ask" }, 0, { budgetMs: 10_000 });
    run.elapse(10_000);
    expect(run.state).toMatchObject({ paused: true, pauseReason: { what: "time" } });
    expect(statuses(run)).toEqual(["running", "running", "running"]);
    run.succeed(0, 1);
    expect(statuses(run)).toEqual(["succeeded", "succeeded", "running"]);
    expect(run.request(requestResume(run.state))).toMatchObject({ code: "budget-exceeded" });
    run.succeed(2);
    // Nothing is left but the answer, which the time budget does not cut off.
    expect(run.request(requestResume(run.state))).toBeNull();
    run.succeed("answer");
    expect(run.state.end?.status).toBe("succeeded");
  });

  it("goes on with more time", () => {
    const run = planned({ onExhausted: "ask" }, 0, { budgetMs: 10_000 });
    run.elapse(10_000);
    expect(run.request(requestResume(run.state, { timeMs: 20_000 }))).toBeNull();
    expect(run.wakeAt).toBe(run.now + 10_000);
  });
});
