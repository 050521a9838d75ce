import { describe, expect, it } from "vitest";
import { createToolOntology } from "../../../evaluation/suites/taskbench/ontology.ts";
import { canFeed, TOOLS, toolNamed, toolOf } from "../../../evaluation/suites/taskbench/tools.ts";
import { baseKind, fitsAny } from "../../../src/domain/kinds.ts";
import { BUILT_IN_TASK_TYPES } from "../../../src/domain/task-types/index.ts";

const NAMES = Object.keys(TOOLS);
const TYPES = BUILT_IN_TASK_TYPES.map(({ name }) => name);

describe("the table of tools", () => {
  it("has the 23 of the benchmark, each with a task type of ours of its own", () => {
    expect(NAMES).toHaveLength(23);
    const mapped = Object.values(TOOLS).flatMap(({ type, covers }) => [type, ...covers]);
    expect(new Set(mapped).size).toBe(mapped.length);
    expect(mapped.filter((type) => !TYPES.includes(type))).toEqual([]);
  });

  it.each(NAMES)("reads %s back as itself", (name) => {
    expect(toolOf(TOOLS[name]?.type ?? "")).toBe(name);
  });

  it.each([
    ["object-detection", "Object Detection"],
    ["optical-character-recognition", "Image-to-Text"],
    ["open-question-answering", "Conversational"],
    ["text2text-generation", "Text Generation"],
    ["canny-control", "Image-to-Image"],
    ["openpose-text-to-image", "Text-to-Image"],
  ])("reads %s back as %s", (type, tool) => {
    expect(toolOf(type)).toBe(tool);
  });

  it("has no tool for these task types, and for no others", () => {
    expect(TYPES.filter((type) => toolOf(type) === null)).toEqual([
      "text-classification",
      "feature-extraction",
      "zero-shot-classification",
      "language-identification",
      "barcode-reading",
      "image-to-video",
      "video-classification",
      "table-question-answering",
      "chart-drawing",
      "code-execution",
    ]);
  });

  it("finds nothing by a name that only an object has", () => {
    expect(["constructor", "__proto__", "hasOwnProperty"].map(toolNamed)).toEqual([undefined, undefined, undefined]);
  });
});

describe("the ontology of the tools", () => {
  const ontology = createToolOntology();

  it("has one task type for each tool, and answers to the tools' names", () => {
    expect(ontology.all).toHaveLength(23);
    for (const [name, { type }] of Object.entries(TOOLS)) {
      expect(ontology.read(name)?.name).toBe(type);
      expect(ontology.get(type)?.name).toBe(type);
    }
  });

  it("knows a tool by the types that it covers, and no others", () => {
    expect(ontology.read("OCR")?.name).toBe("image-to-text");
    expect(ontology.read("Named Entity Recognition")?.name).toBe("token-classification");
    expect(ontology.read("Text Classification")).toBeUndefined();
    expect(ontology.get("optical-character-recognition")).toBeUndefined();
  });

  it("gives every spelling to one type only", () => {
    const spellings = ontology.all.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(spellings.filter((spelling, index) => spellings.indexOf(spelling) !== index)).toEqual([]);
  });

  it.each(Object.entries(TOOLS))("gives and takes what the benchmark says: %s", (_, tool) => {
    const type = ontology.get(tool.type);
    const given = new Set(type?.outputs.flatMap(({ kinds }) => kinds.map(baseKind)));
    expect(given).toEqual(new Set(tool.outputs));
    for (const kind of tool.inputs) expect(type?.inputs.some((port) => fitsAny(kind, port.kinds))).toBe(true);
  });

  it("lets one task feed another just where the benchmark's tools may", () => {
    const faults = Object.entries(TOOLS).flatMap(([from, source]) =>
      Object.entries(TOOLS).flatMap(([to, target]) => {
        const outputs = ontology.get(source.type)?.outputs ?? [];
        const inputs = ontology.get(target.type)?.inputs ?? [];
        const feeds = outputs.some(({ kinds }) =>
          inputs.some((port) => kinds.some((kind) => fitsAny(kind, port.kinds))),
        );
        return feeds === canFeed(source, target) ? [] : [`${from} > ${to}`];
      }),
    );
    expect(faults).toEqual([]);
  });
});
