import { describe, expect, it } from "vitest";
import type { Budget } from "../../src/domain/budget.ts";
import { failure } from "../../src/domain/errors.ts";
import { err } from "../../src/domain/result.ts";
import type { Selection } from "../../src/domain/selection.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { planView } from "../../src/http/plan-view.ts";
import type { PlanBody } from "../../src/http/schemas/requests.ts";
import type { DryRun } from "../../src/run/index.ts";
import { planOf, price } from "../domain/simulate.ts";
import { ALICE, createCaller, expectStatus, post, problemOf, runOf } from "./caller.ts";

async function begin(budget: object = {}, headers: Record<string, string> = {}) {
  const { as, backstage } = createCaller();
  const call = as(ALICE);
  await expectStatus(await call("/v1/runs", post({ text: "Hello", budget }, headers)), 202);
  const [double] = backstage.conversations.values();
  const [run] = double?.runs.values() ?? [];
  if (!double || !run) throw new Error("No run was made");
  return { call, double, id: run.message.run, budget: run.message.budget };
}

describe("the budget of a message", () => {
  it("is passed on with all its parts", async () => {
    const given: Budget = { timeMs: 5_000, usd: 0.25, llmCalls: 0, tasks: 3, onExhausted: "answer" };
    expect((await begin(given)).budget).toEqual(given);
  });

  it.each<[string, Record<string, string>, object, string | undefined]>([
    ["asks where the caller waits", { prefer: "wait=0" }, {}, "ask"],
    ["answers where nobody stays to be asked", {}, {}, undefined],
    ["does what the caller says, who waits", { prefer: "wait=0" }, { onExhausted: "answer" }, "answer"],
    ["does what the caller says, who leaves", {}, { onExhausted: "ask" }, "ask"],
  ])("that is used up %s", async (_, headers, budget, onExhausted) => {
    expect((await begin(budget, headers)).budget.onExhausted).toBe(onExhausted);
  });

  it("that is used up asks where the caller streams", async () => {
    const { as, backstage } = createCaller();
    const streamed = await as(ALICE)("/v1/runs", post({ text: "Hello" }, { accept: "text/event-stream" }));
    await streamed.body?.cancel();
    const [double] = backstage.conversations.values();
    expect([...(double?.runs.values() ?? [])].map(({ message }) => message.budget.onExhausted)).toEqual(["ask"]);
  });

  it.each([
    { usd: -0.01 },
    { usd: 10_001 },
    { usd: "1" },
    { llmCalls: 1.5 },
    { llmCalls: -1 },
    { tasks: 0 },
    { tasks: 257 },
    { onExhausted: "stop" },
    { timeMs: 0 },
  ])("is refused as %j", async (budget) => {
    const [part] = Object.keys(budget);
    const refused = await createCaller().as(ALICE)("/v1/runs", post({ text: "Hello", budget }));
    expect(await problemOf(refused)).toMatchObject({
      ...{ status: 400, code: "invalid-request", issues: [{ path: `budget.${part}` }] },
    });
  });

  it("is raised by whoever resumes the run", async () => {
    const { call, double, id } = await begin();
    const resume = (body: object) => call(`/v1/runs/${id}/resume`, post(body));
    const budget = { usd: 2, timeMs: 60_000 };
    await runOf(await resume({ budget }), 200);
    await runOf(await resume({}), 200);
    expect(double.asked).toEqual([
      { what: "resume", run: id, more: budget },
      { what: "resume", run: id },
    ]);
    for (const body of [{ budget: { usd: -1 } }, { budget: { onExhausted: "ask" } }, { usd: 1 }]) {
      expect(await problemOf(await resume(body))).toMatchObject({ status: 400, code: "invalid-request" });
    }
  });
});

describe("the budget of a run whose key has so much left of the day", () => {
  it.each([
    ["that, where it names none", {}, 0.5],
    ["that, where its own is higher", { usd: 2 }, 0.5],
    ["its own where that is lower", { usd: 0.2 }, 0.2],
  ])("is %s", async (_, budget, usd) => {
    const { as, backstage } = createCaller();
    backstage.tenant(ALICE).leftUsd = 0.5;
    await runOf(await as(ALICE)("/v1/runs", post({ text: "Hello", budget })));
    const [double] = backstage.conversations.values();
    expect([...(double?.runs.values() ?? [])].map(({ message }) => message.budget.usd)).toEqual([usd]);
  });

  it("is raised to no more than that, and where that is nothing, the run is not resumed", async () => {
    const { as, backstage } = createCaller();
    const call = as(ALICE);
    const { id } = await runOf(await call("/v1/runs", post({ text: "Hello" })));
    const tenant = backstage.tenant(ALICE);
    const [double] = backstage.conversations.values();
    tenant.leftUsd = 0.5;
    await runOf(await call(`/v1/runs/${id}/resume`, post({ budget: { usd: 2, timeMs: 60_000 } })), 200);
    expect(double?.asked).toEqual([{ what: "resume", run: id, more: { usd: 0.5, timeMs: 60_000 } }]);
    tenant.refuses = err(failure("budget-exceeded", "Nothing is left", true));
    const refused = await call(`/v1/runs/${id}/resume`, post({ budget: { usd: 2 } }));
    expect(await problemOf(refused)).toMatchObject({ status: 402, code: "budget-exceeded" });
    expect(double?.asked).toHaveLength(1);
    // Time costs nothing.
    await runOf(await call(`/v1/runs/${id}/resume`, post({ budget: { timeMs: 90_000 } })), 200);
  });
});

describe("the budget of a plan that is only looked at", () => {
  it.each<[string, Budget, object]>([
    ["sets aside what a run would", { timeMs: 5_000, usd: 1, llmCalls: 9 }, { usd: 0.4, llmCalls: 2 }],
    ["leaves no more than there is", { timeMs: 5_000, usd: 0.3, llmCalls: 1 }, { usd: 0.2, llmCalls: 1 }],
    ["leaves nothing of nothing", { timeMs: 5_000, usd: 0, llmCalls: 0 }, { usd: 0, llmCalls: 0 }],
    ["has no limit where none is set", { timeMs: 5_000, tasks: 3 }, { usd: null, llmCalls: null }],
  ])("%s", async (_, budget, allowance) => {
    const { as, backstage } = createCaller();
    await expectStatus(await as(ALICE)("/v1/plan", post({ text: "Summarize 'It rained.'", budget })), 200);
    expect(backstage.dryRuns).toMatchObject([{ job: { budget, allowance } }]);
  });

  it("makes a question of a plan with too many tasks, as in a run", async () => {
    const text = "Translate 'good day' into French and read it aloud";
    const call = createCaller().as(ALICE);
    const view = await (await call("/v1/plan", post({ text, budget: { tasks: 1 } }))).json();
    expect(view).toMatchObject({ as: "ask", text: expect.stringContaining("You allowed 1 task at most") });
  });

  it.each([{ usd: -1 }, { llmCalls: 0.5 }, { timeMs: 0 }, { hours: 1 }])("is refused as %j", async (budget) => {
    const refused = await createCaller().as(ALICE)("/v1/plan", post({ text: "Hello", budget }));
    expect(await problemOf(refused)).toMatchObject({ status: 400, code: "invalid-request" });
  });
});

describe("the usage of a run", () => {
  it("tells what it cost, in all and by task", async () => {
    const { call, double, id } = await begin();
    const free = { usd: 0, unpricedCalls: 0 };
    expect((await runOf(await call(`/v1/runs/${id}`), 200)).usage).toMatchObject({ ...free, llmCalls: 0 });
    const plan = planOf({ 0: [], 1: [] });
    double.record(id, { type: "plan-start", data: { attempt: 1, deadline: 1, shard: 0 } });
    double.record(id, {
      type: "plan-end",
      data: {
        ...{ attempt: 1, version: 1, controller: "openai", fetched: [], referenced: [], durationMs: 1 },
        planned: { as: "plan", plan, notes: [] },
      },
    });
    const settled = [
      { work: "plan", attempt: 1, usd: 0.01, llmCalls: 1, measured: { inputTokens: 900 } },
      { work: 0, attempt: 1, usd: 0.2, llmCalls: 0, measured: { images: 1 } },
      { work: 0, attempt: 2, usd: null, llmCalls: 0 },
    ] as const;
    for (const data of settled) double.record(id, { type: "budget-settled", data });
    const run = await runOf(await call(`/v1/runs/${id}`), 200);
    expect(run.usage).toMatchObject({ usd: 0.21, unpricedCalls: 1, llmCalls: 1, inputTokens: 900, images: 1 });
    expect(run.tasks.map(({ usage }) => usage)).toEqual([{ usd: 0.2, unpricedCalls: 1, images: 1 }, free]);
    expect(run.usage).not.toHaveProperty("assumedUsd");
    const assumed = { work: 1, attempt: 1, usd: 0.05, llmCalls: 0, assumed: true } as const;
    double.record(id, { type: "budget-settled", data: assumed });
    expect((await runOf(await call(`/v1/runs/${id}`), 200)).usage).toMatchObject({ usd: 0.26, assumedUsd: 0.05 });
  });
});

describe("a paused run", () => {
  it("says what it waits for", async () => {
    const { call, double, id } = await begin();
    const view = async () => runOf(await call(`/v1/runs/${id}`), 200);
    expect(await view()).not.toHaveProperty("pause");
    const reason = { what: "usd", message: "Of the budget of 0.01 dollars, nothing is left", neededUsd: 0.02 } as const;
    double.record(id, { type: "run-pause", data: { reason } });
    expect(await view()).toMatchObject({
      status: "paused",
      pause: { reason: "usd", message: reason.message, neededUsd: 0.02 },
    });
    double.record(id, { type: "run-resume", data: {} });
    double.record(id, { type: "run-pause", data: {} });
    expect((await view()).pause?.reason).toBe("person");
  });
});

describe("a plan that was only made", () => {
  const PLANNED: DryRun = {
    ...{ controller: "embedded", constraints: undefined, proof: null, selection: {}, language: null },
    planned: { as: "plan", plan: planOf({ 0: [], 1: [0] }), notes: [] },
    health: ({ model }) => ({ calls: 1, failures: 0, medianMs: { "a/dear": 3_000, "a/free": 20 }[model] ?? null }),
  };
  const viewOf = (more: Partial<DryRun>, asked: Partial<Pick<PlanBody, "budget" | "selection">> = {}) =>
    planView({ ...PLANNED, ...more }, createOntology(), { budget: { timeMs: 1_800_000 }, ...asked });
  const view = (selection: Selection) => viewOf({ selection });
  const dear = { provider: "huggingface", model: "a/dear", reason: "", prices: [price(0.5)] } as const;
  const free = { provider: "embedded", model: "a/free", reason: "" } as const;
  const unknown = { provider: "openai", model: "a/unknown", reason: "" } as const;

  it("says what each candidate may cost, and what the plan may with those that come first", () => {
    const { tasks, estimate } = view({ 0: { candidates: [dear, free] }, 1: { candidates: [dear, unknown] } });
    expect(tasks.map(({ estimates }) => estimates)).toEqual([
      [0.5, 0],
      [0.5, null],
    ]);
    expect(estimate).toBe(1);
  });

  it("does not say what nobody knows, and counts nothing for what cannot run", () => {
    expect(view({ 0: { candidates: [unknown, dear] }, 1: { candidates: [free] } }).estimate).toBeNull();
    expect(view({ 0: { candidates: [], missing: "Nothing does it" }, 1: { candidates: [dear] } }).estimate).toBe(0.5);
  });

  const both = (one: typeof dear | typeof free, other: typeof dear | typeof unknown): Partial<DryRun> => ({
    selection: { 0: { candidates: [one] }, 1: { candidates: [other] } },
  });
  const speaks = (isFirst: boolean, callUsd: number | null = 0.01): DryRun["language"] => ({
    ...{ provider: "openai", isFirst, callUsd },
  });
  const limits = (budget: Partial<Budget>): { readonly budget: Budget } => ({ budget: { timeMs: 1_000, ...budget } });

  it.each<[string, Partial<DryRun>, Partial<Budget>, object]>([
    [
      "nothing is too much without limits",
      both(dear, dear),
      {},
      { usd: { estimate: 1, limit: null, isEnough: true }, tasks: { estimate: 2, limit: null, isEnough: true } },
    ],
    [
      "what is more than there is",
      both(dear, dear),
      { usd: 0.9, tasks: 1 },
      { usd: { estimate: 1, limit: 0.9, isEnough: false }, tasks: { estimate: 2, limit: 1, isEnough: false } },
    ],
    ["what is just enough", both(free, dear), { usd: 0.5 }, { usd: { estimate: 0.5, limit: 0.5, isEnough: true } }],
    ["what nobody knows", both(free, unknown), { usd: 5 }, { usd: { estimate: null, limit: 5, isEnough: null } }],
    [
      "the calls that plan and answer, and their price",
      { ...both(free, dear), controller: "openai", language: speaks(false) },
      { llmCalls: 2 },
      { llmCalls: { estimate: 2, limit: 2, isEnough: true }, usd: { estimate: 0.52, limit: null } },
    ],
    [
      "the call that answers where a language model answers all",
      { ...both(free, dear), controller: "user", language: speaks(true) },
      { llmCalls: 0 },
      { llmCalls: { estimate: 1, limit: 0, isEnough: false } },
    ],
    [
      "no call where a language model had no part",
      { ...both(free, dear), language: speaks(false, null) },
      { usd: 1 },
      { llmCalls: { estimate: 0 }, usd: { estimate: 0.5, isEnough: true } },
    ],
    [
      "no price of calls that nobody knows",
      { ...both(free, dear), controller: "openai", language: speaks(true, null) },
      { usd: 1 },
      { usd: { estimate: null, isEnough: null } },
    ],
    [
      "the one call of an answer without a plan",
      { planned: { as: "reply", text: "Hello" }, controller: "openai", language: speaks(true) },
      {},
      { llmCalls: { estimate: 1 }, usd: { estimate: 0.01 }, tasks: { estimate: 0 }, timeMs: { estimate: 0 } },
    ],
    [
      "how long a chain takes, by how long its models took lately",
      both(free, dear),
      { timeMs: 3_000 },
      { timeMs: { estimate: 3_020, limit: 3_000, isEnough: false } },
    ],
    ["no time that nobody knows", both(free, unknown), {}, { timeMs: { estimate: null, isEnough: null } }],
  ])("says of a budget: %s", (_, more, budget, expected) => {
    expect(viewOf(more, limits(budget)).budget).toMatchObject(expected);
  });

  it("counts the call that chooses models, and side by side the slower of two", () => {
    const plan = planOf({ 0: [], 1: [] });
    const more = { ...both(free, dear), planned: { as: "plan", plan, notes: [] }, language: speaks(true) } as const;
    const { llmCalls, timeMs } = viewOf(more, { selection: "language" }).budget;
    expect([llmCalls.estimate, timeMs.estimate]).toEqual([2, 3_000]);
  });

  it("is held to the lower of what its caller and its words allow", () => {
    const understanding = { constraints: {}, budget: { usd: 0.1, llmCalls: 9 }, confidence: null, reasons: [] };
    const planned = { as: "plan", plan: planOf({ 0: [], 1: [0] }), notes: [], understanding } as const;
    const { usd, llmCalls } = viewOf({ planned }, limits({ usd: 2, llmCalls: 1 })).budget;
    expect([usd.limit, llmCalls.limit]).toEqual([0.1, 1]);
  });
});
