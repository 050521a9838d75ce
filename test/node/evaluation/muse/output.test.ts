import { describe, expect, it } from "vitest";
import { museRow } from "../../../../evaluation/requests/row.ts";
import { canBeDone, outputOf } from "../../../../evaluation/suites/muse/output.ts";
import type { RunView, TaskView, ValueView } from "../../../../src/http/schemas/views.ts";
import { labelledRow } from "../fakes.ts";

const row = (parts: Readonly<Record<string, unknown>> = {}) =>
  museRow.parse(labelledRow({ queryType: "two", tasks: ["summarization", "translation"], links: [[0, 1]], ...parts }));

const text = (said: string): ValueView => ({ kind: "text", text: said });

const task = (
  id: number,
  name: string,
  dep: readonly number[],
  output: ValueView | null = text("a result"),
): TaskView => ({
  id,
  task: name,
  title: name,
  dep: dep.length > 0 ? dep : [-1],
  args: {},
  status: output ? "succeeded" : "failed",
  candidates: [],
  attempts: [],
  outputs: output ? { text: output } : {},
  notes: [],
  usage: { usd: 0, unpricedCalls: 0 },
  startedAt: null,
  endedAt: null,
});

const run = (tasks: readonly TaskView[], status: RunView["status"] = "succeeded"): RunView => ({
  id: "run_1",
  conversation: "con_1",
  status,
  queuePosition: 0,
  text: "",
  createdAt: "2026-11-21T00:00:00Z",
  endedAt: "2026-11-21T00:00:01Z",
  seq: 1,
  planVersion: 1,
  understanding: [],
  repairs: [],
  tasks,
  usage: { timeMs: 0, llmCalls: 0, tasks: 0, attempts: 0, usd: 0, unpricedCalls: 0 },
  answer: "",
  choices: [],
  results: [],
  files: [],
});

const DATA: ValueView = { kind: "data", data: {} };
const SUMMARY = task(0, "summarization", []);
const TRANSLATION = task(1, "translation", [0]);

describe("the output of a run", () => {
  it.each([
    { name: "of the right tasks is right", ran: run([SUMMARY, TRANSLATION]), is: "right" },
    {
      name: "is right whatever else was done",
      ran: run([SUMMARY, TRANSLATION, task(2, "text-to-speech", [1])]),
      is: "right",
    },
    {
      name: "is right when something else broke off",
      ran: run([SUMMARY, TRANSLATION, task(2, "text-to-speech", [1], null)], "failed"),
      is: "right",
    },
    { name: "is wrong without one of them", ran: run([task(1, "translation", [])]), is: "wrong" },
    { name: "is wrong when it comes from elsewhere", ran: run([SUMMARY, task(1, "translation", [])]), is: "wrong" },
    {
      name: "is wrong when it is of another kind",
      ran: run([task(0, "summarization", [], DATA), task(1, "translation", [0], DATA)]),
      is: "wrong",
    },
    { name: "broke off", ran: run([SUMMARY, task(1, "translation", [0], null)], "failed"), is: "error" },
    { name: "is none of a run that was cancelled", ran: run([], "cancelled"), is: "error" },
  ])("$name", ({ ran, is }) => {
    expect(outputOf(ran, row())).toBe(is);
  });

  it("may be that of another plan that is right", () => {
    const alternatives = [{ tasks: ["translation"], links: [] }];
    expect(outputOf(run([task(0, "translation", [])]), row({ alternatives }))).toBe("right");
  });

  it("must hold a word of each list, whatever the case, in what the right tasks gave", () => {
    const said = row({ contains: [["nora", "N. Finch"], ["1974"]] });
    const saying = (words: string) => run([SUMMARY, task(1, "translation", [0], text(words))]);
    expect(outputOf(saying("NORA bought it in 1974"), said)).toBe("right");
    expect(outputOf(saying("n. finch, 1974"), said)).toBe("right");
    expect(outputOf(saying("Nora bought it"), said)).toBe("wrong");
    const elsewhere = task(2, "text-to-speech", [], text("Nora, 1974"));
    expect(outputOf(run([SUMMARY, TRANSLATION, elsewhere]), said)).toBe("wrong");
  });

  it("is looked for in data and in excerpts as well", () => {
    const said = row({ tasks: ["translation"], links: [], asks: ["data"], contains: [["Finch"]] });
    const data: ValueView = { kind: "data", data: { who: "Nora Finch" } };
    expect(outputOf(run([task(0, "translation", [], data)]), said)).toBe("right");
  });
});

describe("a request can be done", () => {
  it.each([
    { name: "with experts for all its tasks", types: ["summarization", "translation"], is: true },
    { name: "not without one of them", types: ["summarization"], is: false },
  ])("$name", ({ types, is }) => {
    expect(canBeDone(row(), new Set(types))).toBe(is);
  });

  it("with either of two types, or by another plan", () => {
    const either = row({ tasks: [{ anyOf: ["translation", "text-generation"] }], links: [] });
    expect(canBeDone(either, new Set(["text-generation"]))).toBe(true);
    const other = row({ alternatives: [{ tasks: ["text-generation"], links: [] }] });
    expect(canBeDone(other, new Set(["text-generation"]))).toBe(true);
  });
});
