import { describe, expect, it } from "vitest";
import type { Plan, TaskId } from "../../../src/domain/plan.ts";
import { MAX_CROWDED_TASKS, MAX_RUNNING_TASKS } from "../../../src/domain/run/policy.ts";
import { PLACES_HERE, PLACES_ON_RUNNER } from "../../../src/domain/run/shards.ts";
import { statusOf, type WorkStatus } from "../../../src/domain/run/state.ts";
import { permanent, planOf, retryable, type Scenario, Simulation } from "../simulate.ts";

function planned(plan: Plan, scenario: Partial<Scenario> = {}): Simulation {
  const run = new Simulation({ plan, ...scenario });
  run.succeed("plan");
  return run;
}

/** Tasks in the order in which they started. */
const started = (run: Simulation): readonly TaskId[] =>
  run.log.flatMap((event) => (event.type === "task-start" ? [event.data.task] : []));

const statuses = (run: Simulation): Readonly<Record<string, WorkStatus>> =>
  Object.fromEntries(Object.entries(run.state.tasks).map(([id, { status }]) => [id, status]));

const independent = (count: number): Plan =>
  planOf(Object.fromEntries(Array.from({ length: count }, (_, id) => [id, []])));

describe("a run", () => {
  it("plans, runs its tasks, answers", () => {
    const run = new Simulation({ plan: planOf({ 0: [], 1: [0] }) });
    expect(statusOf(run.state)).toBe("planning");
    run.succeed("plan");
    expect(statusOf(run.state)).toBe("running");
    run.succeed(0, 1);
    expect(statusOf(run.state)).toBe("responding");
    run.succeed("answer");
    expect(statusOf(run.state)).toBe("succeeded");
    expect(run.log.map(({ type }) => type)).toEqual([
      "run-start",
      "plan-start",
      "plan-end",
      "selection-end",
      ...["task-start", "task-end", "task-start", "task-end"],
      "answer-start",
      "run-end",
    ]);
  });

  it.each(["reply", "ask"] as const)("whose planning comes to a %s ends with its words, and makes no task", (as) => {
    const run = new Simulation({ plan: planOf({}), planned: { fromAttempt: 1, as: { as, text: "Which file?" } } });
    run.succeed("plan");
    expect(run.state).toMatchObject({ answer: "Which file?", end: { status: "succeeded", error: null }, plan: null });
    expect(run.state.answering.status).toBe("skipped");
    const [delta, end] = run.log.slice(-2);
    expect(delta).toMatchObject({ type: "answer-delta", data: { text: "Which file?" } });
    expect(end?.type).toBe("run-end");
  });

  it("whose planning fails for good fails, and says why", () => {
    const run = new Simulation({ plan: planOf({}) });
    run.fail("plan", permanent);
    expect(run.state).toMatchObject({ answer: permanent.message, end: { status: "failed", error: permanent } });
    expect(run.state.planning).toMatchObject({ status: "failed", error: permanent });
  });

  it("of which a task failed is partial", () => {
    const run = planned(planOf({ 0: [], 1: [] }));
    run.succeed(0);
    run.fail(1, permanent);
    run.succeed("answer");
    expect(run.state.end).toEqual({ status: "partial", error: null });
  });

  it("of which every task failed still answers, and has failed", () => {
    const run = planned(planOf({ 0: [], 1: [] }));
    run.fail(0, permanent);
    run.fail(1, permanent);
    expect(statusOf(run.state)).toBe("responding");
    run.succeed("answer");
    expect(run.state.end).toEqual({ status: "failed", error: null });
  });

  it.each([
    ["partial when a task succeeded", planOf({ 0: [] }), "partial"],
    ["failed when there was no task to succeed", planOf({}), "failed"],
  ])("whose answer cannot be written is %s", (_, plan, status) => {
    const run = planned(plan);
    for (const task of plan.tasks) run.succeed(task.id);
    run.fail("answer", permanent);
    expect(run.state.end).toEqual({ status, error: permanent });
    expect(run.state.answering).toMatchObject({ status: "failed", error: permanent });
    expect(run.state.answer).toContain(permanent.message);
  });

  it("whose plan has no tasks only answers", () => {
    const run = planned(planOf({}), { approval: "plan" });
    expect(statusOf(run.state)).toBe("responding");
    run.succeed("answer");
    expect(run.state.end?.status).toBe("succeeded");
  });

  it("ends even with a plan that no check would pass: its tasks wait for ever, its budget does not", () => {
    const run = planned(planOf({ 0: [1], 1: [0], 2: [99] }), { budgetMs: 60_000 });
    run.finish(10);
    expect(statuses(run)).toEqual({ 0: "failed", 1: "failed", 2: "failed" });
    expect(run.state.end?.status).toBe("failed");
  });
});

describe("the order of tasks", () => {
  it("starts everything at once that waits for nothing", () => {
    const run = planned(independent(40));
    expect(started(run)).toHaveLength(40);
    expect(new Set(run.log.filter(({ type }) => type === "task-start").map(({ at }) => at)).size).toBe(1);
  });

  it("starts a task the moment its last input is there", () => {
    const run = planned(planOf({ 0: [], 1: [], 2: [0, 1] }));
    run.succeed(0);
    expect(statuses(run)[2]).toBe("waiting");
    run.succeed(1);
    expect(statuses(run)[2]).toBe("running");
  });

  it("starts the head of the longest path first, then by id", () => {
    const plan = planOf({ 0: [], 1: [], 2: [], 3: [2], 4: [3], 5: [1] });
    const run = planned(plan, { maxRunning: 1 });
    while (run.state.answering.status === "waiting") run.succeed(started(run).at(-1) ?? "plan");
    expect(started(run)).toEqual([2, 1, 3, 0, 4, 5]);
  });

  it("lets a retry wait for a place like any other task, without ringing the alarm over and over", () => {
    const run = planned(planOf({ 0: [], 1: [] }), { maxRunning: 1 });
    run.fail(0, retryable());
    expect(statuses(run)).toEqual({ 0: "retrying", 1: "running" });
    run.elapse((run.state.tasks[0]?.retryAt ?? 0) - run.now);
    expect(statuses(run)).toEqual({ 0: "retrying", 1: "running" });
    expect(run.wakeAt).toBeGreaterThan(run.now);
    run.succeed(1);
    expect(statuses(run)).toEqual({ 0: "running", 1: "succeeded" });
  });
});

describe("the limits", () => {
  it("run four tasks with the conversation and six on a runner, and open another shard for more", () => {
    const run = planned(independent(PLACES_HERE + PLACES_ON_RUNNER + 1));
    const shards = Object.values(run.state.tasks).map(({ shard }) => shard);
    expect(shards).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2]);
  });

  it("give a free place on the first shard to the next task", () => {
    const run = planned(independent(14), { maxRunning: 13 });
    run.succeed(3);
    expect(run.state.tasks[13]?.shard).toBe(0);
  });

  it("leave a retry on its shard, which may know of its job, unless that is full", () => {
    const tasks = PLACES_HERE + PLACES_ON_RUNNER;
    const run = planned(independent(tasks));
    run.succeed(0);
    run.fail(tasks - 1, retryable());
    run.elapse((run.state.tasks[tasks - 1]?.retryAt ?? 0) - run.now);
    expect(run.state.tasks[tasks - 1]).toMatchObject({ status: "running", shard: 1 });
    const full = planned(independent(tasks + 1), { maxRunning: tasks });
    full.fail(tasks - 1, retryable());
    full.succeed(0);
    full.elapse((full.state.tasks[tasks - 1]?.retryAt ?? 0) - full.now);
    expect(full.state.tasks[tasks]).toMatchObject({ status: "running", shard: 1 });
    expect(full.state.tasks[tasks - 1]).toMatchObject({ status: "running", shard: 0 });
  });

  it("hold back what is ready beyond the limit, and start it as places become free", () => {
    const tasks = MAX_RUNNING_TASKS + 10;
    const run = planned(independent(tasks));
    expect(started(run)).toHaveLength(MAX_RUNNING_TASKS);
    run.succeed(0, 1);
    expect(started(run)).toHaveLength(MAX_RUNNING_TASKS + 2);
    expect(run.finish(1_000)).toBe(tasks - 2 + 1);
    expect(run.state.end?.status).toBe("succeeded");
  });
});

describe("tasks that wait for one another", () => {
  const underWay = ({ state }: Simulation): number =>
    Object.values(state.tasks).filter(({ status }) => status === "running").length;

  it("are fewer at once where they compute inside the server; those of other servers go on beside them", () => {
    const inside = MAX_CROWDED_TASKS + 10;
    const run = planned(independent(inside + 5), { isEmbedded: (id) => id < inside });
    expect(underWay(run)).toBe(MAX_CROWDED_TASKS + 5);
    run.succeed(0);
    expect(underWay(run)).toBe(MAX_CROWDED_TASKS + 5);
    run.finish(1_000);
    expect(run.state.end?.status).toBe("succeeded");
  });

  it("are fewer at once after the gate of their provider has refused one", () => {
    const tasks = MAX_CROWDED_TASKS + 20;
    const run = planned(independent(tasks));
    expect(underWay(run)).toBe(tasks);
    run.fail(0, { code: "rate-limited", message: "Its turn is in a minute", retryable: true, notCalled: true });
    run.succeed(...Array.from({ length: 18 }, (_, id) => id + 1));
    run.elapse(1_000);
    expect(underWay(run)).toBe(MAX_CROWDED_TASKS + 1);
    expect(run.state.tasks[0]?.status).toBe("retrying");
    run.succeed(19, 20);
    run.elapse(1_000);
    expect(underWay(run)).toBe(MAX_CROWDED_TASKS);
    expect(run.state.tasks[0]?.status).toBe("running");
  });
});

describe("a task that cannot run", () => {
  it("ends with what to set when no model does it", () => {
    const run = planned(planOf({ 0: [] }), { candidates: () => 0 });
    expect(run.state.tasks[0]).toMatchObject({
      status: "failed",
      attempts: [],
      error: { code: "no-model", message: "Nothing here does task 0", retryable: false },
    });
    expect(statusOf(run.state)).toBe("responding");
  });

  it("is skipped when a task that it takes from has failed, and so is all that takes from it", () => {
    const run = planned(planOf({ 0: [], 1: [0], 2: [1], 3: [] }), { candidates: (id) => (id === 0 ? 0 : 1) });
    expect(statuses(run)).toEqual({ 0: "failed", 1: "skipped", 2: "skipped", 3: "running" });
    expect(run.state.tasks[2]?.error).toEqual({
      code: "no-model",
      message: "It needs the result of task 2, which did not succeed",
      retryable: false,
    });
  });

  it("is skipped the moment its first input is known never to come, though another is still made", () => {
    const run = planned(planOf({ 0: [], 1: [], 2: [0, 1] }));
    run.fail(0, permanent);
    expect(statuses(run)).toEqual({ 0: "failed", 1: "running", 2: "skipped" });
    expect(run.state.tasks[2]?.error?.code).toBe(permanent.code);
  });
});
