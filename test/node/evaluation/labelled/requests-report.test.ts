import { describe, expect, it } from "vitest";
import type { Fit } from "../../../../evaluation/labelled/fit.ts";
import type { Answer } from "../../../../evaluation/labelled/plan-all.ts";
import { printRequests } from "../../../../evaluation/suites/requests/print.ts";
import { reportRequests } from "../../../../evaluation/suites/requests/report.ts";
import {
  labelledRow,
  planned,
  planningOf,
  planOf,
  RIGHT,
  TASKS_ONLY,
  textTask,
  understandingOf,
  WRONG,
} from "../fakes.ts";

const PLAN = planOf(textTask(0, "summarization"));
const sure = (confidence: number): Answer => planned(PLAN, understandingOf({ confidence }));
const one = (answer: Answer, fit: Fit = WRONG, parts: Readonly<Record<string, unknown>> = {}) => ({
  row: labelledRow(parts),
  planning: planningOf(answer),
  fit,
});
const idle = (expect: "reply" | "ask", answer: Answer) => one(answer, WRONG, { expect, tasks: [] });

const FILES = new Map([
  ["a.jsonl", [one(sure(0.9), RIGHT), one(sure(0.4), RIGHT), one(sure(0.6), TASKS_ONLY), one(sure(0.2))]],
  [
    "b.jsonl",
    [
      one({ as: "ask" }),
      idle("reply", { as: "reply" }),
      idle("ask", { as: "ask" }),
      idle("ask", { as: "reply" }),
      idle("reply", planned(PLAN)),
    ],
  ],
]);

describe("the report on labelled requests", () => {
  const report = reportRequests("embedded", FILES, 0.5);

  it("has task selection and flow over the requests that are for tasks", () => {
    expect(report.files["a.jsonl"]?.plans).toEqual({ rows: 4, ts: 0.75, fot: 0.5 });
    expect(report.files["b.jsonl"]?.plans).toEqual({ rows: 1, ts: 0, fot: 0 });
    expect(report.all.plans).toEqual({ rows: 5, ts: 0.6, fot: 0.4 });
  });

  it("counts an idle request as recognised only when it is answered in the right way", () => {
    expect(report.files["a.jsonl"]?.idle).toEqual({ rows: 0, recognised: null });
    expect(report.all.idle).toEqual({ rows: 4, recognised: 0.5 });
  });

  it("tells whether the confidence is low where the plan is wrong", () => {
    // Of right over wrong: 0.9 over both, 0.4 over 0.2 only.
    expect(report.all.unsure).toEqual({
      wrong: { plans: 2, below: 0.5 },
      right: { plans: 2, below: 0.5 },
      auc: 0.75,
    });
    expect(reportRequests("embedded", FILES, 0.3).all.unsure).toMatchObject({
      wrong: { below: 0.5 },
      right: { below: 0 },
    });
    expect(report.files["b.jsonl"]?.unsure).toBeNull();
  });

  it("compares readings where requests are labelled for it", () => {
    const read = understandingOf({ constraints: { language: "de" }, budget: {} });
    const rows = [
      one(planned(PLAN, read), RIGHT, { constraints: { language: "de" } }),
      one(planned(PLAN, read), RIGHT, { constraints: {} }),
      one({ as: "ask" }, WRONG, { constraints: { budget: { usd: 1 } } }),
    ];
    expect(reportRequests("embedded", new Map([["c", rows]]), 0.5).all.constraints).toMatchObject({
      restricting: { rows: 2, right: 1 },
      tempting: { rows: 1, falselyRead: 1 },
      untold: 1,
    });
    expect(report.all.constraints).toBeNull();
  });

  it("is a table for people", () => {
    const text = printRequests(report);
    expect(text).toMatch(/^a\.jsonl +4 +4 +0\.75 +0\.50 +0 +– +0\.50 +0\.50 +0\.75$/m);
    expect(text).toMatch(/^all +9 +5 +0\.60 +0\.40 +4 +0\.50 /m);
    expect(text).toContain("confidence below 0.5");
  });
});
