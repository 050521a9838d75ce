import { expect, it } from "vitest";
import { requestResume } from "../../../src/domain/run/requests.ts";
import { statusOf } from "../../../src/domain/run/state.ts";
import { planOf, type Scenario, Simulation } from "../simulate.ts";

const PLAN = planOf({ 0: [], 1: [], 2: [1] });

function planned(more: Partial<Scenario> = {}): Simulation {
  const run = new Simulation({ plan: PLAN, budget: { tasks: 2, onExhausted: "ask" }, ...more });
  run.succeed("plan");
  return run;
}

it("a run pauses before a plan of more tasks than it allows, and has begun none of them", () => {
  const run = planned();
  expect(statusOf(run.state)).toBe("paused");
  expect(run.state.pauseReason).toEqual({
    what: "tasks",
    message: "You allowed 2 tasks at most, and the plan takes 3",
    neededTasks: 3,
  });
  expect(run.log.filter(({ type }) => type === "task-start")).toEqual([]);
});

it.each([{}, { tasks: 2 }, { usd: 5 }])("it is not resumed with %j", (raise) => {
  const run = planned();
  expect(run.request(requestResume(run.state, raise))).toMatchObject({ code: "budget-exceeded" });
  expect(run.state.paused).toBe(true);
});

it("it goes on with the same plan once its tasks are allowed", () => {
  const run = planned();
  expect(run.request(requestResume(run.state, { tasks: 3 }))).toBeNull();
  run.succeed(0, 1, 2, "answer");
  expect(run.state).toMatchObject({ end: { status: "succeeded" }, plan: PLAN, planVersion: 1 });
});

it("one of as many tasks as are allowed just runs", () => {
  expect(planned({ budget: { tasks: 3, onExhausted: "ask" } }).state.paused).toBe(false);
});
