import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dependencies,
  dependentsOf,
  goals,
  MAX_PLAN_TASKS,
  type Plan,
  pathLengths,
  type Task,
  topologicalOrder,
} from "../../src/domain/plan.ts";
import { plans } from "./adversary.ts";
import { planOf } from "./simulate.ts";

const diamond = planOf({ 0: [], 1: [0], 2: [0], 3: [1, 2] });

describe("the tasks that a task waits for", () => {
  it("are those its arguments take from, each once, in the order of the arguments", () => {
    const task: Task = {
      id: 9,
      type: "summarization",
      args: {
        text: { from: "task", task: 3, output: "text" },
        more: {
          from: "list",
          items: [
            { from: "task", task: 1, output: "text" },
            { from: "literal", value: "<resource>-7" },
            { from: "task", task: 3, output: "lines" },
          ],
        },
        file: { from: "resource", resource: "res_1" },
      },
    };
    expect(dependencies(task)).toEqual([3, 1]);
    expect(dependencies({ id: 0, type: "x", args: {} })).toEqual([]);
  });
});

describe("the order of a plan", () => {
  it.each<[string, Plan, readonly number[] | null]>([
    ["no tasks", planOf({}), []],
    ["one task", planOf({ 4: [] }), [4]],
    ["a chain told backwards", planOf({ 0: [1], 1: [2], 2: [] }), [2, 1, 0]],
    ["a diamond", diamond, [0, 1, 2, 3]],
    ["a task that waits for itself", planOf({ 0: [0] }), null],
    ["two that wait for each other", planOf({ 0: [1], 1: [0], 2: [] }), null],
    ["a cycle behind a task that can run", planOf({ 0: [], 1: [0, 3], 2: [1], 3: [2] }), null],
    ["a task that waits for one that is not there", planOf({ 0: [7] }), null],
  ])("of %s", (_, plan, order) => {
    expect(topologicalOrder(plan)).toEqual(order);
  });

  it("has every task once, after all that it waits for", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const order = topologicalOrder(plan) ?? [];
        expect(order.toSorted((a, b) => a - b)).toEqual(plan.tasks.map(({ id }) => id).toSorted((a, b) => a - b));
        for (const task of plan.tasks) {
          for (const id of dependencies(task)) expect(order.indexOf(id)).toBeLessThan(order.indexOf(task.id));
        }
      }),
    );
  });

  it("is null as soon as one edge closes a cycle", () => {
    fc.assert(
      fc.property(plans, fc.nat(), (plan, pick) => {
        const edges = plan.tasks.flatMap((task) => dependencies(task).map((id) => [id, task.id] as const));
        const [from, to] = edges[pick % edges.length] ?? [];
        fc.pre(from !== undefined && to !== undefined);
        const closed = plan.tasks.map(
          (task): Task =>
            task.id === from
              ? { ...task, args: { ...task.args, back: { from: "task", task: to, output: "out" } } }
              : task,
        );
        expect(topologicalOrder({ tasks: closed })).toBeNull();
      }),
    );
  });

  it("of the largest plan that is let in is found", () => {
    const chain = planOf(
      Object.fromEntries(Array.from({ length: MAX_PLAN_TASKS }, (_, id) => [id, id === 0 ? [] : [id - 1]])),
    );
    expect(topologicalOrder(chain)?.at(-1)).toBe(MAX_PLAN_TASKS - 1);
    expect(pathLengths(chain).get(0)).toBe(MAX_PLAN_TASKS);
  });
});

describe("what a plan is for", () => {
  it.each<[string, Plan, readonly number[]]>([
    ["no tasks", planOf({}), []],
    ["a diamond", diamond, [3]],
    ["independent tasks", planOf({ 0: [], 1: [] }), [0, 1]],
    ["a result used twice and one not used", planOf({ 0: [], 1: [0], 2: [0], 3: [] }), [1, 2, 3]],
  ])("are the tasks nothing takes from: %s", (_, plan, ids) => {
    expect(goals(plan).map(({ id }) => id)).toEqual(ids);
  });
});

describe("dependents", () => {
  it("are dependencies read the other way round", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const dependents = dependentsOf(plan);
        for (const task of plan.tasks) {
          const taking = plan.tasks.filter((other) => dependencies(other).includes(task.id)).map(({ id }) => id);
          expect(dependents.get(task.id)).toEqual(taking);
        }
      }),
    );
  });

  it("pass over a task that is not in the plan", () => {
    expect([...dependentsOf(planOf({ 0: [7] }))]).toEqual([[0, []]]);
  });
});

describe("the length of the path from a task", () => {
  it("counts the tasks on the longest way to a goal", () => {
    expect([...pathLengths(planOf({ 0: [], 1: [0], 2: [1], 3: [0] }))].toSorted()).toEqual([
      [0, 3],
      [1, 2],
      [2, 1],
      [3, 1],
    ]);
  });

  it("is unknown in a plan with a cycle", () => {
    expect(pathLengths(planOf({ 0: [0] })).size).toBe(0);
  });

  it("is one more than that of the longest dependent", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const lengths = pathLengths(plan);
        for (const [id, after] of dependentsOf(plan)) {
          expect(lengths.get(id)).toBe(1 + Math.max(0, ...after.map((other) => lengths.get(other) ?? Number.NaN)));
        }
      }),
    );
  });
});
