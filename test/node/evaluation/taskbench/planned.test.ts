import { describe, expect, it } from "vitest";
import type { Answer } from "../../../../evaluation/labelled/plan-all.ts";
import { type PlannedRow, planRows } from "../../../../evaluation/suites/taskbench/plan-rows.ts";
import { reportPlanned } from "../../../../evaluation/suites/taskbench/planned.ts";
import { printPlanned } from "../../../../evaluation/suites/taskbench/print-planned.ts";
import type { Shape } from "../../../../evaluation/suites/taskbench/read-rows.ts";
import { NOTHING } from "../../../../evaluation/suites/taskbench/score.ts";
import type { Controller } from "../../../../src/planning/controller.ts";
import { createClock, planned, planningOf, planOf, textTask, understandingOf } from "../fakes.ts";
import { label, links } from "../rows.ts";

const row = (shape: Shape, nodes: readonly string[], ...written: readonly string[]) => ({
  ...label(nodes.join(), nodes, ...written),
  shape,
  request: "a request",
});
const SINGLE = row("single", ["Summarization"]);
const CHAIN = row("chain", ["Summarization", "Translation"], "Summarization > Translation");
const SUMMARY = textTask(0, "summarization");

const sure = (confidence: number): Answer => planned(planOf(), understandingOf({ confidence }));

const ROWS: readonly PlannedRow[] = [
  {
    row: SINGLE,
    planning: planningOf(sure(0.95), { ms: 3 }),
    predicted: { nodes: ["Summarization"], links: [], malformedLinks: 0 },
  },
  {
    row: CHAIN,
    planning: planningOf(sure(0.85), { ms: 1 }),
    predicted: { nodes: CHAIN.nodes, links: links("Translation > Summarization"), malformedLinks: 0 },
  },
  {
    row: CHAIN,
    planning: planningOf(sure(0.15), { ms: 2 }),
    predicted: { nodes: ["Translation", "Text-to-Speech"], links: [], malformedLinks: 0 },
  },
  { row: CHAIN, planning: planningOf({ as: "ask" }, { ms: 4 }), predicted: NOTHING },
];

describe("the report on planned requests", () => {
  const report = reportPlanned("embedded", ROWS);

  it("is the mean over requests, an answer without a plan being an empty one", () => {
    expect(report.all).toEqual({
      rows: 4,
      rowsWithLinks: 3,
      nodeF1: (100 * (1 + 1 + 0.5 + 0)) / 4,
      linkF1: 0,
      exact: 50,
      exactWithLinks: 25,
    });
  });

  it("is given by shape and by the number of tasks", () => {
    expect(report.types.single).toMatchObject({ rows: 1, nodeF1: 100, linkF1: null, exactWithLinks: 100 });
    expect(report.types.chain).toMatchObject({ rows: 3, nodeF1: 50, linkF1: 0 });
    expect(report.types).not.toHaveProperty("dag");
    expect(Object.entries(report.taskCounts).map(([size, { rows }]) => [size, rows])).toEqual([
      ["1", 1],
      ["2", 3],
    ]);
  });

  it("tells the kinds of answers and the time", () => {
    expect(report.answers).toMatchObject({ plan: 75, ask: 25, failed: 0 });
    expect(report.planMs).toEqual({ median: 2, p95: 4 });
  });

  it("holds the confidence against right nodes, and against right nodes and links", () => {
    const { exact, exactWithLinks } = report.calibration ?? {};
    expect(exact?.bins[9]).toMatchObject({ count: 1, confidence: 0.95, right: 1 });
    expect(exact?.bins[8]).toMatchObject({ count: 1, right: 1 });
    expect(exactWithLinks?.bins[8]).toMatchObject({ count: 1, right: 0 });
    expect(exact?.error).toBeCloseTo((0.05 + 0.15 + 0.15) / 3, 12);
    expect(exactWithLinks?.error).toBeCloseTo((0.05 + 0.85 + 0.15) / 3, 12);
    expect([exact?.auc, exactWithLinks?.auc]).toEqual([1, 1]);
  });

  it("has no calibration where no confidence is told", () => {
    const bare = ROWS.map((one) => ({ ...one, planning: planningOf(planned(planOf(SUMMARY))) }));
    expect(reportPlanned("embedded", bare).calibration).toBeNull();
    expect(printPlanned(reportPlanned("embedded", bare))).toContain("The controller tells no confidence.");
  });

  it("is tables for people", () => {
    const text = printPlanned(report);
    expect(text).toMatch(/^all +4 +62\.5 +0\.0 +50\.0 +25\.0$/m);
    expect(text).toMatch(/^single +1 +100\.0 +– +100\.0 +100\.0$/m);
    expect(text).toMatch(/^2 tasks +3 +50\.0 /m);
    expect(text).toMatch(/^0\.8 to 0\.9 +1 +0\.85 +1\.00 +0\.00$/m);
    expect(text).toContain("Expected calibration error: 0.12 (exact), 0.35 (with links).");
  });
});

describe("planning a request of the benchmark", () => {
  it("offers its tools and the files that the request names, and reads the plan back in its names", async () => {
    const seen: (readonly string[])[] = [];
    const controller: Controller = {
      name: "embedded",
      plan: async ({ attached, ontology }) => {
        seen.push(
          attached.map(({ name, kind }) => `${name}: ${kind}`),
          ontology.all.map(({ name }) => name),
        );
        const [image] = attached;
        if (!image) return { as: "ask", text: "Which image?" };
        const read = { image: { from: "resource" as const, resource: image.id } };
        const plan = planOf({ id: 0, type: "image-to-text", args: read }, textTask(1, "translation", 0));
        return { as: "plan", plan, notes: [] };
      },
    };
    const requests = ["Translate what is on sign.jpg", "Translate my image"];
    const rows = requests.map((request) => ({ ...CHAIN, request }));
    const made = await planRows(rows, controller, { now: createClock(), progress: () => {} });
    expect(seen[0]).toEqual(["sign.jpg: image"]);
    expect(seen[1]).toHaveLength(23);
    expect(made.map(({ predicted }) => predicted)).toEqual([
      { nodes: ["Image-to-Text", "Translation"], links: links("Image-to-Text > Translation"), malformedLinks: 0 },
      NOTHING,
    ]);
  });
});
