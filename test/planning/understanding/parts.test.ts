import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/domain/json.ts";
import { type Binding, MAX_PLAN_TASKS, type Plan, type SingleBinding } from "../../../src/domain/plan.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { input, output, taskType } from "../../../src/domain/task-types/task-type.ts";
import type { RequestParts } from "../../../src/domain/understanding.ts";
import { partsOf } from "../../../src/planning/understanding/parts.ts";
import { RESOURCES, soundPlan } from "../plans.ts";
import { resource } from "../resources.ts";

const ontology = createOntology([
  taskType("row-counting", {
    area: "table",
    description: "Count the rows of what is there.",
    inputs: [input("rows", ["data", "table"])],
    outputs: [output("text", "text")],
  }),
  taskType("greeting", {
    area: "language",
    description: "Greet",
    inputs: [input("text", "text", { required: false })],
    outputs: [output("text", "text")],
  }),
]);

const said = (value: JsonValue): SingleBinding => ({ from: "literal", value });
const file = (name: string): SingleBinding => ({ from: "resource", resource: `res_${name}` });
const from = (task: number, name = "text"): SingleBinding => ({ from: "task", task, output: name });
const list = (...items: readonly SingleBinding[]): Binding => ({ from: "list", items });

type Step = readonly [type: string, args: Readonly<Record<string, Binding>>];
const planOf = (...steps: readonly Step[]): Plan => ({ tasks: steps.map(([type, args], id) => ({ id, type, args })) });

const parts = (steps: readonly Step[], resources: readonly Resource[] = RESOURCES): RequestParts =>
  partsOf(planOf(...steps), resources, ontology);

describe("the instruction", () => {
  it.each<[string, readonly Step[], readonly string[]]>([
    [
      "has a sentence for each task, also for those that nobody named",
      [
        ["automatic-speech-recognition", { audio: file("speech.wav") }],
        ["summarization", { text: from(0) }],
        ["translation", { text: from(1), "target-language": said("German") }],
      ],
      ["Write down what is said in speech.wav.", "Summarize the transcript.", "Translate the summary into German."],
    ],
    [
      "is in an order in which it can be done",
      [
        ["text-to-speech", { text: from(1), language: said("fr") }],
        ["optical-character-recognition", { image: file("scan.pdf") }],
      ],
      ["Read the text in scan.pdf.", "Read the printed text aloud in French."],
    ],
    [
      "tells results apart where several tasks give the same",
      [
        ["image-to-text", { image: file("photo.jpg") }],
        ["image-to-text", { image: file("far.jpg") }],
        ["sentence-similarity", { sentence: from(0), sentences: list(from(1), said("a dog")) }],
      ],
      [
        "Describe what photo.jpg shows.",
        "Describe what far.jpg shows.",
        "Compare the caption of photo.jpg with the caption of far.jpg and “a dog”.",
      ],
    ],
    [
      "tells outputs of one task apart",
      [
        ["object-detection", { image: file("photo.jpg") }],
        ["image-to-video", { image: from(0, "image") }],
        ["summarization", { text: from(0) }],
      ],
      [
        "Find, name and count the things in photo.jpg.",
        "Make the image with the things marked move.",
        "Summarize the things found.",
      ],
    ],
    [
      "holds what is to be done in other words",
      [["image-editing", { image: file("photo.jpg"), text: said("rotate it by 90 degrees") }]],
      ["Change photo.jpg as asked: “rotate it by 90 degrees”."],
    ],
    [
      "lists labels, and counts what would be too many",
      [["zero-shot-classification", { text: said("Rain fell."), labels: said("a, b,c; d, e, f") }]],
      ["Choose among “a”, “b”, “c”, “d” and 2 more for “Rain fell.”."],
    ],
    [
      "speaks of a deployment's own task types by their descriptions",
      [
        ["row-counting", { rows: file("sales.csv") }],
        ["summarization", { text: from(0) }],
        ["greeting", {}],
      ],
      ["Count the rows of what is there: sales.csv.", "Greet.", "Summarize the text of sales.csv."],
    ],
    [
      "names a task type that is gone, and what can't be found as little as possible",
      [
        ["constructor", { x: file("gone.png") }],
        ["summarization", { text: from(9) }],
        ["translation", {}],
      ],
      ["constructor: a file.", "Summarize something.", "Translate something."],
    ],
    [
      "takes no words of a request for its own",
      [["translation", { text: said("[{text}] {target-language} $1 $&"), "target-language": said("{text}") }]],
      ["Translate “[{text}] {target-language} $1 $&” into {text}."],
    ],
  ])("%s", (_, steps, sentences) => {
    expect(parts(steps).instruction).toEqual(sentences);
  });

  it("is there for a plan that goes round in a circle", () => {
    const circle: readonly Step[] = [
      ["summarization", { text: from(1) }],
      ["conversational", { text: from(0) }],
    ];
    expect(parts(circle).instruction).toEqual(["Summarize the reply.", "Reply to the summary."]);
  });
});

const NONE: RequestParts = {
  instruction: expect.anything(),
  texts: [],
  questions: [],
  files: [],
  urls: [],
  tables: [],
  categories: [],
  languages: { source: [], target: [] },
};

describe("the parts of a request", () => {
  it.each<[string, Step, Partial<RequestParts>]>([
    ["a text", ["summarization", { text: said(" Rain\n fell. ") }], { texts: ["Rain fell."] }],
    ["a description", ["text-to-image", { text: said("a castle") }], { texts: ["a castle"] }],
    [
      "several texts",
      ["sentence-similarity", { sentence: said("a"), sentences: said(["b", "a"]) }],
      { texts: ["a", "b"] },
    ],
    ["a program's text", ["code-execution", { code: said("print(1)") }], { texts: ["print(1)"] }],
    ["nothing but the instruction", ["image-editing", { text: said("rotate") }], {}],
    [
      "question and file",
      ["visual-question-answering", { image: file("photo.jpg"), question: said("How many?") }],
      { questions: ["How many?"], files: ["photo.jpg"] },
    ],
    [
      "question and table",
      ["table-question-answering", { table: file("sales.csv"), question: said("How many?") }],
      { questions: ["How many?"], tables: ["sales.csv"] },
    ],
    ["data as a table", ["tabular-classification", { table: file("rows.json") }], { tables: ["rows.json"] }],
    ["data in the request", ["row-counting", { rows: said([{ a: 1 }]) }], { tables: ['[{"a":1}]'] }],
    ["a table that is read as a text", ["row-counting", { rows: said("a,b\n1,2") }], { tables: ["a,b 1,2"] }],
    ["a text file", ["summarization", { text: file("notes.txt") }], { files: ["notes.txt"] }],
    ["a file from the web", ["image-to-text", { image: file("far.jpg") }], { urls: ["https://example.org/far.jpg"] }],
    [
      "an address as it is written",
      ["image-to-text", { image: said(" https://example.org/b.jpg ") }],
      { urls: ["https://example.org/b.jpg"] },
    ],
    [
      "labels in a list",
      ["zero-shot-image-classification", { image: file("photo.jpg"), labels: said(["cat", "dog", 3]) }],
      { files: ["photo.jpg"], categories: ["cat", "dog", "3"] },
    ],
    [
      "labels in a text",
      ["zero-shot-classification", { text: said("x"), labels: said("movie, music;\nfilm,") }],
      { texts: ["x"], categories: ["movie", "music", "film"] },
    ],
    [
      "both languages",
      ["translation", { text: said("x"), "source-language": said("nl"), "target-language": said("French") }],
      { texts: ["x"], languages: { source: ["nl"], target: ["French"] } },
    ],
    [
      "the language to speak in",
      ["text-to-speech", { text: said("x"), language: said("German") }],
      { texts: ["x"], languages: { source: [], target: ["German"] } },
    ],
    ["no text that is empty", ["summarization", { text: said(" \n") }], {}],
    ["no file that is not known", ["summarization", { text: file("gone.txt") }], {}],
  ])("hold %s", (_, step, expected) => {
    expect(parts([step])).toEqual({ ...NONE, ...expected });
  });

  it("hold each thing once, and every language that is asked for", () => {
    const into = (language: string): Step => [
      "translation",
      { text: file("notes.txt"), "target-language": said(language) },
    ];
    expect(parts([into("French"), into("Dutch")])).toMatchObject({
      files: ["notes.txt"],
      languages: { target: ["French", "Dutch"] },
    });
  });

  it("hold the beginning of a long text, and count what is too much", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `sentence ${index}`);
    const long = "word ".repeat(100_000);
    const { texts } = parts([["sentence-similarity", { sentence: said(long), sentences: said(many) }]]);
    expect(texts).toHaveLength(MAX_PLAN_TASKS);
    expect(texts[0]).toBe(`${"word ".repeat(40).trim()}…`);
    expect(texts.at(-1)).toBe(`… and ${1_001 - MAX_PLAN_TASKS + 1} more`);
  });

  it("take no character apart", () => {
    const text = `${"a".repeat(199)}\u{1f600}${"b".repeat(9)}`;
    expect(parts([["summarization", { text: said(text) }]]).texts).toEqual([`${"a".repeat(199)}…`]);
  });

  it("are there for any sound plan: a line a task, and nothing that breaks a line or is long", () => {
    fc.assert(
      fc.property(soundPlan(ontology), (plan) => {
        const { instruction, languages, ...rest } = partsOf(plan, RESOURCES, ontology);
        expect(instruction).toHaveLength(plan.tasks.length);
        const items = [instruction, languages.source, languages.target, ...Object.values(rest)].flat();
        for (const item of items) {
          expect(item).not.toMatch(/[\n\r\u2028\u2029]/);
          expect(item.length).toBeLessThan(4_200);
          expect(item).toBe(item.toWellFormed());
        }
      }),
    );
  });

  it("have each name on one line, whatever it is", () => {
    const hostile = { ...resource("x"), name: "a\n# b\u0000.png", kind: "image" } as const;
    const found = parts([["image-to-text", { image: file("x") }]], [hostile]);
    expect(found.files).toEqual(["a # b .png"]);
    expect(found.instruction).toEqual(["Describe what a # b .png shows."]);
  });
});
