import { describe, expect, it } from "vitest";
import { printHuggingGpt } from "../../../../evaluation/suites/hugginggpt/print.ts";
import { reportHuggingGpt } from "../../../../evaluation/suites/hugginggpt/report.ts";
import { labelledSequence, plannedSequence } from "../../../../evaluation/suites/hugginggpt/sequence.ts";
import { toPrediction } from "../../../../evaluation/suites/taskbench/adapt.ts";
import type { PlannedRow } from "../../../../evaluation/suites/taskbench/plan-rows.ts";
import type { Shape } from "../../../../evaluation/suites/taskbench/read-rows.ts";
import { NOTHING } from "../../../../evaluation/suites/taskbench/score.ts";
import type { Plan } from "../../../../src/domain/plan.ts";
import { planned, planningOf, planOf, textTask } from "../fakes.ts";
import { label } from "../rows.ts";

const row = (shape: Shape, plan: Plan | null, nodes: readonly string[], ...written: readonly string[]): PlannedRow => ({
  row: { ...label("1", nodes, ...written), shape, request: "a request" },
  planning: planningOf(plan ? planned(plan) : { as: "ask" }),
  predicted: plan ? toPrediction(plan) : NOTHING,
});

const S = textTask(0, "summarization");
const ST = planOf(S, textTask(1, "translation", 0));
const STV = planOf(S, textTask(1, "translation", 0), textTask(2, "text-to-speech", 1));
const CHAIN = ["Summarization > Translation", "Translation > Text-to-Speech"];

describe("the order of a label's tasks", () => {
  it.each([
    { name: "follows the links", nodes: ["A", "B", "C"], written: ["C > A", "A > B"], is: ["C", "A", "B"] },
    { name: "is as written without links", nodes: ["B", "A"], written: [], is: ["B", "A"] },
    {
      name: "puts what goes in a circle last",
      nodes: ["A", "B", "C"],
      written: ["A > B", "B > A"],
      is: ["C", "A", "B"],
    },
    { name: "knows no nodes but the label's", nodes: ["A"], written: ["Z > A"], is: ["A"] },
  ])("$name", ({ nodes, written, is }) => {
    expect(labelledSequence(label("1", nodes, ...written))).toEqual(is);
  });
});

describe("the order of a plan's tasks", () => {
  it("is one in which they can run, in the benchmark's names, each as often as it runs", () => {
    const tasks = [textTask(4, "translation", 7), textTask(7, "summarization"), textTask(1, "translation", 4)];
    expect(plannedSequence(planOf(...tasks))).toEqual(["Summarization", "Translation", "Translation"]);
  });
});

describe("HuggingGPT's measures", () => {
  const single = [
    row("single", planOf(S), ["Summarization"]),
    row("single", planOf(S), ["Summarization"]),
    row("single", ST, ["Translation"]),
    row("single", null, ["Text-to-Speech"]),
  ];
  const chains = [
    row("chain", STV, ["Translation", "Summarization", "Text-to-Speech"], ...CHAIN),
    row("chain", ST, ["Translation", "Summarization", "Text-to-Speech"], ...CHAIN),
    row("chain", null, ["Summarization", "Translation"], "Summarization > Translation"),
  ];
  const graphs = [
    row("dag", ST, ["Summarization", "Translation"], "Summarization > Translation"),
    row("dag", ST, ["Summarization", "Translation", "Text-to-Speech"]),
  ];
  const report = reportHuggingGpt("embedded", [...single, ...chains, ...graphs], null);

  it("of single tasks are means over task types", () => {
    // Summarization: found thrice, twice rightly, wanted twice; Translation: 1 of 1; Text-to-Speech: never found.
    expect(report.single).toMatchObject({ rows: 4, accuracy: 50 });
    expect(report.single?.precision).toBeCloseTo((100 * (2 / 3 + 1 + 0)) / 3, 10);
    expect(report.single?.recall).toBeCloseTo((100 * (1 + 1 + 0)) / 3, 10);
    expect(report.single?.f1).toBeCloseTo((100 * (4 / 5 + 1 + 0)) / 3, 10);
  });

  it("of sequences count all tasks together, and edits from the right order", () => {
    // 5 found, all rightly, of 8 wanted; distances 0, 1/3 and 1.
    expect(report.sequential).toMatchObject({ rows: 3, precision: 100, recall: 62.5 });
    expect(report.sequential?.accuracy).toBeCloseTo(100 / 3, 10);
    expect(report.sequential?.f1).toBeCloseTo((100 * 2 * 0.625) / 1.625, 10);
    expect(report.sequential?.editDistance).toBeCloseTo((0 + 1 / 3 + 1) / 3, 12);
  });

  it("of graphs want the links right as well for accuracy", () => {
    expect(report.graph).toMatchObject({ rows: 2, accuracy: 50, precision: 100, recall: 80, critic: null });
  });

  it("are none where there are no such requests", () => {
    expect(reportHuggingGpt("embedded", single, null)).toMatchObject({ sequential: null, graph: null });
  });

  it("are a table that says what the critic's column needs", () => {
    const text = printHuggingGpt(report);
    expect(text).toMatch(/^single task +4 +50\.0 +55\.6 +66\.7 +60\.0$/m);
    expect(text).toMatch(/^sequential task +3 +33\.3 +100\.0 +62\.5 +76\.9 +0\.44$/m);
    expect(text).toMatch(/^graph task +2 +50\.0 +100\.0 +80\.0 +88\.9 +–$/m);
    expect(text).toContain("--critic openai");
  });

  it("have the critic's score where there is one", () => {
    const critic = { score: 75, judged: 4, unjudged: { timeout: 1 } };
    const text = printHuggingGpt(reportHuggingGpt("embedded", graphs, critic));
    expect(text).toMatch(/^graph task .* 75\.0$/m);
    expect(text).toContain("The critic judged 4 plans; not judged: 1 × timeout.");
  });
});
