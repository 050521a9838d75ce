import { describe, expect, it } from "vitest";
import type { Failure } from "../../../src/domain/errors.ts";
import { MAX_FAILURES_PER_CANDIDATE } from "../../../src/domain/run/policy.ts";
import { permanent, planOf, price, retryable, type Scenario, Simulation } from "../simulate.ts";

const TIMEOUT_MS = 60_000;

/** The gate refused the call, as the model's circuit is open for so long. */
const leftAlone = (retryAfterMs: number): Failure => ({ ...retryable(retryAfterMs), notCalled: true });

/** A run of one task with so many candidates, of which the first is under way. */
function underWay(candidates: number, more: Partial<Scenario> = {}): Simulation {
  const run = new Simulation({
    plan: planOf({ 0: [] }),
    candidates: () => candidates,
    timeoutMs: TIMEOUT_MS,
    ...more,
  });
  run.succeed("plan");
  return run;
}

const task = ({ state }: Simulation) => {
  const work = state.tasks[0];
  if (!work) throw new Error("There is no task");
  return work;
};
const tried = (run: Simulation): readonly string[] => task(run).attempts.map(({ model }) => model.slice(-1));

describe("a task whose model is left alone, as its circuit is open,", () => {
  it("goes on to the next one at once", () => {
    const run = underWay(3);
    const before = run.now;
    run.fail(0, leftAlone(5_000));
    expect(task(run)).toMatchObject({ status: "running", candidate: 1 });
    run.fail(0, leftAlone(20_000));
    expect(task(run)).toMatchObject({ status: "running", candidate: 2 });
    expect(run.now).toBe(before);
  });

  it("goes on to the next one as well when it has failed there before", () => {
    const run = underWay(2);
    run.fail(0, retryable());
    run.wake();
    run.fail(0, leftAlone(5_000));
    expect(tried(run)).toEqual(["0", "0", "1"]);
  });

  it("waits for it where there is no other", () => {
    const run = underWay(1);
    run.fail(0, leftAlone(5_000));
    expect(task(run)).toMatchObject({ status: "retrying", retryAt: run.now + 5_000, failures: 0 });
    run.wake();
    run.succeed(0);
    expect(task(run).status).toBe("succeeded");
  });

  it("waits longer than for any other reason, but no longer than an attempt may take", () => {
    const run = underWay(1);
    run.fail(0, leftAlone(40_000));
    expect(task(run).status).toBe("retrying");
    run.wake();
    run.fail(0, leftAlone(TIMEOUT_MS - 40_000 + 1));
    expect(task(run)).toMatchObject({ status: "failed", error: { code: "provider-unavailable" } });
  });

  it.each([300_000, Number.POSITIVE_INFINITY])("fails where it would have to wait for %d ms", (waitMs) => {
    const run = underWay(1);
    run.fail(0, leftAlone(waitMs));
    expect(task(run).status).toBe("failed");
  });

  it("waits for the one that is back the soonest, wherever it stands, where all are left alone", () => {
    const run = underWay(3);
    run.fail(0, leftAlone(3_000));
    run.fail(0, leftAlone(2_000));
    run.fail(0, leftAlone(300_000));
    expect(task(run)).toMatchObject({ status: "retrying", retryAt: run.now + 2_000 });
    run.wake();
    expect(task(run)).toMatchObject({ status: "running", candidate: 1 });
    run.succeed(0);
    expect(tried(run)).toEqual(["0", "1", "2", "1"]);
  });

  it("comes back to it when all the others are spent", () => {
    const run = underWay(2);
    run.fail(0, leftAlone(3_000));
    run.fail(0, permanent);
    expect(task(run)).toMatchObject({ status: "retrying", retryAt: run.now + 3_000 });
    run.wake();
    expect(tried(run)).toEqual(["0", "1", "0"]);
    run.fail(0, permanent);
    expect(task(run).status).toBe("failed");
  });

  it("passes over those that are spent on its way", () => {
    const run = underWay(3);
    run.fail(0, leftAlone(3_000));
    run.fail(0, permanent);
    run.fail(0, leftAlone(10_000));
    run.wake();
    run.fail(0, permanent);
    expect(tried(run)).toEqual(["0", "1", "2", "0", "2"]);
  });

  it("has no more failures with a model for having come back to it", () => {
    const run = underWay(2);
    run.fail(0, retryable());
    run.wake();
    run.fail(0, leftAlone(3_000));
    run.fail(0, leftAlone(20_000));
    run.wake();
    expect(task(run)).toMatchObject({ candidate: 0, failures: 1 });
    for (let failure = 1; failure < MAX_FAILURES_PER_CANDIDATE; failure++) {
      run.fail(0, retryable());
      run.wake();
    }
    expect(tried(run).at(-1)).toBe("1");
  });

  it("waits where the next one is too dear, and is not taken to have no money", () => {
    const run = underWay(2, {
      budget: { usd: 0.5, onExhausted: "ask" },
      prices: (_, candidate) => [price(candidate === 0 ? 0.2 : 9)],
    });
    run.fail(0, leftAlone(5_000));
    expect(run.state.paused).toBe(false);
    expect(task(run)).toMatchObject({ status: "retrying", retryAt: run.now + 5_000 });
    run.wake();
    run.succeed(0);
    expect(run.state.spent.usd).toBe(0.2);
  });

  it.each<[string, Failure]>([
    ["for no longer than a second", leftAlone(1_000)],
    ["as it is asked for all that it takes", { ...leftAlone(5_000), code: "rate-limited" }],
    ["after it was called", retryable(5_000)],
  ])("is not meant by one that says to come back %s", (_, error) => {
    const run = underWay(2);
    run.fail(0, error);
    expect(task(run)).toMatchObject({ status: "retrying", candidate: 0 });
  });
});
