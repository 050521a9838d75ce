import { expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { input, output, taskType } from "../../../src/domain/task-types/task-type.ts";
import { embeddedController } from "../../../src/planning/embedded/index.ts";
import { resource } from "../resources.ts";

const ontology = createOntology([
  taskType("plant-diagnosis", {
    area: "image-understanding",
    description: "Say what ails a plant",
    inputs: [input("image", "image"), input("question", "text")],
    outputs: [output("text", "text")],
  }),
  taskType("rhyme-finding", {
    area: "language",
    description: "Find rhymes",
    inputs: [input("text", "text")],
    outputs: [output("text", "text")],
  }),
]);

it("plans a deployment's own task type when it is called by its name", async () => {
  const reply = await embeddedController.plan({ text: 'do rhyme finding on "moon"', attached: [], log: [], ontology });
  expect(reply).toMatchObject({
    as: "plan",
    plan: { tasks: [{ type: "rhyme-finding", args: { text: { from: "literal", value: "moon" } } }] },
  });
});

it("asks for what a deployment's own task type lacks", async () => {
  expect(
    await embeddedController.plan({ text: "do some rhyme finding", attached: [], log: [], ontology }),
  ).toMatchObject({ as: "ask" });
});

it("names a deployment's own abilities", async () => {
  const reply = await embeddedController.plan({
    text: "what can you do?",
    attached: [resource("a.jpg")].slice(1),
    log: [],
    ontology,
  });
  expect(reply).toMatchObject({ as: "reply", text: expect.stringContaining("say what kind of thing an image shows") });
});
