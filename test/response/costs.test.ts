import { describe, expect, it } from "vitest";
import { FRESH_WORK, type RunState } from "../../src/domain/run/state.ts";
import { NOTHING_SPENT } from "../../src/domain/usage.ts";
import { renderReport } from "../../src/response/render-report.ts";
import { buildReport } from "../../src/response/report.ts";
import { ontology, read, runOf, STARTED_AT } from "./runs.ts";

const scan = read("a.png", "a");
const spent = { ...NOTHING_SPENT, usd: 0.2, measured: { images: 1, inputTokens: 1_200 } };

function reportOf(change: Partial<RunState>, work = scan.work) {
  const state = runOf([{ ...scan, work }]);
  return buildReport({ ...state, ...change }, ontology, STARTED_AT + 1_000);
}

describe("the costs in a report", () => {
  it("are what was set aside and what it came to, step by step", () => {
    const report = reportOf(
      {
        budget: { timeMs: 60_000, usd: 1, llmCalls: 4 },
        spent: { ...spent, usd: 0.21, unpriced: 1, llmCalls: 1 },
        planning: { ...FRESH_WORK, spent: { ...NOTHING_SPENT, usd: 0.01, llmCalls: 1 }, estimatedUsd: 0.4 },
      },
      { ...scan.work, spent: { ...spent, unpriced: 1 }, estimatedUsd: 0.5 },
    );
    expect(report.usage).toMatchObject({ usd: 0.21, unpricedCalls: 1, llmCalls: 1 });
    expect(report.stepCosts.plan).toEqual({ usd: 0.01, unpricedCalls: 0, estimatedUsd: 0.4 });
    expect(report.tasks[0]?.cost).toEqual({
      ...{ usd: 0.2, unpricedCalls: 1, images: 1, inputTokens: 1_200, estimatedUsd: 0.5 },
    });
    expect(renderReport(report)).toContain(`## Costs

In all 0.21 dollars, and 1 call of unknown cost. Budget: 1.00 dollars, 4 calls of a language model.

| | estimated at most | cost | measured |
|---|---|---|---|
| Planning | 0.40 dollars | 0.01 dollars |  |
| Task 1: Read the text in a file | 0.50 dollars | 0.20 dollars, and 1 call of unknown cost | 1,200 input tokens, 1 images |
`);
  });

  it("say how much of them nobody measured", () => {
    const assumed = { ...NOTHING_SPENT, usd: 0.2, assumedUsd: 0.15 };
    const report = reportOf({ spent: assumed }, { ...scan.work, spent: assumed });
    expect(report.usage).toMatchObject({ usd: 0.2, assumedUsd: 0.15 });
    expect(renderReport(report)).toContain("In all 0.20 dollars (0.15 dollars of it not measured, but set aside).");
  });

  it("are left out where there was neither cost nor limit", () => {
    expect(renderReport(reportOf({}))).not.toContain("## Costs");
  });

  it("are none under a limit that nothing was spent of", () => {
    expect(renderReport(reportOf({ budget: { timeMs: 60_000, usd: 1 } }))).toContain(
      "## Costs\n\nIn all 0.00 dollars. Budget: 1.00 dollars.\n",
    );
  });
});
