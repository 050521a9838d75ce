import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { JsonObject, JsonValue } from "../../../src/domain/json.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { input, optional, output, taskType } from "../../../src/domain/task-types/task-type.ts";
import { DEMONSTRATIONS } from "../../../src/planning/language/demonstrations.ts";
import { describeTypes } from "../../../src/planning/language/described-types.ts";
import { planSchema } from "../../../src/planning/language/json-schema.ts";
import { selectPrompt } from "../../../src/planning/language/select.ts";
import { SELECT_DEMONSTRATIONS } from "../../../src/planning/language/select-demonstrations.ts";

const ontology = createOntology();
const accepts = (schema: JsonObject, value: unknown): boolean => {
  // `fromJSONSchema` types its argument by its own copy of the standard's types.
  const parsed: Parameters<typeof z.fromJSONSchema>[0] = JSON.parse(JSON.stringify(schema));
  return z.fromJSONSchema(parsed).safeParse(value).success;
};

/** Arguments as a server writes them that holds a model to the schema: what is left out is null. */
const filled = (task: string, args: Readonly<Record<string, JsonValue>>) =>
  Object.fromEntries((ontology.get(task)?.inputs ?? []).map(({ name }) => [name, args[name] ?? null]));

/** Every object in a schema. */
function objectsIn(schema: JsonValue): readonly JsonObject[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "type" in schema && schema.type === "object" ? [schema as JsonObject] : [];
  return [...own, ...Object.values(schema).flatMap((inner: JsonValue) => objectsIn(inner))];
}

describe("the schema of an answer", () => {
  it.each([
    ["plans", planSchema(ontology)],
    ["choices", selectPrompt(SELECT_DEMONSTRATIONS[0]?.request ?? { text: "", tasks: [] }, 8_192).schema ?? {}],
  ])("of %s requires every property and takes no other, as strict servers want it", (_, schema) => {
    const objects = objectsIn(schema);
    expect(objects.length).toBeGreaterThan(1);
    for (const one of objects) {
      expect(one.additionalProperties).toBe(false);
      expect(one.required).toEqual(Object.keys(one.properties ?? {}));
    }
  });

  it.each(DEMONSTRATIONS.map((one) => [one.text, one.answer] as const))("takes the demonstration %j", (_, answer) => {
    const words = { reply: answer.reply ?? null, ask: answer.ask ?? null };
    const plan = answer.plan.map((task) => ({ ...task, args: filled(task.task, task.args) }));
    expect(accepts(planSchema(ontology), { plan, ...words })).toBe(true);
  });

  it("of plans has the values that a task type takes, and a text that may refer to another task's", () => {
    const takes = createOntology([
      taskType("set-lamp", {
        ...{ area: "language", description: "Switch the lamp", outputs: [output("text", "text")] },
        inputs: [
          { ...input("colour", "text"), takes: { as: "choice", of: ["warm white", "blue"] } },
          { ...input("level", "data"), takes: { as: "number", isWhole: true } },
          { ...input("seconds", "data"), takes: { as: "number", isWhole: false } },
          { ...optional("dimmed", "data"), takes: { as: "boolean" } },
        ],
      }),
    ]);
    const accepted = (args: object) =>
      accepts(planSchema(takes), { plan: [{ task: "set-lamp", id: 0, dep: [-1], args }], reply: null, ask: null });
    const args = { colour: "blue", level: 2, seconds: 0.5, dimmed: null };
    expect(accepted(args)).toBe(true);
    expect(accepted({ ...args, level: "<resource>-1", dimmed: true })).toBe(true);
    expect(accepted({ ...args, level: 0.5 })).toBe(false);
    expect(accepted({ ...args, level: ["2"] })).toBe(false);
    expect(accepted({ ...args, seconds: null })).toBe(false);
    expect(accepted({ ...args, dimmed: 1 })).toBe(false);
    expect(describeTypes(takes)).toContain(
      '- set-lamp(colour: one of "warm white", "blue", level: whole number, seconds: number, dimmed?: true or false) → text: text: Switch the lamp',
    );
  });

  it.each<[string, JsonValue]>([
    ["an invented task type", [{ task: "invented", id: 0, dep: [-1], args: {} }]],
    ["another type's input", [{ task: "summarization", id: 0, dep: [-1], args: { image: "a.png" } }]],
    ["a missing input", [{ task: "summarization", id: 0, dep: [-1], args: { text: null } }]],
    ["a task without an id", [{ task: "summarization", dep: [-1], args: { text: "a" } }]],
  ])("of plans refuses %s", (_, plan) => {
    expect(accepts(planSchema(ontology), { plan, reply: null, ask: null })).toBe(false);
  });
});

describe.each(SELECT_DEMONSTRATIONS.map((one) => [one.request.text, one] as const))(
  "the demonstrated choice for %j",
  (_, { request, choices }) => {
    it("is one of the task's candidates for each task, as the schema has it", () => {
      expect(choices.map(({ task }) => task)).toEqual(request.tasks.map(({ task }) => task));
      for (const { task, model } of choices) {
        const open = request.tasks.find((one) => one.task === task);
        expect(open?.candidates.map((candidate) => candidate.model)).toContain(model);
      }
      expect(accepts(selectPrompt(request, 8_192).schema ?? {}, { choices })).toBe(true);
      for (const { type, does } of request.tasks) expect(ontology.get(type)?.description).toBe(does);
    });
  },
);
