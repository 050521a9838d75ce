import { describe, expect, it } from "vitest";
import { type Budget, MAX_TIME_BUDGET_MS, MAX_USD_BUDGET } from "../../../src/domain/budget.ts";
import type { Failure } from "../../../src/domain/errors.ts";
import type { OutcomeResult } from "../../../src/domain/events.ts";
import { callsOf } from "../../../src/domain/run/calls.ts";
import { requestPause, requestResume } from "../../../src/domain/run/requests.ts";
import { pauseOf } from "../../../src/domain/run/state.ts";
import type { Candidate } from "../../../src/domain/selection.ts";
import { permanent, planOf, price, retryable, Simulation } from "../simulate.ts";

const TOKENS = [price(5, "million-input-tokens"), price(10, "million-output-tokens")];
const UNREADABLE: OutcomeResult = { as: "failed", error: permanent, measured: {} };
const CUT: Failure = { ...retryable(), unheard: true };

const hf = (model: string, more: Partial<Candidate> = {}): Candidate => ({
  ...{ provider: "huggingface", model, reason: "" },
  ...more,
});

/** A run whose tasks have these candidates. */
function castWith(
  candidates: Readonly<Record<number, readonly Candidate[]>>,
  budget: Omit<Budget, "timeMs"> = {},
  edges: Readonly<Record<number, readonly number[]>> = Object.fromEntries(
    Object.keys(candidates).map((id) => [Number(id), []]),
  ),
): Simulation {
  const run = new Simulation({ plan: planOf(edges), budget });
  const result = run.success("plan");
  if (result.as !== "planned") throw new Error("Planning gave no plan");
  const selection = Object.fromEntries(Object.entries(candidates).map(([id, all]) => [id, { candidates: all }]));
  run.deliver("plan", { ...result, selection });
  return run;
}

const settledIn = ({ log }: Simulation) =>
  log.flatMap((one) => (one.type === "budget-settled" && one.data.work !== "plan" ? [one.data] : []));
const warningsIn = ({ log }: Simulation) =>
  log.flatMap((one) => (one.type === "budget-warning" && one.data.exceeded ? [one.data] : []));

describe("a call that was answered, and of whose answer nothing came", () => {
  it("costs what its provider measured", () => {
    const run = castWith({ 0: [hf("a", { prices: TOKENS })] }, { usd: 2 });
    const measured = { inputTokens: 100_000, outputTokens: 4_000 };
    run.deliver(0, { as: "failed", error: permanent, measured });
    expect(settledIn(run)).toEqual([{ work: 0, attempt: 1, llmCalls: 0, measured, usd: 0.54 }]);
    expect(run.state.spent).toMatchObject({ usd: 0.54, assumedUsd: 0 });
  });

  it("counts as what was set aside where nobody measured it, and is marked so", () => {
    const run = castWith({ 0: [hf("a", { prices: TOKENS })] }, { usd: 2 });
    const aside = run.state.reserved[0]?.usd ?? 0;
    run.deliver(0, UNREADABLE);
    expect(settledIn(run)).toEqual([{ work: 0, attempt: 1, llmCalls: 0, usd: aside, assumed: true }]);
    expect(run.state.spent).toMatchObject({ usd: aside, assumedUsd: aside, unpriced: 0 });
  });

  it("counts as one of unknown cost where nothing was set aside", () => {
    const run = castWith({ 0: [hf("a", { prices: TOKENS })] });
    run.deliver(0, UNREADABLE);
    expect(run.state.spent).toMatchObject({ usd: 0, unpriced: 1 });
  });

  it("leaves no trace where calls are free", () => {
    const run = castWith({ 0: [{ provider: "custom", model: "ours", reason: "" }] }, { usd: 2 });
    run.deliver(0, UNREADABLE);
    expect(settledIn(run)).toEqual([]);
  });
});

describe("a job whose result could not be fetched yet", () => {
  it("is gone on with, with no more money than one call takes", () => {
    const run = castWith({ 0: [hf("a", { prices: [price(0.2)] })] }, { usd: 0.2 });
    run.deliver(0, { as: "failed", error: retryable(), measured: {} }, 1, { resumed: false, open: true });
    expect(run.state.reserved[0]).toMatchObject({ attempt: 1, usd: 0.2 });
    run.wake();
    const { outputs } = { outputs: { out: { as: "text", kind: "text", text: "x" } } } as const;
    run.deliver(0, { as: "done", outputs, notes: [] }, 2, { resumed: true, open: false });
    expect(run.state).toMatchObject({ spent: { usd: 0.2, assumedUsd: 0 }, tasks: { 0: { status: "succeeded" } } });
  });
});

describe("a call whose answer broke off", () => {
  it("counts as what was set aside, each time, so that the money ends before the attempts do", () => {
    const run = castWith({ 0: [hf("a", { prices: [price(0.2)] })] }, { usd: 0.5 });
    run.fail(0, CUT);
    run.wake();
    run.fail(0, CUT);
    run.wake();
    expect(run.state.spent).toMatchObject({ usd: 0.4, assumedUsd: 0.4 });
    expect(run.state.tasks[0]).toMatchObject({ status: "failed", error: { code: "budget-exceeded" } });
  });

  it("costs nothing where it never began", () => {
    const run = castWith({ 0: [hf("a", { prices: [price(0.2)] })] }, { usd: 0.5 });
    run.fail(0, { ...CUT, notCalled: true });
    expect(run.state.spent.usd).toBe(0);
  });
});

describe("a call that measures more than was foreseen of it", () => {
  const dear: OutcomeResult = {
    ...{ as: "done", outputs: { out: { as: "text", kind: "text", text: "x" } }, notes: [] },
    measured: { usd: 5.4 },
  };
  const run = (): Simulation =>
    castWith(
      {
        0: [hf("a", { prices: [price(0.05)] })],
        1: [hf("b", { prices: [price(0.05)] })],
        2: [hf("c", { prices: [price(0.05)] }), { provider: "custom", model: "ours", reason: "" }],
        3: [hf("c", { prices: [price(0.05)] })],
      },
      { usd: 0.2 },
      { 0: [], 1: [], 2: [0], 3: [0] },
    );

  it("is told at once, and of each budget once", () => {
    const one = run();
    one.deliver(0, dear);
    expect(warningsIn(one)).toEqual([{ what: "usd", used: 5.4, limit: 0.2, exceeded: true }]);
    one.deliver(1, dear);
    expect(warningsIn(one)).toHaveLength(1);
    expect(one.state).toMatchObject({ exceededUsd: 0.2, spent: { usd: 10.8 } });
  });

  it("is followed by no call that costs anything", () => {
    const one = run();
    one.deliver(0, dear);
    one.deliver(1, dear);
    expect(one.state.tasks[2]).toMatchObject({ status: "running", attempts: [{ provider: "custom" }] });
    one.succeed(2, "answer");
    expect(one.state.tasks[3]).toMatchObject({ status: "failed", error: { code: "budget-exceeded" } });
    expect(one.log.filter(({ type }) => type === "task-start")).toHaveLength(3);
  });
});

describe("a pause that nobody could end", () => {
  const ask = { usd: 0.01, onExhausted: "ask" } as const;

  it("does not begin where no model has a known price: its task fails and says so, and the rest goes on", () => {
    const run = castWith({ 0: [hf("a")], 1: [{ provider: "custom", model: "ours", reason: "" }] }, ask);
    expect(run.state.paused).toBe(false);
    expect(run.state.tasks[0]).toMatchObject({
      status: "failed",
      error: { code: "budget-exceeded", message: expect.stringMatching(/^No model for task 1 .* has a known price/) },
    });
    run.succeed(1, "answer");
    expect(run.state.end?.status).toBe("partial");
  });

  it("does not begin where the dearest budget there may be is not enough", () => {
    const run = castWith({ 0: [hf("a", { prices: [price(MAX_USD_BUDGET + 1)] })] }, ask);
    expect(run.state.tasks[0]).toMatchObject({ status: "failed", error: { code: "budget-exceeded" } });
  });

  it("does not begin where the longest time there may be is used up", () => {
    const run = new Simulation({ plan: planOf({ 0: [] }), budgetMs: MAX_TIME_BUDGET_MS, budget: ask });
    run.succeed("plan");
    run.elapse(MAX_TIME_BUDGET_MS);
    expect(run.state).toMatchObject({ paused: false, tasks: { 0: { error: { code: "budget-exceeded" } } } });
  });

  it("is none where a raise is enough", () => {
    const run = castWith({ 0: [hf("a"), hf("b", { prices: [price(0.2)] })] }, ask);
    expect(pauseOf(run.state)).toMatchObject({ reason: "usd", message: expect.stringContaining("may cost 0.20") });
    expect(run.request(requestResume(run.state, { usd: 0.2 }))).toBeNull();
    expect(run.state.tasks[0]?.attempts).toMatchObject([{ model: "b" }]);
  });
});

describe("what a run waits for", () => {
  it("is nothing while it goes on, and a person where one paused it", () => {
    const run = castWith({ 0: [hf("a")] });
    expect(pauseOf(run.state)).toBeNull();
    run.request(requestPause(run.state));
    expect(pauseOf(run.state)).toEqual({ reason: "person", message: "It was paused on request" });
    run.request(requestResume(run.state));
    expect(pauseOf(run.state)).toBeNull();
  });
});

describe("an account that a provider refuses", () => {
  const refused: Failure = { ...permanent, access: { account: "caller", to: "provider" } };
  const ours: Candidate = { provider: "custom", model: "ours", reason: "" };
  const modelsOf = ({ state }: Simulation, task: number) => state.tasks[task]?.attempts.map(({ model }) => model);

  it("is not used for that provider's other models, at any task of the run", () => {
    const run = castWith({ 0: [hf("a"), hf("b"), ours], 1: [hf("c"), ours] }, {}, { 0: [], 1: [0] });
    run.fail(0, refused);
    expect(modelsOf(run, 0)).toEqual(["a", "ours"]);
    run.succeed(0);
    expect(modelsOf(run, 1)).toEqual(["ours"]);
  });

  it("fails what nobody else could do, with its reason", () => {
    const run = castWith({ 0: [hf("a"), hf("b")], 1: [hf("c"), hf("d")] }, {}, { 0: [], 1: [] });
    run.fail(0, refused);
    run.fail(1, retryable());
    expect(modelsOf(run, 0)).toEqual(["a"]);
    expect(modelsOf(run, 1)).toEqual(["c"]);
    expect(run.state.tasks[1]).toMatchObject({
      status: "failed",
      error: { code: "provider-rejected", message: expect.stringContaining(refused.message) },
    });
    run.succeed("answer");
    expect(run.state.end?.status).toBe("failed");
  });

  it("is tried at the others where it is one model that it has no access to", () => {
    const run = castWith({ 0: [hf("a"), hf("b")] });
    run.fail(0, { ...permanent, access: { account: "caller", to: "model" } });
    expect(modelsOf(run, 0)).toEqual(["a", "b"]);
  });

  it.each([
    ["says nothing of the model where it is the caller's own", "caller", 0],
    ["counts as the model's failure where everybody uses it", "deployment", 1],
  ] as const)("%s", (_, account, calls) => {
    const run = castWith({ 0: [hf("a")] });
    run.fail(0, { ...permanent, access: { account, to: "provider" } });
    expect(callsOf(run.state)).toHaveLength(calls);
  });
});
