import { describe, expect, it } from "vitest";
import { resourcesOf, toPrediction, toWire } from "../../../evaluation/suites/taskbench/adapt.ts";
import type { RecordedPlan } from "../../../evaluation/suites/taskbench/read-rows.ts";
import { links, recorded } from "./rows.ts";

const wire = (plan: Partial<RecordedPlan>) => toWire(recorded(plan)) as readonly Record<string, unknown>[];
const waitsFor = (plan: Partial<RecordedPlan>) => wire(plan).map(({ dep }) => dep);

describe("a recorded plan in the wire format", () => {
  it("keeps names and references as they were written, and numbers the nodes", () => {
    expect(
      wire({
        nodes: ["Speech Recognition", "Text Translation"],
        arguments: [["example.wav"], ["<node-0>", "French"]],
        links: links("Speech Recognition > Text Translation"),
      }),
    ).toEqual([
      { task: "Speech Recognition", id: 0, dep: [-1], args: ["example.wav"] },
      { task: "Text Translation", id: 1, dep: [0], args: ["<node-0>", "French"] },
    ]);
  });

  it.each([
    {
      name: "an argument for each name",
      given: [
        { name: "text", value: "<node-0>" },
        { name: "language", value: "fr" },
      ],
      args: { text: "<node-0>", language: "fr" },
    },
    {
      name: "values by position where a name stands twice",
      given: [
        { name: "text", value: "a" },
        { name: "text", value: "b" },
      ],
      args: ["a", "b"],
    },
    {
      name: "values by position where some have no name",
      given: [{ name: "text", value: "a" }, "b"],
      args: ["a", "b"],
    },
    { name: "a name alone as the value", given: [{ name: "node_0" }], args: ["node_0"] },
    { name: "a name of Object's own", given: [{ name: "__proto__", value: 1 }], args: JSON.parse('{"__proto__": 1}') },
    {
      name: "other objects as they are",
      given: [{ output_language: "fr" }, null, 3],
      args: [{ output_language: "fr" }, null, 3],
    },
    { name: "nothing", given: undefined, args: [] },
    { name: "null", given: null, args: [] },
    { name: "an object of named arguments as it is", given: { image: "a.jpg" }, args: { image: "a.jpg" } },
    { name: "a bare text, which is for repair to read", given: "a.jpg", args: "a.jpg" },
  ])("has $name", ({ given, args }) => {
    expect(wire({ nodes: ["X"], arguments: [given] })[0]?.args).toEqual(args);
  });
});

describe("links by name become links by position", () => {
  it.each([
    { name: "none", nodes: ["A", "B"], written: [], is: [[-1], [-1]] },
    { name: "a chain", nodes: ["A", "B", "C"], written: ["A > B", "B > C"], is: [[-1], [0], [1]] },
    { name: "a fan-in", nodes: ["A", "B", "C"], written: ["A > C", "B > C"], is: [[-1], [-1], [0, 1]] },
    { name: "a name that is no node", nodes: ["A", "B"], written: ["A > Z", "Z > B", "A > B"], is: [[-1], [0]] },
    { name: "a node to itself", nodes: ["A"], written: ["A > A"], is: [[-1]] },
    { name: "one against the order", nodes: ["B", "A"], written: ["A > B"], is: [[1], [-1]] },
    {
      name: "a tool used again: each link to the nearest node that comes after",
      nodes: ["A", "B", "A", "C"],
      written: ["A > B", "B > A", "A > C"],
      is: [[-1], [0], [1], [2]],
    },
    { name: "two nodes of one name", nodes: ["A", "A"], written: ["A > A"], is: [[-1], [0]] },
    {
      name: "a link as often as it stands",
      nodes: ["A", "B", "A", "B"],
      written: ["A > B", "A > B"],
      is: [[-1], [0], [-1], [2]],
    },
    {
      name: "a link that stands more often than it can lead",
      nodes: ["A", "B"],
      written: ["A > B", "A > B"],
      is: [[-1], [0]],
    },
  ])("$name", ({ nodes, written, is }) => {
    expect(waitsFor({ nodes, links: links(...written) })).toEqual(is);
  });

  it("takes no time for as many nodes and links as are read", () => {
    const nodes = Array.from({ length: 512 }, () => "A");
    const written = Array.from({ length: 2_048 }, () => "A > A");
    expect(waitsFor({ nodes, links: links(...written) })).toHaveLength(512);
  });
});

describe("the files at hand", () => {
  const named = (plan: Partial<RecordedPlan>) =>
    resourcesOf(recorded(plan)).map(({ name, kind }) => `${name}: ${kind}`);

  it("are those that the request names, each once, with the kind of their extension", () => {
    const request =
      "Read 'example.JPG', example.wav, clip.mp4 (and scan.pdf), data.csv, notes.txt. Then example.wav again.";
    expect(named({ request })).toEqual([
      "example.JPG: image",
      "example.wav: audio",
      "clip.mp4: video",
      "scan.pdf: document",
      "scan.pdf: text",
      "data.csv: table",
      "notes.txt: text",
    ]);
  });

  it("are not those that only the plan speaks of beside them", () => {
    expect(named({ request: "Edit example.jpg", arguments: [["example.jpg"], ["edited_image.jpg"]] })).toEqual([
      "example.jpg: image",
    ]);
  });

  it("are those of the arguments where the request names none", () => {
    expect(named({ request: "Edit my image", arguments: [[{ name: "image", value: "'example.jpg'" }]] })).toEqual([
      "example.jpg: image",
    ]);
  });

  it("are none where nothing is named", () => {
    expect(named({ request: "Version 2.0, e.g. at example.com", arguments: [undefined, null, ["fr"]] })).toEqual([]);
  });

  it("are no more than a bound, whatever a request says", () => {
    const request = Array.from({ length: 1_000 }, (_, index) => `${index}.jpg`).join(" ");
    expect(named({ request })).toHaveLength(32);
    expect(named({ request: "a".repeat(100_000) })).toEqual([]);
  });
});

describe("a repaired plan in the names of the benchmark", () => {
  it("has its tasks as nodes and its bindings as links", () => {
    expect(
      toPrediction({
        tasks: [
          { id: 4, type: "optical-character-recognition", args: { image: { from: "resource", resource: "res_a" } } },
          { id: 7, type: "translation", args: { text: { from: "task", task: 4, output: "text" } } },
          { id: 9, type: "translation", args: { text: { from: "task", task: 7, output: "text" } } },
          {
            id: 2,
            type: "sentence-similarity",
            args: {
              sentence: { from: "literal", value: "x" },
              sentences: {
                from: "list",
                items: [
                  { from: "task", task: 4, output: "text" },
                  { from: "task", task: 9, output: "text" },
                ],
              },
            },
          },
        ],
      }),
    ).toEqual({
      nodes: ["Image-to-Text", "Translation", "Sentence Similarity"],
      links: links(
        "Image-to-Text > Translation",
        "Image-to-Text > Sentence Similarity",
        "Translation > Sentence Similarity",
      ),
      malformedLinks: 0,
    });
  });

  it("keeps the own name of a task that no tool does", () => {
    const plan = { tasks: [{ id: 0, type: "barcode-reading", args: {} }] };
    expect(toPrediction(plan).nodes).toEqual(["barcode-reading"]);
  });
});
