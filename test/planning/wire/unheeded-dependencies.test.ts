import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/domain/json.ts";
import type { Plan, TaskId } from "../../../src/domain/plan.ts";
import { unheededDependencies } from "../../../src/planning/wire/unheeded-dependencies.ts";

/** A plan of summaries in which each task takes the text of one other, or of none. */
const plan = (takesFrom: readonly (TaskId | null)[]): Plan => ({
  tasks: takesFrom.map((from, id) => ({
    ...{ id, type: "summarization" },
    args: { text: from === null ? { from: "literal", value: "x" } : { from: "task", task: from, output: "text" } },
  })),
});

const written = (deps: readonly JsonValue[]): JsonValue => deps.map((dep, id) => ({ task: "summarization", id, dep }));

describe("what a task was said to depend on", () => {
  it.each<[string, JsonValue, Plan, readonly string[]]>([
    ["nothing, where the links say the same", written([[-1], [0]]), plan([null, 0]), []],
    [
      "one task that it takes nothing of",
      written([[-1], [-1], [0]]),
      plan([null, null, null]),
      ["Task 3 was said to depend on task 1, but takes nothing of it, so that it does not wait for it."],
    ],
    [
      "several, each once and in the order of their numbers",
      written([[-1], [-1], [1, 0, "1"]]),
      plan([null, null, null]),
      ["Task 3 was said to depend on tasks 1 and 2, but takes nothing of them, so that it does not wait for them."],
    ],
    ["nothing, where it waits by way of another", written([[-1], [0], [0, 1]]), plan([null, 0, 1]), []],
    [
      "a task that is not there",
      written([[-1], [7]]),
      plan([null, null]),
      ["Task 2 was said to depend on task 8, which is not there."],
    ],
    [
      "whatever its place is, where nobody has an id",
      [{ task: "summarization" }, { task: "summarization", dep: [0] }],
      plan([null, null]),
      ["Task 2 was said to depend on task 1, but takes nothing of it, so that it does not wait for it."],
    ],
    ["nothing, where a repair dropped it", written([[-1], [0]]), { tasks: plan([null, null]).tasks.slice(0, 1) }, []],
    [
      "nothing, where two have one id",
      [0, 0, 1].map((id) => ({ task: "summarization", id, dep: [0] })),
      plan([null, 0]),
      [],
    ],
    ["nothing, in what is no plan", "summarize it", plan([null]), []],
  ])("is told as %s", (_, json, plan, said) => {
    expect(unheededDependencies(json, plan)).toEqual(said);
  });

  it("is told of few tasks where it is so of many", () => {
    const many = written([[-1], ...Array.from({ length: 100 }, () => [0])]);
    const said = unheededDependencies(many, plan(Array.from({ length: 101 }, () => null)));
    expect(said).toHaveLength(21);
    expect(said.at(-1)).toBe("The same is so of 80 more tasks.");
  });

  it("is read of anything", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        unheededDependencies(json, plan([null, 0]));
      }),
    );
  });
});
