import { describe, expect, it } from "vitest";
import type { Binding, Task } from "../../../src/domain/plan.ts";
import type { Resource, Value } from "../../../src/domain/resources.ts";
import { bindInputs } from "../../../src/domain/run/bindings.ts";
import { FRESH_WORK } from "../../../src/domain/run/state.ts";
import { createOntology, type TaskType } from "../../../src/domain/task-types/index.ts";
import { planOf, Simulation } from "../simulate.ts";

const photo: Resource = {
  id: "res_photo",
  name: "photo.jpg",
  kind: "image",
  mediaType: "image/jpeg",
  bytes: 3,
  sha256: "00",
  createdAt: 0,
  origin: { by: "upload" },
};
const findResource = (id: string): Resource | undefined => (id === photo.id ? photo : undefined);

const SOURCES = { ontology: createOntology(), findResource };

function typed(name: string): TaskType {
  const type = createOntology().get(name);
  if (!type) throw new Error(`No task type ${name}`);
  return type;
}

/** The values that `args` stand for, in a run whose task 0 has given the text "x" at "out". */
function bind(typeName: string, args: Task["args"]) {
  const run = new Simulation({ plan: planOf({ 0: [] }) });
  run.succeed("plan", 0);
  return bindInputs({ id: 1, type: typeName, args }, typed(typeName), run.state, SOURCES);
}

const SAID: Value = { as: "text", kind: "text", text: "Oslo" };
const CELLS: Value = { as: "data", kind: "data", data: { cells: ["Oslo"] } };
const ROWS: Value = { as: "resource", kind: "table", resource: { ...photo, id: "res_rows", kind: "table" } };

const made: Binding = { from: "task", task: 0, output: "out" };

describe("the values that a task is given", () => {
  it.each<[string, string, string, Binding, readonly Value[]]>([
    [
      "a literal text",
      "summarization",
      "text",
      { from: "literal", value: "Hi" },
      [{ as: "text", kind: "text", text: "Hi" }],
    ],
    [
      "a number where text is asked for",
      "summarization",
      "text",
      { from: "literal", value: 7 },
      [{ as: "text", kind: "text", text: "7" }],
    ],
    [
      "literal data",
      "zero-shot-classification",
      "labels",
      { from: "literal", value: ["a", "b"] },
      [{ as: "data", kind: "data", data: ["a", "b"] }],
    ],
    [
      "what is no text, as data, where texts are taken too",
      "code-execution",
      "inputs",
      {
        from: "list",
        items: [
          { from: "literal", value: "7" },
          { from: "literal", value: 7 },
          { from: "literal", value: { unit: "m" } },
          { from: "literal", value: ["a"] },
        ],
      },
      [
        { as: "text", kind: "text", text: "7" },
        { as: "data", kind: "data", data: 7 },
        { as: "data", kind: "data", data: { unit: "m" } },
        { as: "data", kind: "data", data: ["a"] },
      ],
    ],
    [
      "a resource",
      "image-to-text",
      "image",
      { from: "resource", resource: photo.id },
      [{ as: "resource", kind: "image", resource: photo }],
    ],
    ["another task's output", "summarization", "text", made, [{ as: "text", kind: "text", text: "x" }]],
    [
      "a list of them, in its order",
      "sentence-similarity",
      "sentences",
      {
        from: "list",
        items: [
          { from: "literal", value: "a" },
          { from: "task", task: 0, output: "out" },
        ],
      },
      [
        { as: "text", kind: "text", text: "a" },
        { as: "text", kind: "text", text: "x" },
      ],
    ],
  ])("are %s", (_, type, port, binding, values) => {
    expect(bind(type, { [port]: binding })).toEqual({ [port]: values });
  });

  it("are none for a port that the plan leaves out", () => {
    expect(bind("translation", { text: made })).toEqual({ text: [{ as: "text", kind: "text", text: "x" }] });
  });

  it.each<[string, Readonly<Record<string, Value>>, string | null]>([
    ["it, where it is there", { answer: SAID, table: ROWS, evidence: CELLS }, "rows"],
    ["what fits in its place, where a model gives none", { answer: SAID, evidence: CELLS }, "cells"],
    ["nothing else where nothing fits", { answer: SAID }, null],
  ])("are of an output that a result may lack %s", (_, outputs, expected) => {
    const [asking, drawing] = ["table-question-answering", "chart-drawing"].map((type, id) => ({
      ...{ id, type, args: id === 0 ? {} : { table: { from: "task", task: 0, output: "table" } as const } },
    }));
    if (!asking || !drawing) throw new Error("There are two tasks");
    const run = new Simulation({ plan: { tasks: [asking, drawing] } });
    const state = { ...run.state, plan: { tasks: [asking, drawing] }, tasks: { 0: { ...FRESH_WORK, outputs } } };
    const bound = () => bindInputs(drawing, typed("chart-drawing"), state, SOURCES).table;
    if (expected === null) expect(bound).toThrow(expect.objectContaining({ code: "provider-rejected" }));
    else expect(bound()).toEqual([{ rows: ROWS, cells: CELLS }[expected]]);
  });

  it.each<[string, Binding, string]>([
    ["a resource that is not there", { from: "resource", resource: "res_gone" }, "internal"],
    ["an output that the task did not give", { from: "task", task: 0, output: "image" }, "provider-rejected"],
    ["a task that has not run", { from: "task", task: 8, output: "out" }, "provider-rejected"],
  ])("cannot be %s", (_, binding, code) => {
    expect(() => bind("summarization", { text: binding })).toThrow(expect.objectContaining({ code }));
  });
});
