import { describe, expect, it } from "vitest";
import type { PlanView } from "../../../../src/client/client.ts";
import type { Repair } from "../../../../src/domain/repair.ts";
import {
  faultsAtSight,
  faultsOfIssues,
  faultsOfRepairs,
  mendedTasks,
  placesOf,
  type TaskFault,
} from "../../../../web/approval/faults.ts";
import type { AvailableValues } from "../../../../web/approval/options.ts";
import type { Tasks } from "../../../../web/approval/plan-edit.ts";
import { taskType } from "./task-type.ts";

const TASKS: Tasks = [
  { task: "reading", id: 0, dep: [-1], args: { image: "res_1" } },
  { task: "speaking", id: 3, dep: [0], args: { text: "<resource>-0" } },
];

describe("the issues of an unsound plan", () => {
  it.each<[string, string, TaskFault]>([
    ["3/text", "“text” is wrong", { task: 3, port: "text", message: "“text” is wrong" }],
    ["3", "Task 4: it waits for itself", { task: 3, port: null, message: "it waits for itself" }],
    ["3/text", "Task 4 (speaking): it is no text", { task: 3, port: "text", message: "it is no text" }],
    ["3/a/b", "no such input", { task: 3, port: "a/b", message: "no such input" }],
    ["7/text", "Task 8: gone", { task: null, port: null, message: "Task 8: gone" }],
    ["", "There is no task", { task: null, port: null, message: "There is no task" }],
    ["plan", "It is no list", { task: null, port: null, message: "It is no list" }],
  ])("at %j stand where they belong", (path, message, expected) => {
    expect(faultsOfIssues([{ path, message }], TASKS)).toEqual([expected]);
  });
});

describe("what the server would change", () => {
  const repair = (message: string, task: number | null): Repair => ({ kind: "rebound", task, port: "text", message });

  it("is a fault of an edited plan", () => {
    expect(faultsOfRepairs([repair("Task 4 (speaking): now takes task 1", 3)], [], TASKS)).toEqual([
      { task: 3, port: "text", message: "now takes task 1" },
    ]);
  });

  it("is none where it would have changed the proposed plan too", () => {
    const known = repair("Task 4: one too many", 3);
    expect(faultsOfRepairs([known, repair("left out", null)], [known], TASKS)).toEqual([
      { task: null, port: null, message: "left out" },
    ]);
  });
});

describe("what the server would make of an unsound plan", () => {
  const repair: Repair = { kind: "rebound", task: 3, port: "text", message: "Task 4: now takes task 1" };
  const plan = { as: "plan", tasks: TASKS, repairs: [repair] } as unknown as PlanView;
  const empty: TaskFault = { task: 3, port: "text", message: "“text” is needed" };

  it.each<[string, PlanView | undefined, readonly TaskFault[], Tasks | null]>([
    ["is offered with its changes", plan, [], TASKS],
    ["is nothing without a change", { ...plan, repairs: [] }, [], null],
    ["is nothing where something is wrong at sight that it does not see", plan, [empty], null],
    ["is nothing where there is no plan", { ...plan, as: "reply" }, [], null],
    ["is nothing before it has told", undefined, [], null],
  ])("%s", (_, told, atSight, expected) => {
    expect(mendedTasks(told, atSight)).toEqual(expected);
  });
});

describe("at sight", () => {
  const types: AvailableValues["types"] = new Map([
    ["reading", taskType("reading", [["image", "image"]], [["text", "text"]])],
    ["speaking", taskType("speaking", [["text", "text"]], [["audio", "audio"]], ["language"])],
  ]);

  it.each<[string, Tasks, readonly TaskFault[]]>([
    ["a sound plan has no fault", TASKS, []],
    ["an empty plan has one", [], [{ task: null, port: null, message: "The plan has no task left" }]],
    [
      "a task waits for one that was removed",
      TASKS.slice(1),
      [{ task: 3, port: "text", message: "“text” takes from task 1, which is not in the plan" }],
    ],
    [
      "an input that is needed is left out",
      [{ task: "speaking", id: 3, dep: [-1], args: {} }],
      [{ task: 3, port: "text", message: "“text” is needed" }],
    ],
    [
      "an input that is needed is a text of nothing",
      [{ task: "speaking", id: 3, dep: [-1], args: { text: { literal: " " }, language: { literal: "" } } }],
      [{ task: 3, port: "text", message: "“text” is needed" }],
    ],
    ["a task type that nobody knows is left to the server", [{ task: "flying", id: 3, dep: [-1], args: {} }], []],
  ])("%s", (_, tasks, expected) => {
    expect(faultsAtSight(tasks, types)).toEqual(expected);
  });
});

it.each<[readonly (number | null)[], string]>([
  [[3], "task 4"],
  [[3, 1, 3], "task 2 and task 4"],
  [[null, 2, 0], "task 1, task 3 and the plan as a whole"],
])("faults at %j are told to be at %s", (tasks, expected) => {
  expect(placesOf(tasks.map((task) => ({ task, port: null, message: "" })))).toBe(expected);
});
