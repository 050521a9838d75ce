import { describe, expect, it } from "vitest";
import type { AskedBudget } from "../../../src/domain/constraints.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import { exceededTasks, lowerBudget, understandEdited } from "../../../src/domain/run/asked.ts";
import { requestApproval } from "../../../src/domain/run/requests.ts";
import type { Understanding } from "../../../src/domain/understanding.ts";
import { planOf, Simulation } from "../simulate.ts";

const understand = (budget: AskedBudget): Understanding => ({
  constraints: { licence: { allow: ["Apache-2.0"] } },
  budget,
  confidence: 0.9,
  reasons: [{ task: 0, words: ["sum it up"] }],
});

describe("the time that a request allows", () => {
  it.each<[string, AskedBudget, number]>([
    ["less than the run may spend", { timeMs: 5_000 }, 5_000],
    ["as much", { timeMs: 60_000 }, 60_000],
    ["more", { timeMs: 600_000 }, 60_000],
    ["no time at all", { timeMs: 0 }, 0],
    ["whatever time it takes", {}, 60_000],
  ])("counts where it is less: %s", (_, asked, timeMs) => {
    expect(lowerBudget({ timeMs: 60_000 }, asked)).toEqual({ timeMs });
  });

  it("holds from the moment the plan is known, and counts what planning took", () => {
    const run = new Simulation({
      plan: planOf({ 0: [] }),
      budgetMs: 60_000,
      understanding: understand({ timeMs: 5_000 }),
    });
    run.elapse(3_000);
    expect(run.state.budget.timeMs).toBe(60_000);
    run.succeed("plan");
    expect(run.state.budget.timeMs).toBe(5_000);
    run.elapse(2_000);
    expect(run.state.tasks[0]).toMatchObject({
      status: "failed",
      error: { code: "budget-exceeded", message: "The time budget of 5 s is used up" },
    });
  });

  it("ends a run at once whose planning took longer", () => {
    const run = new Simulation({ plan: planOf({ 0: [] }), understanding: understand({ timeMs: 1_000 }) });
    run.elapse(2_000);
    run.succeed("plan");
    expect(run.state.tasks[0]).toMatchObject({ status: "failed", attempts: [] });
  });
});

describe("the tasks that a request allows", () => {
  const plan = planOf({ 0: [], 1: [0] });

  it.each<[AskedBudget, number | null]>([
    [{}, null],
    [{ tasks: 3 }, null],
    [{ tasks: 2 }, null],
    [{ tasks: 1 }, 1],
    [{ tasks: 0 }, 0],
  ])("%j", (asked, exceeded) => {
    expect(exceededTasks(plan, asked)).toBe(exceeded);
  });

  it("bind a person's edit as well, which may be made again with fewer", () => {
    const run = new Simulation({ plan, approval: "plan", understanding: understand({ tasks: 2 }) });
    run.succeed("plan");
    const approve = (edited: Plan) =>
      run.request(requestApproval(run.state, { planVersion: 1, decision: "approve", plan: edited }));
    expect(approve(planOf({ 0: [], 1: [], 2: [] }))).toEqual({
      code: "budget-exceeded",
      message: "The plan has 3 tasks, and the request allows 2 at most",
      retryable: false,
    });
    expect(run.state.awaitingApproval).toBe(true);
    expect(approve(planOf({ 0: [] }))).toBeNull();
    expect(run.state.planVersion).toBe(2);
  });
});

describe("what was understood, once the plan is edited", () => {
  const literal = (value: string) => ({ from: "literal", value }) as const;
  const before: Plan = {
    tasks: [
      { id: 0, type: "question-answering", args: { question: literal("Who?"), context: literal("Ada") } },
      { id: 1, type: "summarization", args: { text: literal("It rained.") } },
      { id: 2, type: "text-to-speech", args: { text: { from: "task", task: 1, output: "text" } } },
      { id: 3, type: "translation", args: { text: literal("rain") } },
    ],
  };
  const understanding: Understanding = {
    ...understand({ timeMs: 5_000 }),
    reasons: [0, 1, 2, 3].map((task) => ({ task, words: [`words of ${task}`] })),
  };

  it("is what the request asks for, and why the tasks are there that nobody touched", () => {
    const after: Plan = {
      tasks: [
        { id: 0, type: "question-answering", args: { context: literal("Ada"), question: literal("Who?") } },
        { id: 1, type: "summarization", args: { text: literal("It snowed.") } },
        { id: 2, type: "text-to-speech", args: { text: { output: "text", task: 1, from: "task" } } },
        { id: 4, type: "translation", args: { text: literal("rain") } },
      ],
    };
    expect(understandEdited(understanding, before, after)).toEqual({
      constraints: understanding.constraints,
      budget: understanding.budget,
      confidence: null,
      reasons: [
        { task: 0, words: ["words of 0"] },
        { task: 2, words: ["words of 2"] },
      ],
    });
  });

  it("stays with the run through its approval and its second planning", () => {
    const run = new Simulation({ plan: before, approval: "plan", understanding });
    run.succeed("plan");
    const edited = { tasks: before.tasks.slice(0, 2) };
    run.request(requestApproval(run.state, { planVersion: 1, decision: "approve", plan: edited }));
    const shown = {
      plan: edited,
      understanding: { ...understanding, confidence: null, reasons: [{ task: 0 }, { task: 1 }] },
    };
    expect(run.state.planned).toMatchObject(shown);
    run.succeed("plan");
    expect(run.state.planned).toMatchObject(shown);
    expect(run.state.budget.timeMs).toBe(5_000);
  });

  it("is nothing in logs from before there was such a thing", () => {
    const run = new Simulation({ plan: before, approval: "plan", budgetMs: 60_000 });
    run.succeed("plan");
    run.request(requestApproval(run.state, { planVersion: 1, decision: "approve", plan: planOf({ 7: [] }) }));
    expect(run.state.planned).toEqual({ as: "plan", plan: planOf({ 7: [] }), notes: [] });
    expect(run.state.budget.timeMs).toBe(60_000);
  });
});
