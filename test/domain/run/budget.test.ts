import { describe, expect, it } from "vitest";
import { BUDGET_WARNING_SHARE } from "../../../src/domain/budget.ts";
import { requestApproval, requestPause, requestResume } from "../../../src/domain/run/requests.ts";
import { statusOf, usedTimeMs } from "../../../src/domain/run/state.ts";
import { planOf, retryable, type Scenario, Simulation } from "../simulate.ts";

const BUDGET_MS = 100_000;
const HOUR_MS = 60 * 60_000;

function planned(scenario: Partial<Scenario> = {}): Simulation {
  const run = new Simulation({
    plan: planOf({ 0: [], 1: [], 2: [1] }),
    budgetMs: BUDGET_MS,
    timeoutMs: HOUR_MS,
    ...scenario,
  });
  run.succeed("plan");
  return run;
}

const warnings = (run: Simulation) => run.log.filter(({ type }) => type === "budget-warning");
const used = (run: Simulation): number => usedTimeMs(run.state, run.now);

describe("a time budget", () => {
  it("warns once, at four fifths", () => {
    const run = planned();
    run.elapse(BUDGET_MS * BUDGET_WARNING_SHARE - 1);
    expect(warnings(run)).toEqual([]);
    run.elapse(1);
    expect(warnings(run)).toMatchObject([{ data: { what: "time", used: 80_000, limit: BUDGET_MS } }]);
    run.elapse(1_000);
    expect(warnings(run)).toHaveLength(1);
  });

  it("wakes the run for its warning and for its end", () => {
    const run = planned();
    expect(run.wakeAt).toBe(run.now + 80_000);
    run.wake();
    expect(run.wakeAt).toBe(run.now + 20_000);
  });

  it.each([1, 3, 7, 126, 1_023, 99_999])(
    "of %d ms is kept to the millisecond, with no alarm before its time",
    (budgetMs) => {
      const run = new Simulation({ plan: planOf({}), budgetMs });
      for (let alarm = 0; alarm < 2; alarm++) run.wake();
      expect(used(run)).toBe(budgetMs);
      expect(run.state.end?.error?.code).toBe("budget-exceeded");
    },
  );

  it("that is used up ends what is open, and the run answers with what it has", () => {
    const run = planned();
    run.succeed(0);
    run.elapse(BUDGET_MS);
    const error = { code: "budget-exceeded", message: "The time budget of 100 s is used up" };
    expect(run.state.tasks).toMatchObject({
      0: { status: "succeeded" },
      1: { status: "failed", error, attempts: [{ error }] },
      2: { status: "failed", error, attempts: [] },
    });
    expect(statusOf(run.state)).toBe("responding");
    run.succeed("answer");
    expect(run.state.end).toEqual({ status: "partial", error: null });
  });

  it("that is used up while planning ends the run", () => {
    const run = new Simulation({ plan: planOf({}), budgetMs: BUDGET_MS });
    run.elapse(BUDGET_MS);
    expect(run.state.end).toMatchObject({ status: "failed", error: { code: "budget-exceeded" } });
  });

  it("that is used up hears no late outcome", () => {
    const run = planned();
    run.elapse(BUDGET_MS);
    expect(run.deliver(1, run.success(1), 1)).toEqual([]);
  });

  it("that is used up when the plan is there asks nobody to approve what cannot run any more", () => {
    const run = new Simulation({ plan: planOf({ 0: [] }), budgetMs: BUDGET_MS, approval: "plan" });
    // The outcome comes before the alarm.
    run.now += BUDGET_MS;
    run.succeed("plan");
    expect(statusOf(run.state)).toBe("responding");
    expect(run.state.tasks[0]).toMatchObject({ status: "failed", error: { code: "budget-exceeded" } });
  });

  it("does not cut off the answer", () => {
    const run = planned();
    run.succeed(0, 1, 2);
    run.elapse(BUDGET_MS);
    run.fail("answer", retryable());
    run.wake();
    run.succeed("answer");
    expect(run.state.end).toEqual({ status: "succeeded", error: null });
  });

  it("does not count a pause", () => {
    const run = planned();
    run.elapse(10_000);
    run.request(requestPause(run.state));
    run.elapse(HOUR_MS);
    run.request(requestResume(run.state));
    run.elapse(5_000);
    expect(used(run)).toBe(15_000);
    expect(warnings(run)).toEqual([]);
  });

  it("does not count a wait for approval", () => {
    const run = planned({ approval: "plan" });
    run.elapse(HOUR_MS);
    run.request(requestApproval(run.state, { planVersion: 1, decision: "approve" }));
    run.elapse(5_000);
    expect(used(run)).toBe(5_000);
  });

  it("stands still while either of two waits lasts: paused while it waits for approval", () => {
    const run = planned({ approval: "plan" });
    run.request(requestPause(run.state));
    run.elapse(1_000);
    run.request(requestApproval(run.state, { planVersion: 1, decision: "approve" }));
    run.elapse(1_000);
    expect(used(run)).toBe(0);
    run.request(requestResume(run.state));
    run.elapse(1_000);
    expect(used(run)).toBe(1_000);
  });

  it("does not run out during a wait, even when its last moment went into asking for approval", () => {
    const run = new Simulation({ plan: planOf({ 0: [] }), budgetMs: BUDGET_MS, approval: "plan", lagMs: 3 });
    run.elapse(BUDGET_MS - 1_000);
    run.elapse(BUDGET_MS - used(run) - 2 * 3);
    run.succeed("plan");
    expect(used(run)).toBe(BUDGET_MS);
    expect(statusOf(run.state)).toBe("awaiting-approval");
    expect(run.state.tasks[0]?.status).toBe("waiting");
    run.request(requestApproval(run.state, { planVersion: 1, decision: "approve" }));
    expect(run.state.tasks[0]).toMatchObject({ status: "failed", error: { code: "budget-exceeded" } });
    expect(statusOf(run.state)).toBe("responding");
  });

  it("stops with the run", () => {
    const run = planned();
    run.succeed(0, 1, 2, "answer");
    run.elapse(HOUR_MS);
    expect(used(run)).toBe(0);
    expect(run.state.end?.status).toBe("succeeded");
  });
});
