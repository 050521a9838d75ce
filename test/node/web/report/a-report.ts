import type { ReportCost, ReportTask, RunReport } from "../../../../src/client/client.ts";

export const FREE: ReportCost = { usd: 0, unpricedCalls: 0, estimatedUsd: null };

export const reportTask = (id: number): ReportTask => ({
  ...{
    id,
    type: "summarization",
    title: "Summarize a text",
    description: "Shorten a text to what matters",
    inputs: {},
    waitsFor: [],
  },
  ...{
    status: "succeeded",
    model: "embedded:textrank",
    reused: null,
    called: null,
    candidates: [],
    attempts: [],
    outputs: {},
    notes: [],
  },
  ...{ cost: FREE, error: null },
});

/** Of a run of two tasks, one after the other. */
export const REPORT: RunReport = {
  ...{ run: "run_1", request: "Do it", status: "succeeded", pause: null, startedAt: "2026-01-01T00:00:00.000Z" },
  ...{ controller: "embedded", casting: {}, understanding: [], understood: null, planVersion: 1 },
  ...{ repairs: [], changed: { nodes: 0, links: 0 }, proof: null, levels: [[0], [1]] },
  tasks: [reportTask(0), reportTask(1)],
  criticalPath: { tasks: [0, 1], durationMs: 2_000 },
  usage: { timeMs: 2_500, llmCalls: 0, attempts: 2, usd: 0, unpricedCalls: 0 },
  budget: { timeMs: 60_000 },
  stepCosts: { plan: FREE, answer: FREE },
  ...{ files: [], answer: null, error: null },
};
