import { describe, expect, it } from "vitest";
import type { Budget } from "../../../src/domain/budget.ts";
import type { Failure } from "../../../src/domain/errors.ts";
import type { OutcomeResult } from "../../../src/domain/events.ts";
import type { JobWord } from "../../../src/domain/run/cost-settlement.ts";
import { outcomeEvents } from "../../../src/domain/run/outcome-events.ts";
import { PLACES_HERE, PLACES_ON_RUNNER } from "../../../src/domain/run/shards.ts";
import { permanent, planOf, price, retryable, type Scenario, Simulation, timedOut } from "../simulate.ts";

const BEGUN: JobWord = { resumed: false, open: true };
const RESUMED: JobWord = { resumed: true, open: true };
const GONE: JobWord = { resumed: true, open: false };
const ESTIMATE_USD = 20 * 0.004_096;
const MEASURED_USD = 0.02;
const LIMITED: Omit<Budget, "timeMs"> = { usd: 1.5 * ESTIMATE_USD };

const done: OutcomeResult = { as: "done", outputs: {}, notes: [], measured: { outputTokens: 1_000 } };
const failed = (error: Failure): OutcomeResult => ({ as: "failed", error });
const lost: OutcomeResult = { as: "lost" };
const refused = failed({ ...retryable(2_000), notCalled: true });

/** A run of a task whose model asks 20 dollars a million tokens. */
function underWay(budget: Omit<Budget, "timeMs"> = LIMITED, more: Partial<Scenario> = {}): Simulation {
  const run = new Simulation({
    plan: planOf({ 0: [] }),
    budget,
    prices: () => [price(20, "million-output-tokens")],
    ...more,
  });
  run.succeed("plan");
  return run;
}

/** Plays the outcomes of one attempt after the other. */
function play(run: Simulation, ...ends: readonly (readonly [OutcomeResult, JobWord?])[]): Simulation {
  for (const [result, job] of ends) {
    run.deliver(0, result, run.state.tasks[0]?.attempts.length, job);
    if (run.state.tasks[0]?.status === "retrying") run.wake();
  }
  return run;
}

const settlements = ({ log }: Simulation) =>
  log.flatMap(({ type, data }) => (type === "budget-settled" && data.work === 0 ? [data] : []));

describe("a job that outlives the attempt which began it", () => {
  it.each<[string, readonly (readonly [OutcomeResult, JobWord?])[], number]>([
    [
      "is counted once, at what was measured",
      [
        [failed(timedOut), BEGUN],
        [done, RESUMED],
      ],
      MEASURED_USD,
    ],
    [
      "is, after several attempts",
      [
        [failed(timedOut), BEGUN],
        [lost, RESUMED],
        [done, RESUMED],
      ],
      MEASURED_USD,
    ],
    [
      "is, when it was lost with its runner",
      [
        [lost, BEGUN],
        [done, RESUMED],
      ],
      MEASURED_USD,
    ],
    ["is, when the gate put an attempt off", [[failed(timedOut), BEGUN], [refused], [done, RESUMED]], MEASURED_USD],
    [
      "counts nothing when its provider says that it failed",
      [
        [failed(timedOut), BEGUN],
        [failed(permanent), GONE],
      ],
      0,
    ],
    [
      "may be billed when it is gone",
      [
        [failed(timedOut), BEGUN],
        [failed(retryable(60_000)), GONE],
      ],
      ESTIMATE_USD,
    ],
    [
      "may be when it is given up",
      [
        [failed(timedOut), BEGUN],
        [failed(permanent), RESUMED],
      ],
      ESTIMATE_USD,
    ],
    [
      "is counted when it was given up on before anybody heard of it, and then no more",
      [[failed(timedOut)], [done, RESUMED]],
      ESTIMATE_USD,
    ],
    [
      "is counted at what was measured first",
      [
        [{ as: "failed", error: retryable(), measured: { outputTokens: 1_000 } }, BEGUN],
        [done, RESUMED],
      ],
      MEASURED_USD,
    ],
    [
      "is counted beside another, which was begun as it could not be found",
      [
        [failed(timedOut), BEGUN],
        [done, BEGUN],
      ],
      ESTIMATE_USD + MEASURED_USD,
    ],
  ])("%s", (_, ends, usd) => {
    const run = play(underWay({ usd: 10 * ESTIMATE_USD }), ...ends);
    expect(run.state.spent.usd).toBeCloseTo(usd, 12);
    expect(run.state.reserved[0]).toBeUndefined();
  });

  it("needs nothing set aside for the attempts that go on with it, and lets nobody else have it", () => {
    const run = underWay(LIMITED, { plan: planOf({ 0: [], 1: [] }) });
    expect(run.state.tasks[1]?.status).toBe("waiting");
    run.deliver(0, failed(timedOut), 1, BEGUN);
    expect(run.state.reserved[0]).toMatchObject({ attempt: 1 });
    expect(run.state.tasks[1]?.status).toBe("waiting");
    play(run, [failed(timedOut), RESUMED], [done, RESUMED]);
    expect(run.state.tasks[0]).toMatchObject({ status: "succeeded", estimatedUsd: ESTIMATE_USD });
    expect(settlements(run)).toHaveLength(1);
  });

  it("is counted once without a budget, too", () => {
    const run = play(underWay({}), [failed(timedOut), BEGUN], [done, RESUMED]);
    expect(run.state.spent).toMatchObject({ unpriced: 0, usd: MEASURED_USD, measured: { outputTokens: 1_000 } });
    const other = play(underWay({}), [failed(timedOut), BEGUN], [failed(permanent), RESUMED]);
    expect(other.state.spent).toMatchObject({ usd: 0, unpriced: 1 });
  });

  it("is counted when the run is cancelled before it ends", () => {
    const run = underWay();
    run.deliver(0, failed(timedOut), 1, BEGUN);
    run.request({ ok: true, value: [{ type: "run-cancel", data: { reason: "Enough" } }] });
    expect(run.state.spent.usd).toBeCloseTo(ESTIMATE_USD, 12);
    expect(run.state.reserved).toEqual({});
  });

  it("is not left for another model while its own is left alone", () => {
    const run = underWay({}, { candidates: () => 2 });
    run.deliver(0, failed(timedOut), 1, BEGUN);
    run.wake();
    run.deliver(0, refused, 2, RESUMED);
    expect(run.state.tasks[0]).toMatchObject({ status: "retrying", candidate: 0 });
    run.wake();
    expect(run.state.tasks[0]).toMatchObject({ status: "running", candidate: 0 });
  });

  it("is gone on with by the runner that knows it, which it waits for", () => {
    const places = PLACES_HERE + PLACES_ON_RUNNER;
    const edges = Object.fromEntries(Array.from({ length: places + 1 }, (_, id) => [id, []]));
    const run = underWay({}, { plan: planOf(edges), maxRunning: places });
    const on = (shard: number) => Object.entries(run.state.tasks).filter(([, work]) => work.shard === shard);
    expect([on(0).length, on(1).length]).toEqual([PLACES_HERE, PLACES_ON_RUNNER]);
    run.deliver(0, failed(timedOut), 1, BEGUN);
    run.succeed(PLACES_HERE);
    run.wake();
    expect(run.state.tasks[0]?.status).toBe("retrying");
    run.succeed(1);
    expect(run.state.tasks[0]).toMatchObject({ status: "running", shard: 0 });
  });

  it("of a model that is free leaves no trace", () => {
    const run = play(underWay({}, { prices: () => [] }), [failed(timedOut), BEGUN], [failed(timedOut), RESUMED]);
    expect(run.log.filter(({ type }) => type.startsWith("budget"))).toEqual([]);
  });

  it("changes nothing by what is heard of it late", () => {
    const run = play(underWay(), [failed(timedOut), BEGUN], [done, RESUMED]);
    for (const attempt of [1, 2]) {
      expect(outcomeEvents(run.state, { work: 0, attempt, result: done, job: RESUMED }, run.now)).toEqual([]);
    }
  });
});
