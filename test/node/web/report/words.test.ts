import { describe, expect, it } from "vitest";
import type { RunReport } from "../../../../src/client/client.ts";
import {
  attemptsInWords,
  changedInWords,
  costRows,
  levelInWords,
  plannerInWords,
  totalsOf,
  wishesInWords,
} from "../../../../web/report/words.ts";
import { FREE, REPORT, reportTask } from "./a-report.ts";

it.each<[RunReport["controller"], string]>([
  [null, "Nobody has planned yet."],
  ["user", "The plan is a person's own."],
  ["embedded", "Planned by the embedded planner, without a language model."],
  ["openai", "Planned by a language model (openai)."],
])("the planner %j is told as %j", (controller, words) => {
  expect(plannerInWords({ controller })).toBe(words);
});

it("what the caller wished is told, but for what stands among the conditions", () => {
  expect(
    wishesInWords({ casting: { controller: "openai", planning: "light", constraints: { gated: false } } }),
  ).toEqual(["planned and answered by “openai”", "planned as “light”"]);
});

it.each<[readonly number[], string]>([
  [[0], "Task 1"],
  [[1, 2], "Task 2 and task 3, side by side"],
  [[1, 2, 5], "Task 2, task 3 and task 6, side by side"],
])("the level %j is told as %j", (ids, words) => {
  expect(levelInWords(ids)).toBe(words);
});

it("how much was changed is told in per cent", () => {
  expect(changedInWords({ nodes: 0.333, links: 0 })).toBe(
    "33% of its tasks and 0% of its links are not as they were written.",
  );
});

describe("the costs", () => {
  it("are told of steps that cost, measured or set aside anything", () => {
    const rows = costRows({
      stepCosts: { plan: { ...FREE, inputTokens: 10 }, answer: FREE },
      tasks: [reportTask(0), { ...reportTask(1), cost: { usd: 0.02, unpricedCalls: 0, estimatedUsd: 0.05 } }],
    });
    expect(rows).toEqual([
      { what: "Planning", setAside: "", cost: "free", measured: "10 tokens read" },
      { what: "2 Summarize a text", setAside: "$0.05", cost: "$0.02", measured: "" },
    ]);
  });

  it("are told in all, beside what there was to spend", () => {
    const report = { ...REPORT, budget: { timeMs: 60_000, usd: 0.25, llmCalls: 3 } };
    expect(totalsOf(report)).toEqual([
      { title: "Time", words: "2.5 s, of 1 min 00 s at most" },
      { title: "Critical path", words: "tasks 1 → 2, 2.0 s" },
      { title: "Cost", words: "free, of $0.25 at most" },
      { title: "Language model calls", words: "none, of 3 at most" },
      { title: "Attempts at tasks", words: "2" },
    ]);
  });
});

it("attempts are told with when they began and what became of them", () => {
  const attempts = [
    { model: "a:b", startMs: 100, durationMs: 1_500, error: "it is down" },
    { model: "a:c", startMs: 1_700, durationMs: null, error: null },
  ];
  expect(attemptsInWords({ attempts })).toEqual([
    { number: 1, model: "a:b", error: "it is down", words: "began 100 ms after the start, took 1.5 s" },
    { number: 2, model: "a:c", error: null, words: "began 1.7 s after the start, and is under way" },
  ]);
});
