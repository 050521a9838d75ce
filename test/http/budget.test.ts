import { describe, expect, it } from "vitest";
import type { Budget } from "../../src/domain/budget.ts";
import type { Selection } from "../../src/domain/selection.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { planView } from "../../src/http/plan-view.ts";
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
  });
});

describe("a plan that was only made", () => {
  const view = (selection: Selection) =>
    planView(
      {
        ...{ controller: "embedded", constraints: undefined, proof: null, selection },
        planned: { as: "plan", plan: planOf({ 0: [], 1: [0] }), notes: [] },
      },
      createOntology(),
    );
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
});
