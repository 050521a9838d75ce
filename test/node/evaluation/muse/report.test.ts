import { describe, expect, it } from "vitest";
import type { Fit } from "../../../../evaluation/labelled/fit.ts";
import type { Answer } from "../../../../evaluation/labelled/plan-all.ts";
import { type MuseRow, museRow } from "../../../../evaluation/requests/row.ts";
import type { Output } from "../../../../evaluation/suites/muse/output.ts";
import { printMuse } from "../../../../evaluation/suites/muse/print.ts";
import { reportMuse } from "../../../../evaluation/suites/muse/report.ts";
import { labelledRow, planned, planningOf, planOf, RIGHT, TASKS_ONLY, textTask, WRONG } from "../fakes.ts";

const MADE = planned(planOf(textTask(0, "summarization")));
const FAILED: Answer = { as: "failed", reason: "plan-unsound" };

const one = (
  queryType: MuseRow["queryType"],
  [inputModality, outputModality]: readonly [readonly string[], readonly string[]],
  answer: Answer,
  fit: Fit,
  ms: number,
) => ({
  row: museRow.parse(labelledRow({ queryType, inputModality, outputModality })),
  planning: planningOf(answer, { ms }),
  fit,
});

const TEXT = [["text"], ["text"]] as const;
const SPOKEN = [["image", "text"], ["audio"]] as const;
const PLANNED = [
  one("single", TEXT, MADE, RIGHT, 1),
  one("single", TEXT, MADE, RIGHT, 2),
  one("single", TEXT, MADE, TASKS_ONLY, 3),
  one("two", SPOKEN, MADE, WRONG, 4),
  one("two", SPOKEN, { as: "ask" }, WRONG, 5),
  one("two", SPOKEN, FAILED, WRONG, 6),
  one("two", SPOKEN, MADE, RIGHT, 7),
  one("three", TEXT, MADE, RIGHT, 8),
];
/** In the order of the above; what is not there has no expert. */
const OUTPUTS: readonly (Output | null | undefined)[] = [
  "right",
  "wrong",
  "right",
  "error",
  null,
  null,
  "error",
  undefined,
];
const outputs = new Map(
  PLANNED.flatMap(({ row }, place) => {
    const output = OUTPUTS[place];
    return output === undefined ? [] : [[row, output] as const];
  }),
);

describe("the report in the manner of MUSE", () => {
  const report = reportMuse("embedded", PLANNED, outputs);

  it("has task selection, flow and output by query type", () => {
    expect(report.queryTypes).toEqual({
      single: { rows: 3, ts: 1, fot: 2 / 3, o: 2 / 3, ran: 3 },
      two: { rows: 4, ts: 0.25, fot: 0.25, o: 0, ran: 4 },
      three: { rows: 1, ts: 1, fot: 1, o: null, ran: 0 },
    });
    expect(report.overall).toEqual({ rows: 8, ts: 5 / 8, fot: 4 / 8, o: 2 / 7, ran: 7 });
  });

  it("counts a request in every pair of what comes in and what goes out", () => {
    expect(report.modalities).toEqual({
      image: { audio: { rows: 4, ts: 0.25, fot: 0.25, o: 0, ran: 4 } },
      text: {
        audio: { rows: 4, ts: 0.25, fot: 0.25, o: 0, ran: 4 },
        text: { rows: 4, ts: 1, fot: 0.75, o: 2 / 3, ran: 3 },
      },
    });
  });

  it("holds plans against outputs, what broke off apart", () => {
    expect(report.trust).toEqual({ rightRight: 1, rightWrong: 1, wrongRight: 1, wrongWrong: 1 });
    expect(report.failures).toEqual({ errorRight: 0, rightError: 1, wrongError: 1, errorError: 1, all: 3 });
    expect(report.noExpert).toBe(1);
  });

  it("has the time by query type", () => {
    expect(report.planMs).toEqual({
      single: { median: 2, p95: 3 },
      two: { median: 5, p95: 7 },
      three: { median: 8, p95: 8 },
      overall: { median: 4, p95: 8 },
    });
  });

  it("leaves output out where nothing was run", () => {
    const unrun = reportMuse("embedded", PLANNED, null);
    expect(unrun.overall).toEqual({ rows: 8, ts: 5 / 8, fot: 4 / 8, o: null, ran: 0 });
    expect(unrun).toMatchObject({ trust: null, failures: null, noExpert: null });
    expect(printMuse(unrun)).toContain("Nothing was run: O is left out.");
  });

  it("is tables for people", () => {
    const text = printMuse(report);
    expect(text).toMatch(/^two +4 +0\.25 +0\.25 +0\.00 +4$/m);
    expect(text).toMatch(/^overall +8 +0\.63 +0\.50 +0\.29 +7$/m);
    expect(text).toMatch(/^image → audio +4 +0\.25 /m);
    expect(text).toMatch(/^wrong +1 +1 +1$/m);
    expect(text).toContain("For 1 request besides there is no expert here.");
  });
});
