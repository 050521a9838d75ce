import { describe, expect, it } from "vitest";
import { isKind, type Kind } from "../../../../src/domain/kinds.ts";
import { createOntology } from "../../../../src/domain/task-types/index.ts";
import { input, output, taskType } from "../../../../src/domain/task-types/task-type.ts";
import { type Repaired, repairPlan } from "../../../../src/planning/proof/index.ts";
import { validatePlan } from "../../pddl/validate/validate-plan.ts";
import { resource } from "../../resources.ts";

const subkind = (kind: string): Kind => (isKind(kind) ? kind : "text");
const ontology = createOntology([
  taskType("plant-diagnosis", {
    area: "image-understanding",
    description: "Say what ails a plant",
    inputs: [input("leaf", subkind("image/leaf")), input("question", "text", { asks: true })],
    outputs: [output("diagnosis", "text")],
  }),
  taskType("leaf-cutting", {
    area: "image-understanding",
    description: "Cut the leaf out of an image",
    inputs: [input("image", "image")],
    outputs: [output("leaf", subkind("image/leaf"))],
    converts: true,
  }),
  taskType("film-to-picture", {
    area: "video",
    description: "Take the telling picture out of a film",
    inputs: [input("film", "video")],
    outputs: [output("picture", "image")],
    converts: true,
  }),
]);
const resources = [resource("garden.jpg"), resource("walk.mp4")];

function repaired(json: unknown): Extract<Repaired, { readonly as: "proved" }> {
  const result = repairPlan(json, { resources, ontology, text: "What ails it?" });
  if (result.as === "unsound") throw new Error(JSON.stringify(result.faults));
  const { domain, problem, solution } = result.pddl;
  expect(validatePlan(domain, problem, solution)).toMatchObject({ valid: true });
  return result;
}
const typesOf = ({ plan }: Pick<Repaired & { as: "proved" }, "plan">): string[] => plan.tasks.map((task) => task.type);

describe("a deployment's own task type", () => {
  it("is bound like any other", () => {
    const json = [
      { task: "leaf-cutting", id: 0, args: { image: "garden.jpg" } },
      { task: "plant-diagnosis", id: 1, args: { leaf: "<resource>-0", question: "Is it ill?" } },
      { task: "text-to-speech", id: 2, args: { text: "<resource>-1" } },
    ];
    const { repairs, plan } = repaired(json);
    expect(repairs).toEqual([]);
    expect(plan.tasks[2]?.args).toEqual({ text: { from: "task", task: 1, output: "diagnosis" } });
  });

  it("is meant by a name that is nearly its own, and converts what another of them needs", () => {
    const result = repaired([{ task: "Plant Diagnoser", id: 0, args: { image: "garden.jpg" } }]);
    expect(typesOf(result)).toEqual(["leaf-cutting", "plant-diagnosis"]);
    expect(result.repairs.map(({ kind, port }) => `${kind} ${port}`)).toEqual([
      "renamed null",
      "converted leaf",
      "rebound question",
    ]);
  });

  it("takes part in conversions of several steps", () => {
    const result = repaired([{ task: "plant-diagnosis", id: 0, args: { leaf: "walk.mp4", question: "Is it ill?" } }]);
    expect(typesOf(result)).toEqual(["film-to-picture", "leaf-cutting", "plant-diagnosis"]);
    expect(result.repairs.map(({ message }) => message)).toEqual([
      'Task 1 (plant-diagnosis): "leaf" takes image/leaf, and "walk.mp4" is video; film-to-picture, then leaf-cutting goes between them',
    ]);
    expect(result.changed.links).toBe(1);
  });

  it("opens a way for built-in ones: a film can now be described in words, and those said aloud", () => {
    const result = repaired([{ task: "text-to-speech", id: 0, args: { text: "walk.mp4" } }]);
    expect(typesOf(result)).toEqual(["film-to-picture", "image-to-text", "text-to-speech"]);
  });

  it("is unknown to a deployment that does not have it", () => {
    const json = [{ task: "plant-diagnosis", id: 0, args: { leaf: "garden.jpg" } }];
    const result = repairPlan(json, { resources, ontology: createOntology(), text: "What ails it?" });
    expect(result).toMatchObject({ as: "unsound", faults: [{ task: 0, code: "unknown-task-type" }] });
  });
});
