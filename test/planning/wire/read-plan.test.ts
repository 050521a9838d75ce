import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/domain/json.ts";
import { MAX_PLAN_TASKS, topologicalOrder } from "../../../src/domain/plan.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { checkPlan } from "../../../src/planning/proof/check.ts";
import { readPlan } from "../../../src/planning/wire/read-plan.ts";
import { writePlan } from "../../../src/planning/wire/write-plan.ts";
import { contextOf, RESOURCES, soundPlan } from "../plans.ts";

const ontology = createOntology();
const context = contextOf(ontology);

/** The plan as strictly written, or its faults as "task port code". */
function rewritten(json: unknown): JsonValue {
  const read = readPlan(json, context);
  return read.ok
    ? writePlan(read.value, ontology)
    : read.error.map(({ task, port, code }) => `${task} ${port} ${code}`);
}

const OCR = { task: "optical-character-recognition", id: 0, dep: [-1], args: { image: "res_photo.jpg" } };
const summary = (text: JsonValue, dep: readonly number[] = [0]): JsonValue => ({
  task: "summarization",
  id: 1,
  dep,
  args: { text },
});

const LENIENT: readonly (readonly [what: string, json: unknown, written: JsonValue])[] = [
  ["the strict form", [OCR, summary("<resource>-0")], [OCR, summary("<resource>-0")]],
  ["HuggingGPT's old tag", [OCR, summary("<GENERATED>-0")], [OCR, summary("<resource>-0")]],
  ["the number inside", [OCR, summary("<resource-0>")], [OCR, summary("<resource>-0")]],
  ["TaskBench's nodes", [OCR, summary("<node-0>")], [OCR, summary("<resource>-0")]],
  ["a named port", [OCR, summary("<resource>-0.text")], [OCR, summary("<resource>-0")]],
  ["a port after a hash", [OCR, summary("<resource-0>#text")], [OCR, summary("<resource>-0")]],
  ["ids as text", [{ ...OCR, id: "0" }, summary("<resource>-0")], [OCR, summary("<resource>-0")]],
  [
    "no ids at all",
    [
      { task: "ocr", args: { img: "photo.jpg" } },
      { task: "summarize", args: {} },
    ].slice(0, 1),
    [OCR],
  ],
  [
    "no dep, or one that is wrong",
    [OCR, { task: "summarization", id: 1, dep: [5], args: { text: "<resource>-0" } }],
    [OCR, summary("<resource>-0")],
  ],
  ["a single object", OCR, [OCR]],
  ["a list under tasks", { tasks: [OCR] }, [OCR]],
  ["a list under plan", { plan: [OCR] }, [OCR]],
  ["nothing to do", [], []],
  ["other names for task and args", [{ type: "OCR", id: 0, arguments: { image: "photo.jpg" } }], [OCR]],
  ["a file by name, whatever its case", [{ ...OCR, args: { image: "Photo.JPG" } }], [OCR]],
  ["a file by path", [{ ...OCR, args: { image: "./data/images/photo.jpg" } }], [OCR]],
  [
    "a file by address",
    [{ ...OCR, args: { image: "https://example.org/far.jpg" } }],
    [{ ...OCR, args: { image: "res_far.jpg" } }],
  ],
  ["a port by its alias", [{ ...OCR, args: { file: "photo.jpg" } }], [OCR]],
  ["a port by no name known", [{ ...OCR, args: { zzz: "photo.jpg" } }], [OCR]],
  ["arguments by position", [{ ...OCR, args: ["photo.jpg"] }], [OCR]],
  ["unused slots of the template", [{ ...OCR, args: { image: "photo.jpg", text: "", audio: null, video: "" } }], [OCR]],
  ["a list of one", [{ ...OCR, args: { image: ["photo.jpg"] } }], [OCR]],
  ["a number for a text", [summary(12, [-1])], [summary("12", [-1])]],
  [
    "question and text by the template's names",
    [{ task: "vqa", id: 0, args: { text: "What is it?", image: "photo.jpg" } }],
    [
      {
        task: "visual-question-answering",
        id: 0,
        dep: [-1],
        args: { image: "res_photo.jpg", question: "What is it?" },
      },
    ],
  ],
  [
    "a port by a word of its name",
    [{ task: "translation", id: 0, args: { text: "hello", language: "French" } }],
    [{ task: "translation", id: 0, dep: [-1], args: { text: "hello", "target-language": "French" } }],
  ],
  [
    "references with commas between",
    [
      OCR,
      { ...OCR, id: 1 },
      { task: "sentence-similarity", id: 2, args: { text: "a dog", sentences: "<resource>-0, <resource>-1" } },
    ],
    [
      OCR,
      { ...OCR, id: 1 },
      {
        task: "sentence-similarity",
        id: 2,
        dep: [0, 1],
        args: { sentence: "a dog", sentences: ["<resource>-0", "<resource>-1"] },
      },
    ],
  ],
  [
    "an output that isn't the first to fit",
    [
      OCR,
      { task: "zero-shot-classification", id: 1, args: { text: "<resource>-0", labels: "<resource>-0" } },
      { task: "zero-shot-classification", id: 2, args: { text: "a", labels: "<resource>-0.lines" } },
    ],
    [
      OCR,
      { task: "zero-shot-classification", id: 1, dep: [0], args: { text: "<resource>-0", labels: "<resource>-0" } },
      { task: "zero-shot-classification", id: 2, dep: [0], args: { text: "a", labels: "<resource>-0.lines" } },
    ],
  ],
  [
    "a list of one row, which stays a list",
    [{ task: "table-question-answering", id: 0, dep: [-1], args: { table: [{ city: "Ulm" }], question: ["Where?"] } }],
    [
      {
        task: "table-question-answering",
        id: 0,
        dep: [-1],
        args: { table: { literal: [{ city: "Ulm" }] }, question: "Where?" },
      },
    ],
  ],
  ["a model of the caller's", [{ ...OCR, model: "custom:mine" }], [{ ...OCR, model: "custom:mine" }]],
  [
    "a literal that is no reference",
    [summary({ literal: "<resource>-7" }, [-1])],
    [summary({ literal: "<resource>-7" }, [-1])],
  ],
];

const FAULTY: readonly (readonly [what: string, json: unknown, faults: readonly string[]])[] = [
  ["no JSON object or list", 7, ["null null malformed"]],
  ["nothing", undefined, ["null null malformed"]],
  ["an object of something else", { answer: 42 }, ["null null malformed"]],
  ["an entry that is no object", [OCR, "x"], ["null null malformed"]],
  ["an entry with no task type", [{ id: 0, args: {} }], ["0 null malformed"]],
  ["an entry with no id beside one that has", [OCR, { task: "ocr", args: {} }], ["null null malformed"]],
  ["arguments that are a text", [{ task: "ocr", id: 0, args: "photo.jpg" }], ["0 null malformed"]],
  ["an invented task type", [{ task: "time-travel", id: 4, args: {} }], ["4 null unknown-task-type"]],
  ["two tasks of one id", [OCR, OCR], ["0 null duplicate-id"]],
  ["a reference to nothing", [summary("<resource>-9")], ["1 text dangling-reference"]],
  [
    "a reference that gives no such kind",
    [{ task: "text-to-speech", id: 0, args: { text: "a" } }, summary("<resource>-0")],
    ["1 text kind-mismatch"],
  ],
  ["an output that isn't there", [OCR, summary("<resource>-0.mood")], ["1 text unknown-port"]],
  [
    "two references where one is wanted",
    [OCR, { ...OCR, id: 2 }, summary("<resource>-0, <resource>-2")],
    ["1 text kind-mismatch"],
  ],
  ["a reference amid words", [OCR, summary("as <resource>-0 says")], ["1 text malformed"]],
  ["a file nobody has", [{ ...OCR, args: { image: "gone.png" } }], ["0 image unknown-resource"]],
  ["a resource id nobody has", [summary("res_gone")], ["1 text unknown-resource"]],
  ["a file of another kind", [{ ...OCR, args: { image: "speech.wav" } }], ["0 image kind-mismatch"]],
  ["words for an image", [{ ...OCR, args: { image: "a dog" } }], ["0 image kind-mismatch"]],
  ["an argument that has no port", [{ ...OCR, args: { image: "photo.jpg", mood: "gay" } }], ["0 mood unknown-port"]],
  ["an object for a text", [summary({ a: 1 })], ["1 text kind-mismatch"]],
];

describe("readPlan", () => {
  it.each(LENIENT)("reads %s", (_, json, written) => {
    expect(rewritten(json)).toEqual(written);
  });

  it.each(FAULTY)("names the fault in %s", (_, json, faults) => {
    expect(rewritten(json)).toEqual(faults);
  });

  it("refuses more tasks than a plan may have", () => {
    expect(rewritten(Array.from({ length: MAX_PLAN_TASKS + 1 }, (_, id) => ({ ...OCR, id })))).toEqual([
      "null null too-many-tasks",
    ]);
  });

  it("refuses JSON nested without end", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`);
    expect(rewritten([{ task: "zero-shot-classification", id: 0, args: { text: "a", labels: deep } }])).toEqual([
      "0 labels malformed",
    ]);
  });

  it("reads what writePlan wrote as it was", () => {
    fc.assert(
      fc.property(soundPlan(ontology), (plan) => {
        const wire: unknown = JSON.parse(JSON.stringify(writePlan(plan, ontology)));
        expect(readPlan(wire, context)).toEqual({ ok: true, value: plan });
      }),
      { numRuns: 300 },
    );
  });

  it("never throws, and lets no cycle and no unknown type past itself and checkPlan together", () => {
    const names = fc.constantFrom(...ontology.all.map((type) => type.name), "ocr", "time-travel");
    const values = fc.oneof(
      fc.constantFrom(
        ...RESOURCES.map(({ name }) => name),
        "<resource>-0",
        "<resource>-1",
        "<node-2>",
        "<resource>-0, <resource>-1",
        "a dog",
      ),
      fc.jsonValue(),
    );
    const argumentNames = fc.constantFrom(
      "text",
      "image",
      "audio",
      "question",
      "document",
      "sentences",
      "__proto__",
      "constructor",
    );
    const entries = fc.record(
      {
        task: names,
        id: fc.oneof(fc.nat({ max: 4 }), fc.string({ maxLength: 3 })),
        dep: fc.jsonValue(),
        args: fc.oneof(fc.dictionary(argumentNames, values), fc.array(values), fc.jsonValue()),
      },
      { requiredKeys: ["task"] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(fc.oneof(entries, fc.jsonValue()), { maxLength: 6 }),
          fc.array(entries, { maxLength: 3 }),
          fc.jsonValue(),
        ),
        (json) => {
          const read = readPlan(json, context);
          if (!read.ok) {
            expect(read.error.length).toBeGreaterThan(0);
            return;
          }
          if (checkPlan(read.value, context).length > 0) return;
          expect(topologicalOrder(read.value)).not.toBeNull();
          expect(read.value.tasks.map((task) => ontology.get(task.type)?.name)).toEqual(
            read.value.tasks.map((task) => task.type),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
