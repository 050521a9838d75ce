import { describe, expect, it } from "vitest";
import { MAX_PLAN_TASKS } from "../../../../src/domain/plan.ts";
import { createOntology } from "../../../../src/domain/task-types/index.ts";
import { repairPlan } from "../../../../src/planning/proof/index.ts";
import { contextOf } from "../../plans.ts";

const ontology = createOntology();
const context = { ...contextOf(ontology), text: "Do something with all of these" };

/** More changes than anyone reads, and few enough for one event of a run. */
const MAX_REPAIRS_TOLD = 1_000;
/** What a fault or a repair may take of a screen. */
const MAX_MESSAGE_CHARS = 600;

type Make = (id: number) => Readonly<Record<string, unknown>>;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const nested = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);

/** 256 tasks each: work that grows with the square or the cube of it would show as a test that never ends. */
const PLANS: Readonly<Record<string, Make>> = {
  "that each take from the last": () => ({ task: "summarization", args: { text: "<resource>-255" } }),
  "that each take from the next": (id) => ({ task: "summarization", args: { text: `<resource>-${id + 1}` } }),
  "that each take from all": () => ({
    task: "sentence-similarity",
    args: { sentence: "a", sentences: times(256, (other) => `<resource>-${other}`) },
  }),
  "that each take from all before, sixteen times": (id) => ({
    task: "Summariser",
    args: Object.fromEntries(
      times(16, (port) => [`text${port}`, times(Math.min(id, 64), (back) => `<resource>-${id - 1 - back}`)]),
    ),
  }),
  "of invented types in a chain": (id) => ({ task: `zqx wvk ${id}`, args: { text: `<resource>-${id - 1}` } }),
  "of invented types with long names": (id) => ({
    task: `${id} ${"zqxjk wvkqp ".repeat(9)}`,
    args: { text: `<resource>-${id - 1}` },
  }),
  "of names made of brackets": (id) => ({ task: `${"(a)".repeat(38)}${id}` }),
  "of names made of alternatives": (id) => ({ task: `${"or/,|&".repeat(19)}${id}` }),
  "of invented types that each take from all, behind a known last one": (id) => ({
    task: id === 255 ? "summarization" : `zqx wvk ${id}`,
    args: times(256, (other) => `<resource>-${other}`),
  }),
  "that can never run, behind a last one that can": (id) => ({
    task: id === 255 ? "summarization" : "video-classification",
    dep: [id - 1],
    args: { video: `<resource>-${id - 1}` },
  }),
  "that wait for all before, and can never run but one after another": (id) => ({
    task: "image-to-image",
    dep: times(id, (before) => before),
    args: { image: id === 0 ? "<the picture>" : `<resource>-${id - 1}` },
  }),
  "that each take thirty files of a wrong kind": (id) =>
    id % 2 === 0
      ? { task: "object-detection", args: { image: "photo.jpg" } }
      : { task: "sentence-similarity", args: { sentence: "a", sentences: times(30, () => "photo.jpg") } },
  "given nothing": (id) => ({ task: ontology.all[id % ontology.all.length]?.name }),
  "that compare, given nothing": () => ({ task: "sentence-similarity" }),
  "that all need one conversion": () => ({ task: "summarization", args: { text: "speech.wav" } }),
  "that each need a conversion of their own": (id) => ({
    task: id % 2 === 0 ? "text-to-speech" : "summarization",
    args: { text: id === 0 ? "a" : `<resource>-${id - 1}` },
  }),
  "that are all the same": () => ({ task: "summarization", args: { text: "a" } }),
  "that become the same one after another": (id) => ({
    task: "summarization",
    args: { text: id < 2 ? "a" : `<resource>-${id - 2}` },
  }),
  "of one id": () => ({ task: "summarization", id: 0, args: { text: "<resource>-0" } }),
  "with values nested three thousand deep": () => ({ task: "summarization", args: { text: nested(3_000) } }),
  "with objects nested three thousand deep": () => ({
    task: "summarization",
    args: { text: JSON.parse(`${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}`) },
  }),
  "with sixty-four lists of sixty-four": () => ({
    task: "summarization",
    args: times(64, (row) => times(64, (column) => [["x", row, [column]]])),
  }),
  "with long texts of opening brackets": () => ({ task: "Summariser", args: { text: "<a ".repeat(5_000) } }),
  "with long tables that are none": () => ({
    task: "tabular-classification",
    args: { rows: "[".repeat(5_000) },
  }),
  "with many commas": () => ({ task: "summarization", args: { text: "<resource>-1,".repeat(150) } }),
};

/** Texts that hold no plan, or a very long one. */
const TEXTS: Readonly<Record<string, string>> = {
  "opening brackets": "[".repeat(999_999),
  "opening braces": '{"a":'.repeat(199_999),
  "code fences": "```".repeat(300_000),
  quotes: `[{"task":"summarization", args:{text:"${"a'".repeat(400_000)}`,
  "more than is read at all": `[${'{"task":"ocr"},'.repeat(100_000)}]`,
};

function expectBounded(json: unknown): void {
  const result = repairPlan(json, context);
  expect(result.repairs.length).toBeLessThanOrEqual(MAX_REPAIRS_TOLD);
  for (const { message } of result.repairs) expect(message.length).toBeLessThan(MAX_MESSAGE_CHARS);
  if (result.as === "proved") {
    expect(result.plan.tasks.length).toBeLessThanOrEqual(MAX_PLAN_TASKS);
    return;
  }
  expect(result.faults.length).toBeGreaterThan(0);
  for (const { code, message } of result.faults) {
    expect(code).not.toBe("unproved");
    expect(message.length).toBeLessThan(MAX_MESSAGE_CHARS);
  }
}

describe("repairPlan comes to an end with 256 tasks", () => {
  it.each(Object.entries(PLANS))("%s", (_, make) => {
    expectBounded(times(MAX_PLAN_TASKS, (id) => ({ id, ...make(id) })));
  });
});

describe("repairPlan comes to an end with a text of", () => {
  it.each(Object.entries(TEXTS))("%s", (_, text) => {
    expectBounded(text);
  });
});

it("repairPlan refuses a plan of one task more than may be", () => {
  const json = times(MAX_PLAN_TASKS + 1, (id) => ({ task: "summarization", id, args: { text: "a" } }));
  expect(repairPlan(json, context)).toMatchObject({ as: "unsound", faults: [{ code: "too-many-tasks" }] });
});
