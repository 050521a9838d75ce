import { describe, expect, it } from "vitest";
import type { Plan } from "../../../src/domain/plan.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import type { Answering, AnswerRequest, Controller, PlanReply } from "../../../src/planning/controller.ts";
import { createControllerFallback } from "../../../src/planning/controller-fallback.ts";
import { answerPrompt } from "../../../src/planning/language/answer-prompt.ts";
import { createLanguageController } from "../../../src/planning/language/index.ts";

const REQUEST = { text: "Who wrote Hamlet?", attached: [], log: [], ontology: createOntology() };
const TOLD: AnswerRequest = { text: "Hi", planner: "openai", tasks: [], leftOut: [] };

async function* noWords(): AsyncGenerator<string> {}
const ANSWERING: Answering = { by: "openai", words: noWords() };
const REPLY: PlanReply = { as: "reply", text: "Shakespeare did." };

const embeddedOf = (plan: Plan, asked: object = {}): Controller => ({
  name: "embedded",
  plan: async () => ({
    as: "plan",
    plan,
    notes: [],
    understanding: { constraints: {}, budget: {}, confidence: 0.99, reasons: [], ...asked },
  }),
});
const language: Controller = { name: "openai", plan: async () => REPLY, answer: () => ANSWERING };

const taskOf = (type: string, more: object = {}): Plan => ({
  tasks: [{ id: 0, type, args: { question: { from: "literal", value: "Who wrote Hamlet?" } }, ...more }],
});

describe("who answers", () => {
  it.each<[boolean, string | null, boolean]>([
    [true, "openai", true],
    [true, "embedded", true],
    [true, "user", true],
    [false, "openai", true],
    [false, "embedded", false],
    [false, "user", false],
    [false, null, false],
  ])(
    "with a language model first (%s) and a plan by %s, in a language model's words: %s",
    (isLanguageFirst, planner, asked) => {
      const controller = createControllerFallback({ embedded: embeddedOf({ tasks: [] }), language, isLanguageFirst });
      expect(controller.answer?.({ ...TOLD, planner })).toBe(asked ? ANSWERING : null);
    },
  );

  it("is a language model whose words fail, and not the answer, where what ran is too much for its context", async () => {
    const { answer } = createLanguageController({ name: "openai", model: { complete: async () => "" } });
    const told = { task: 0, type: "summarization", does: "", model: null, ended: "succeeded" } as const;
    const outputs = { lines: Array.from({ length: 64 }, () => "word ".repeat(800)) };
    const tasks = Array.from({ length: 60 }, () => ({ ...told, isShownBelow: false, inputs: {}, outputs }));
    const words = answer?.({ ...TOLD, tasks })?.words[Symbol.asyncIterator]();
    await expect(words?.next()).rejects.toMatchObject({ code: "resource-too-large" });
  });

  it("is nobody where there is no language model", () => {
    expect(createControllerFallback({ embedded: embeddedOf({ tasks: [] }), language: null }).answer).toBeUndefined();
  });
});

describe("what an answer is made of", () => {
  const letter = "The boiler will be replaced on Tuesday between nine and three. ".repeat(8);
  const told: AnswerRequest = {
    ...TOLD,
    text: `Put this into French: ${letter}`,
    tasks: [
      {
        ...{ task: 1, type: "translation", does: "Translate", model: "some/model", ended: "succeeded" },
        ...{ inputs: { text: letter, "target-language": "French" }, outputs: { text: letter }, isShownBelow: false },
      },
    ],
  };

  it("is all that came out, and of a long text that was worked on its beginning alone", () => {
    const { messages } = answerPrompt(told, 8_192);
    const { request, tasks } = JSON.parse(messages.at(-1)?.content ?? "");
    expect(tasks[0].outputs.text).toBe(letter);
    expect(tasks[0].inputs["target-language"]).toBe("French");
    expect(tasks[0].inputs.text).toMatch(/^The boiler .* more characters\]$/);
    expect(request).toMatch(/^Put this into French: The boiler .* more characters\]$/);
    expect(request.length).toBeLessThan(300);
  });
});

describe("talk, for which the embedded controller has a sure plan,", () => {
  it.each([
    ["a question to nobody's text", taskOf("open-question-answering"), {}, true],
    ["a remark", taskOf("conversational"), {}, true],
    ["one to a model that is named", taskOf("conversational", { model: "custom:ours" }), {}, false],
    [
      "one to a certain kind of model",
      taskOf("conversational"),
      { constraints: { licence: { allow: ["mit"] } } },
      false,
    ],
    [
      "one among other tasks",
      { tasks: [...taskOf("conversational").tasks, ...taskOf("translation", { id: 1 }).tasks] },
      {},
      false,
    ],
    [
      "a question to a file",
      taskOf("conversational", { args: { text: { from: "resource", resource: "res_a" } } }),
      {},
      false,
    ],
    ["another task", taskOf("translation"), {}, false],
  ])("is answered by the language model at once: %s", async (_, plan, asked, isTalk) => {
    const controller = createControllerFallback({ embedded: embeddedOf(plan, asked), language });
    const reply = await controller.plan(REQUEST);
    expect(reply).toMatchObject(isTalk ? { ...REPLY, by: "openai" } : { as: "plan", by: "embedded" });
    const alone = await createControllerFallback({ embedded: embeddedOf(plan, asked), language: null }).plan(REQUEST);
    expect(alone).toMatchObject({ as: "plan", by: "embedded" });
  });
});
