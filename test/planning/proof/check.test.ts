import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Binding, MAX_PLAN_TASKS, type Task } from "../../../src/domain/plan.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { checkPlan } from "../../../src/planning/proof/check.ts";
import type { PlanFault } from "../../../src/planning/proof/faults.ts";
import { contextOf, soundPlan } from "../plans.ts";

const ontology = createOntology();
const context = contextOf(ontology);

const literal = (value: string | number | readonly string[]): Binding => ({ from: "literal", value });
const known = (name: string): Binding => ({ from: "resource", resource: `res_${name}` });
const from = (task: number, output: string): Binding => ({ from: "task", task, output });
const task = (id: number, type: string, args: Task["args"]): Task => ({ id, type, args });
const faultsOf = (...tasks: Task[]): string[] =>
  checkPlan({ tasks }, context).map(({ task: id, port, code }) => `${id} ${port} ${code}`);

const TABLE: readonly (readonly [what: string, tasks: readonly Task[], faults: readonly string[]])[] = [
  ["no task at all", [], []],
  [
    "a chain",
    [
      task(0, "optical-character-recognition", { image: known("scan.pdf") }),
      task(1, "summarization", { text: from(0, "text") }),
    ],
    [],
  ],
  [
    "a task that stands before what it waits for",
    [
      task(1, "summarization", { text: from(0, "text") }),
      task(0, "automatic-speech-recognition", { audio: known("speech.wav") }),
    ],
    [],
  ],
  [
    "a list on a port of many",
    [
      task(0, "sentence-similarity", {
        sentence: literal("a"),
        sentences: { from: "list", items: [{ from: "literal", value: "b" }] },
      }),
    ],
    [],
  ],
  [
    "one value on a port of many",
    [task(0, "sentence-similarity", { sentence: literal("a"), sentences: literal("b") })],
    [],
  ],
  ["labels as a list", [task(0, "zero-shot-classification", { text: literal("a"), labels: literal(["b", "c"]) })], []],
  ["a table written as CSV", [task(0, "tabular-classification", { table: literal("a,b\n1,2") })], []],
  ["a subkind where its parent is wanted", [task(0, "object-detection", { image: known("edges.png") })], []],
  ["an invented task type", [task(0, "mind-reading", {})], ["0 null unknown-task-type"]],
  [
    "an alias where only the name will do",
    [task(0, "ocr", { image: known("photo.jpg") })],
    ["0 null unknown-task-type"],
  ],
  ["a required port left empty", [task(0, "canny-control", {})], ["0 image missing-input"]],
  [
    "an empty list on a required port",
    [task(0, "sentence-similarity", { sentence: literal("a"), sentences: { from: "list", items: [] } })],
    ["0 sentences missing-input"],
  ],
  [
    "a port that isn't there",
    [task(0, "summarization", { text: literal("a"), mood: literal("b") })],
    ["0 mood unknown-port"],
  ],
  [
    "a port named like what every object has",
    [task(0, "summarization", { text: literal("a"), constructor: literal("b") })],
    ["0 constructor unknown-port"],
  ],
  ["an image from a literal", [task(0, "canny-control", { image: literal("photo.jpg") })], ["0 image kind-mismatch"]],
  ["a number for a text", [task(0, "summarization", { text: literal(7) })], ["0 text kind-mismatch"]],
  ["prose for a table", [task(0, "tabular-classification", { table: literal("no rows") })], ["0 table kind-mismatch"]],
  [
    "a parent where a subkind is wanted",
    [task(0, "canny-text-to-image", { text: literal("a"), image: known("photo.jpg") })],
    ["0 image kind-mismatch"],
  ],
  ["a recording for an image", [task(0, "canny-control", { image: known("speech.wav") })], ["0 image kind-mismatch"]],
  ["a resource nobody has", [task(0, "canny-control", { image: known("gone.jpg") })], ["0 image unknown-resource"]],
  [
    "a list where one is wanted",
    [task(0, "summarization", { text: { from: "list", items: [{ from: "literal", value: "a" }] } })],
    ["0 text kind-mismatch"],
  ],
  ["a task that isn't there", [task(0, "summarization", { text: from(9, "text") })], ["0 text dangling-reference"]],
  [
    "an output that isn't there",
    [task(0, "translation", { text: literal("a") }), task(1, "summarization", { text: from(0, "poem") })],
    ["1 text unknown-port"],
  ],
  [
    "an output of the wrong kind",
    [task(0, "text-to-speech", { text: literal("a") }), task(1, "summarization", { text: from(0, "audio") })],
    ["1 text kind-mismatch"],
  ],
  [
    "two tasks of one id",
    [task(3, "summarization", { text: literal("a") }), task(3, "translation", { text: literal("a") })],
    ["3 null duplicate-id"],
  ],
  ["an id that is no whole number", [task(0.5, "summarization", { text: literal("a") })], ["null null malformed"]],
  ["a task that waits for itself", [task(0, "summarization", { text: from(0, "text") })], ["0 null cycle"]],
  [
    "a circle beside a sound task and a dangling one",
    [
      task(0, "summarization", { text: from(2, "text") }),
      task(1, "summarization", { text: literal("a") }),
      task(2, "translation", { text: from(0, "text") }),
      task(3, "translation", { text: from(7, "text") }),
    ],
    ["3 text dangling-reference", "0 null cycle"],
  ],
];

describe("checkPlan", () => {
  it.each(TABLE)("judges %s", (_, tasks, faults) => {
    expect(faultsOf(...tasks)).toEqual(faults);
  });

  it("refuses a plan of too many tasks, however it looks inside", () => {
    const tasks = Array.from({ length: MAX_PLAN_TASKS + 1 }, (_, id) => task(id, "nonsense", {}));
    expect(faultsOf(...tasks)).toEqual(["null null too-many-tasks"]);
  });

  it("finds nothing wrong with a sound plan", () => {
    fc.assert(
      fc.property(soundPlan(ontology), (plan) => {
        expect(checkPlan(plan, context)).toEqual([]);
      }),
    );
  });

  it("finds every circle put into a sound plan", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (length) => {
        const ring = Array.from({ length }, (_, id) =>
          task(id, "translation", { text: from((id + 1) % length, "text") }),
        );
        expect(checkPlan({ tasks: ring }, context).map((fault: PlanFault) => fault.code)).toEqual(["cycle"]);
      }),
    );
  });
});
