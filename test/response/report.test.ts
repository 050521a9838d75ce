import { describe, expect, it } from "vitest";
import type { RunReport } from "../../src/domain/report.ts";
import { renderReport } from "../../src/response/render-report.ts";
import { buildReport } from "../../src/response/report.ts";
import {
  attachedFile,
  type Done,
  failedWith,
  from,
  gave,
  ontology,
  read,
  runOf,
  STARTED_AT,
  skippedAt,
  stored,
  text,
} from "./runs.ts";

const reportOf = (...run: Parameters<typeof runOf>): RunReport =>
  buildReport(runOf(...run), ontology, STARTED_AT + 1_000);

const sumUp = (task: number, [startMs, endMs]: readonly [number, number]): Done => ({
  type: "summarization",
  args: { text: from(task) },
  work: gave({ text: text("short") }, [startMs, endMs]),
});
const broken = failedWith({ code: "timeout", message: "too *slow*", retryable: false });

describe("a report", () => {
  it("says who was to plan and answer, where the caller did", () => {
    const casting = { controller: "workers-ai", planning: "light" } as const;
    const asked = buildReport({ ...runOf([]), casting }, ontology, STARTED_AT);
    expect(asked.casting).toEqual(casting);
    expect(renderReport(asked)).toContain("**Asked for:** controller `workers-ai`, planning `light`.");
    expect(renderReport(reportOf([]))).not.toContain("Asked for");
  });

  it("says what a paused run waits for", () => {
    const message = "The time budget of 5 s is used up";
    const paused = { ...runOf([]), paused: true, pauseReason: { what: "time", message } } as const;
    const report = buildReport(paused, ontology, STARTED_AT);
    expect(report.pause).toEqual({ reason: "time", message });
    expect(renderReport(report)).toContain(`**Paused:** ${message}.`);
    expect(reportOf([]).pause).toBeNull();
    expect(renderReport(reportOf([]))).not.toContain("Paused");
  });

  it.each([
    ["follows what ended last", [read("a.png", "a"), sumUp(0, [10, 30]), sumUp(0, [10, 90])], [0, 2], 90],
    ["passes over what never ran", [read("a.png", "a"), { ...sumUp(0, [0, 0]), work: skippedAt(500) }], [0], 10],
    ["is empty when nothing ran", [{ ...sumUp(0, [0, 0]), args: {}, work: skippedAt(5) }], [], 0],
  ] as const)("has a critical path that %s", (_, done, tasks, durationMs) => {
    const report = reportOf(done);
    expect(report.criticalPath).toEqual({ tasks, durationMs });
    expect(renderReport(report)).toContain(
      tasks.length === 0
        ? "Critical path: none ran."
        : `Critical path: ${tasks.length === 1 ? "task" : "tasks"} ${tasks.map((id) => id + 1).join(" → ")}, ${durationMs} ms.`,
    );
  });

  it("tells the plan's levels, and what each task waited for and took", () => {
    const report = reportOf([read("a.png", "a"), sumUp(0, [10, 30])], { attached: [attachedFile("a.png")] });
    expect(report.levels).toEqual([[0], [1]]);
    expect(report.tasks.map(({ inputs, waitsFor }) => ({ inputs, waitsFor }))).toEqual([
      { inputs: { image: "a.png" }, waitsFor: [] },
      { inputs: { text: "task 1's text" }, waitsFor: [0] },
    ]);
  });

  it("tells which function was called with what of its card, and makes nothing of its signs", () => {
    const called = { function: "zero-shot-classification", arguments: { hypothesis_template: "`{}` <b>*", top_k: 3 } };
    const done = { ...sumUp(0, [0, 5]), args: {} };
    const report = reportOf([{ ...done, work: { ...done.work, called } }]);
    expect(report.tasks[0]?.called).toEqual(called);
    expect(renderReport(report)).toContain(
      '- Called: zero-shot-classification(hypothesis_template="\\`{}\\` \\<b>\\*", top_k=3), with arguments of the model\'s card, within bounds',
    );
    expect(renderReport(reportOf([done]))).not.toContain("Called:");
  });

  it("tells why the run failed", () => {
    const end = { status: "failed" as const, error: { code: "internal" as const, message: "a_b", retryable: false } };
    const report = reportOf([], { end });
    expect(report).toMatchObject({ status: "failed", error: { code: "internal", message: "a_b" } });
    expect(renderReport(report)).toContain("**Error:** `internal`: a_b");
    expect(reportOf([]).error).toBeNull();
  });

  it("tells why a task failed", () => {
    const report = reportOf([{ type: "summarization", work: broken }]);
    expect(report.tasks[0]?.error).toEqual({ code: "timeout", message: "too *slow*" });
    expect(renderReport(report)).toContain("- Status: failed (`timeout`: too \\*slow\\*)");
  });

  it("holds every text whole, as an answer may leave it out, and links to files", () => {
    const long = "word ".repeat(1_600).trim();
    const made = attachedFile("new.png");
    const report = reportOf([read("a.png", long), { type: "image-to-image", work: gave({ image: stored(made) }) }]);
    expect(report.tasks[0]?.outputs.text).toBe(long);
    expect(report.tasks[1]?.outputs.image).toBe("[new.png](/v1/resources/res_new.png)");
    expect(report.files.map(({ name }) => name)).toEqual(["new.png"]);
  });

  it("shows a hostile request as it is, in a block it cannot leave", () => {
    const request = "```\n# Not a heading\n<script>";
    expect(renderReport(reportOf([], { request }))).toContain(`\`\`\`\`text\n${request}\n\`\`\`\``);
  });
});
