import { describe, expect, it } from "vitest";
import type { GoalView, StepView } from "../../../../src/client/client.ts";
import { budgetOf, partWords, withAmount } from "../../../../web/goals/budget.ts";
import { newGoal } from "../../../../web/goals/new-goal.ts";
import { inputsOf, missingInputs, treeOf } from "../../../../web/goals/tree.ts";
import { progressOf, rowWords, versionWords, waitWords } from "../../../../web/goals/words.ts";

const step = (name: string, change: Partial<StepView> = {}): StepView => ({
  ...{ name, parent: "goal", depth: 1, does: name, inputs: [], outputs: [], value: 5, effort: 1, status: "waiting" },
  ...{ how: "program", tasks: [], startedAt: null, endedAt: null, spent: { usd: 0, llmCalls: 0, tasks: 0 }, runs: [] },
  ...change,
});
const gives = (name: string): Pick<StepView, "outputs"> => ({ outputs: [{ name, kind: "text", description: "" }] });

const ROOT = step("goal", { parent: null, depth: 0, status: "refined" });
const READ = step("read", { ...gives("words"), status: "done" });
const PARTS = step("parts", { ...gives("table"), status: "refined" });
const PART = step("part", { ...gives("table"), parent: "parts", depth: 2, inputs: ["words"], status: "running" });
const END = step("end", { inputs: ["table", "offer.pdf", "nowhere"] });
const goal = { steps: [ROOT, READ, PARTS, PART, END], files: [{ name: "offer.pdf" }] } as unknown as GoalView;

describe("the steps of a goal", () => {
  it("are a tree in their order, and none is lost with its parent", () => {
    const names = (nodes: ReturnType<typeof treeOf>): unknown =>
      nodes.map(({ step: { name }, parts }) => [name, names(parts)]);
    expect(names(treeOf(goal.steps))).toEqual([
      [
        "goal",
        [
          ["read", []],
          ["parts", [["part", []]]],
          ["end", []],
        ],
      ],
    ]);
    expect(names(treeOf([PART, READ]))).toEqual([
      ["part", []],
      ["read", []],
    ]);
  });

  it("wait for what is not there yet, and say from whom it is to come", () => {
    expect(inputsOf(END, goal).map(({ name, from, isThere }) => [name, from?.name ?? null, isThere])).toEqual([
      ["table", "part", false],
      ["offer.pdf", null, true],
      ["nowhere", null, false],
    ]);
    expect(missingInputs(PART, goal)).toEqual([]);
    expect(waitWords(END, { ...goal, checkIn: null })).toBe("waits for table from “part”, nowhere, which nobody makes");
    expect(waitWords(PART, { ...goal, checkIn: null })).toBeNull();
  });

  it("say in their rows what they are worth, and what they took once they did anything", () => {
    expect(rowWords(END)).toEqual(["value 5", "effort 1"]);
    const took = { startedAt: "2026-11-01T12:00:00.000Z", endedAt: "2026-11-01T12:00:02.000Z" };
    expect(rowWords(step("done", { ...took, value: 8, spent: { usd: 0, llmCalls: 2, tasks: 1 } }))).toEqual([
      ...["value 8", "effort 1", "2.0 s", "$0, 2 calls of a language model"],
    ]);
  });

  it("are counted by those that are done themselves", () => {
    expect(progressOf(goal.steps)).toBe("1 of 3 steps done");
    expect(progressOf([ROOT, step("a", { status: "failed" }), step("b", { status: "dropped" })])).toBe(
      "0 of 1 step done, 1 failed",
    );
    expect(progressOf([ROOT])).toBe("no steps yet");
  });
});

describe("the budget of a goal", () => {
  const view = {
    budget: { timeMs: 1_800_000, usd: 2, llmCalls: 10 },
    spent: { usd: 0.2, llmCalls: 3, tasks: 7, timeMs: 600_000 },
    left: { usd: 1.5, timeMs: 1_200_000, llmCalls: 7, tasks: null },
  };

  it("is told part by part: what is spent, set aside and left", () => {
    expect(budgetOf(view).map(partWords)).toEqual([
      "$0.20 of $2.00 spent, $0.30 set aside, $1.50 left",
      "10 min of 30 min spent, 20 min left",
      "3 of 10 spent, 7 left",
      "7 spent, no limit",
    ]);
  });

  it("is set in the units of the page, and sent in those of the API", () => {
    const [usd, minutes] = budgetOf(view).map(({ part }) => part);
    if (!usd || !minutes) throw new Error("There are no parts");
    const budget = withAmount(withAmount({}, minutes, 2.5), usd, 3);
    expect(budget).toEqual({ timeMs: 150_000, usd: 3 });
    expect(newGoal("Do it", ["res_1"], { budget: withAmount(budget, usd, null), checkIns: {} }, {})).toEqual({
      ...{ goal: "Do it", resources: ["res_1"], budget: { timeMs: 150_000 } },
    });
  });
});

it.each([
  [{}, "nothing changed."],
  [{ added: ["read", "end"], reason: "The goal was broken down" }, "read, end added. The goal was broken down"],
  [
    { dropped: [{ step: "old", reason: "nobody needs it" }], reordered: [{ step: "end", value: 9 }] },
    "old dropped, as nobody needs it; end is worth 9 of 10.",
  ],
])("a version of the steps that changed %j is told in words", (change, words) =>
  expect(versionWords({ added: [], dropped: [], reordered: [], reason: "", ...change })).toBe(words),
);
