import { describe, expect, it } from "vitest";
import type { Budget } from "../../../src/domain/budget.ts";
import type { Price } from "../../../src/domain/catalogue.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import { LLM_CALL_USD, permanent, planOf, price, retryable, type Scenario, Simulation, timedOut } from "../simulate.ts";

type Asks = readonly (readonly Price[])[];

/** A run of tasks side by side whose candidates, from the first on, ask these prices. */
function planned(budget: Omit<Budget, "timeMs">, asks: Asks, more: Partial<Scenario> = {}): Simulation {
  const run = new Simulation({
    plan: planOf({ 0: [], 1: [], 2: [] }),
    budget,
    candidates: () => asks.length,
    prices: (_, candidate) => asks[candidate] ?? [],
    ...more,
  });
  run.succeed("plan");
  return run;
}

const ofMoney = (run: Simulation): readonly EventBody[] =>
  run.log
    .filter(({ type }) => type === "budget-reserved" || type === "budget-settled")
    .filter(({ data }) => "work" in data && typeof data.work === "number")
    .map(({ type, data }) => ({ type, data }) as EventBody);
const statuses = ({ state }: Simulation) => [0, 1, 2].map((id) => state.tasks[id]?.status);
const FREE: Asks = [[]];

describe("what an attempt costs", () => {
  it("is told without a budget as well, and nothing is set aside for it", () => {
    const run = planned({}, [[price(0.2)]]);
    run.succeed(0);
    expect(ofMoney(run)).toEqual([{ type: "budget-settled", data: { work: 0, attempt: 1, usd: 0.2, llmCalls: 0 } }]);
    expect(run.state.spent).toMatchObject({ usd: 0.2, unpriced: 0 });
    expect(run.state.tasks[0]?.spent.usd).toBe(0.2);
  });

  it("is not told where it is free and nothing was measured", () => {
    const run = planned({ usd: 1 }, FREE);
    run.succeed(0, 1, 2, "answer");
    expect(ofMoney(run)).toEqual([]);
  });

  it("is told where something was measured of what is free", () => {
    const run = planned({}, FREE, { measured: { seconds: 3 } });
    run.succeed(0, 1);
    expect(run.state.spent).toMatchObject({ usd: 0, unpriced: 0, llmCalls: 0, measured: { seconds: 6 } });
  });

  it("is what its provider measured, at the model's price", () => {
    const run = planned({ usd: 1 }, [[price(20, "million-output-tokens")]], { measured: { outputTokens: 1_000 } });
    expect(run.state.reserved[0]?.usd).toBeCloseTo(20 * 0.004_096, 12);
    run.succeed(0);
    expect(run.state.spent.usd).toBeCloseTo(0.02, 12);
    expect(run.state.tasks[0]).toMatchObject({ spent: { measured: { outputTokens: 1_000 } } });
    expect(run.state.tasks[0]?.estimatedUsd).toBeCloseTo(20 * 0.004_096, 12);
  });

  it.each<[string, Omit<Budget, "timeMs">, number, number]>([
    ["what was set aside, with a budget", { usd: 1 }, 20 * 0.004_096, 0],
    ["nobody knows what, without one", {}, 0, 1],
  ])("is %s, where its provider says nothing", (_, budget, usd, unpriced) => {
    const run = planned(budget, [[price(20, "million-output-tokens")]]);
    run.succeed(0);
    expect(run.state.spent.usd).toBeCloseTo(usd, 12);
    expect(run.state.spent.unpriced).toBe(unpriced);
  });

  it.each<[string, (run: Simulation) => void, number, number]>([
    ["is what was set aside for one that was lost", (run) => run.deliver(0, { as: "lost" }), 0.2, 0],
    ["is what was set aside for one that took too long", (run) => run.fail(0, timedOut), 0.2, 0],
    ["is nothing for one that failed", (run) => run.fail(0, permanent), 0, 0],
    ["is nothing for one that never called", (run) => run.fail(0, { ...timedOut, notCalled: true }), 0, 0],
    [
      "is what it took for one that failed after its call",
      (run) => run.deliver(0, { as: "failed", error: permanent, measured: { usd: 0.15 } }),
      0.15,
      0,
    ],
  ])("%s", (_, end, usd, unpriced) => {
    const run = planned({ usd: 0.7 }, [[price(0.2)]]);
    end(run);
    expect(run.state.spent).toMatchObject({ usd, unpriced });
    expect(run.log.filter(({ type }) => type === "budget-settled").map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ work: 0, attempt: 1, usd }),
    );
  });

  it("is unknown, without a budget, for one that was lost", () => {
    const run = planned({}, [[price(0.2)]]);
    run.deliver(0, { as: "lost" });
    expect(run.state.spent).toMatchObject({ usd: 0, unpriced: 1 });
  });

  it("is counted once, however often its outcome is told", () => {
    const run = planned({ usd: 1 }, [[price(0.2)]]);
    run.succeed(0);
    expect(run.deliver(0, run.success(0), 1)).toEqual([]);
    expect(run.deliver(0, { as: "lost" }, 1)).toEqual([]);
    expect(run.state.spent.usd).toBe(0.2);
  });

  it("of a run that is cancelled is what was set aside for what is under way", () => {
    const run = planned({ usd: 1, onExhausted: "ask" }, [[price(0.2)]]);
    run.request({ ok: true, value: [{ type: "run-cancel", data: { reason: "Enough" } }] });
    expect(run.state.spent.usd).toBeCloseTo(0.6, 12);
    expect(run.state.reserved).toEqual({});
  });
});

describe("a budget of money", () => {
  it("lets begin what it is enough for, and has the rest wait for what is set aside", () => {
    const run = planned({ usd: 0.5 }, [[price(0.2)]]);
    expect(statuses(run)).toEqual(["running", "running", "waiting"]);
    run.fail(0, permanent);
    expect(statuses(run)).toEqual(["failed", "running", "running"]);
  });

  it("that is not enough for the next model is spent on the first one that it is enough for", () => {
    const run = planned({ usd: 0.05 }, [[price(0.2)], [price(0.1)], [price(0.02)]]);
    expect(run.state.tasks[0]).toMatchObject({ candidate: 2, failures: 0, attempts: [{ model: "model-2" }] });
    run.succeed(0, 1, 2);
    expect(run.state.tasks[2]).toMatchObject({ status: "failed", error: { code: "budget-exceeded" } });
  });

  it("never goes to a model of which nobody knows what it costs", () => {
    const run = new Simulation({ plan: planOf({ 0: [] }), budget: { usd: 5 } });
    const result = run.success("plan");
    if (result.as !== "planned") throw new Error("Planning gave no plan");
    const candidates = [{ provider: "huggingface", model: "a/model", reason: "" } as const];
    run.deliver("plan", { ...result, selection: { 0: { candidates } } });
    expect(run.state.tasks[0]).toMatchObject({
      status: "failed",
      error: { code: "budget-exceeded", message: expect.stringContaining("has a known price") },
    });
  });

  it("of nothing pays for what is free", () => {
    const run = planned({ usd: 0 }, [[price(0)]]);
    run.succeed(0, 1, 2, "answer");
    expect(run.state.end?.status).toBe("succeeded");
    expect(run.log.filter(({ type }) => type === "budget-warning")).toEqual([]);
  });

  it("that is used up fails what it is not enough for, where the run is to answer", () => {
    const run = planned({ usd: 0.5 }, [[price(0.2)]]);
    run.succeed(0, 1);
    expect(run.state.tasks[2]).toMatchObject({
      status: "failed",
      attempts: [],
      error: {
        code: "budget-exceeded",
        message:
          "Of the budget of 0.50 dollars, 0.10 dollars are left: not enough for task 3 (text-generation), which may cost 0.20 dollars",
      },
    });
    run.succeed("answer");
    expect(run.state.end?.status).toBe("partial");
  });

  it("warns once, at four fifths", () => {
    const run = planned({ usd: 0.5 }, [[price(0.2)]]);
    run.succeed(0, 1);
    expect(run.log.filter(({ type }) => type === "budget-warning")).toMatchObject([
      { data: { what: "usd", used: 0.4, limit: 0.5 } },
    ]);
  });
});

describe("calls of a language model", () => {
  const llm = (budget: Omit<Budget, "timeMs">, llmCalls: number) =>
    new Simulation({ plan: planOf({ 0: [] }), budget, llmCalls });

  it("are counted without a budget as well", () => {
    const run = llm({}, 1);
    run.succeed("plan", 0, "answer");
    expect(run.state.spent).toMatchObject({ llmCalls: 2, usd: 2 * LLM_CALL_USD });
    expect(run.log.filter(({ type }) => type === "budget-reserved")).toEqual([]);
  });

  it("are set aside as far as they may be made", () => {
    const run = llm({ llmCalls: 3 }, 1);
    expect(run.state.reserved.plan).toEqual({ attempt: 1, usd: null, llmCalls: 2 });
    run.succeed("plan", 0);
    expect(run.state.reserved.answer).toEqual({ attempt: 1, usd: null, llmCalls: 1 });
  });

  it("that are used up leave steps that make none, which need nothing set aside", () => {
    const run = llm({ llmCalls: 2 }, 2);
    run.succeed("plan", 0);
    expect(run.state.spent.llmCalls).toBe(2);
    expect(run.state.answering.status).toBe("running");
    expect(run.state.reserved).toEqual({});
    expect(run.log.filter(({ type }) => type === "budget-warning")).toMatchObject([{ data: { what: "llm-calls" } }]);
  });

  it("of planning that was lost may have been made", () => {
    const run = llm({ llmCalls: 3 }, 1);
    run.deliver("plan", { as: "lost" });
    expect(run.state.spent).toMatchObject({ llmCalls: 2, unpriced: 2 });
    expect(run.state.reserved.plan).toEqual({ attempt: 2, usd: null, llmCalls: 1 });
  });

  it("of planning that failed were not made, unless it says so", () => {
    const run = llm({ llmCalls: 3 }, 1);
    run.deliver("plan", { as: "failed", error: retryable(0), usage: { llmCalls: 1, usd: 0.02 } });
    expect(run.state.spent).toMatchObject({ llmCalls: 1, usd: 0.02 });
    run.wake();
    run.fail("plan", permanent);
    expect(run.state.spent).toMatchObject({ llmCalls: 1, usd: 0.02 });
  });
});

describe("logs from before there were budgets of money", () => {
  it("fold to a run that has spent nothing, and goes on", () => {
    const run = new Simulation({ plan: planOf({ 0: [] }) });
    run.record([
      { type: "budget-warning", data: { what: "time", used: 1, limit: 1 } },
      { type: "run-pause", data: {} },
      { type: "run-resume", data: {} },
    ]);
    expect(run.state).toMatchObject({ warned: ["time"], spent: { usd: 0 }, reserved: {}, pauseReason: null });
    run.succeed("plan", 0, "answer");
    expect(run.state.end?.status).toBe("succeeded");
  });
});
