import { describe, expect, it } from "vitest";
import type { ModelFacts } from "../../src/domain/catalogue.ts";
import type { Constraints } from "../../src/domain/constraints.ts";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import { AppError } from "../../src/domain/errors.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { Controller, ModelChoice, SelectRequest } from "../../src/planning/index.ts";
import { chooseModels } from "../../src/run/choose-models.ts";
import { expertOf, poolOf, poolOfEndpoints } from "../expert-pools.ts";

const ontology = createOntology();
const endpoint = (model: string, taskType: string, licence = "MIT"): Endpoint => ({
  ...{ provider: "custom", model, taskType, licence, description: `Made by ${model}.`, grade: "full" },
});
const POOL = poolOfEndpoints([
  endpoint("a/first", "summarization"),
  endpoint("b/second", "summarization"),
  endpoint("c/closed", "summarization", "proprietary"),
  endpoint("d/only", "translation"),
]);
const text = { from: "literal", value: "It rained." } as const;
const PLAN: Plan = {
  tasks: [
    { id: 0, type: "summarization", args: { text } },
    { id: 1, type: "translation", args: { text } },
  ],
};

function choosing(choices: readonly ModelChoice[] | AppError) {
  const asked: SelectRequest[] = [];
  const controller: Controller = {
    name: "openai",
    plan: () => Promise.reject(new Error("nobody asks for a plan")),
    select: async (request) => {
      asked.push(request);
      if (choices instanceof AppError) throw choices;
      return choices;
    },
  };
  return { controller, asked };
}

const ONLY_MIT: readonly Constraints[] = [{ licence: { allow: ["MIT"] } }];
const choose = (controller: Controller, { plan = PLAN, constraints = ONLY_MIT, from = POOL } = {}) =>
  chooseModels({ plan, text: "Sum it up", constraints, selector: "language" }, from, { controller, ontology });
const modelsOf = ({ selection }: Awaited<ReturnType<typeof choose>>) =>
  selection[0]?.candidates.map(({ model }) => model);

it("keeps what does not tell what it costs from a run whose budget is in money", async () => {
  const server = { ...endpoint("gpt", "summarization"), provider: "openai" } as const;
  const from = poolOfEndpoints([server, endpoint("a/first", "summarization")]);
  const { controller } = choosing([]);
  const modelsUnder = async (budget?: { readonly usd?: number }) => {
    const request = {
      plan: PLAN,
      text: "",
      constraints: [],
      selector: "rules",
      ...(budget ? { budget } : {}),
    } as const;
    const { selection } = await chooseModels(request, from, { controller, ontology });
    return selection[0]?.candidates.map(({ model }) => model);
  };
  expect(await modelsUnder({ usd: 1 })).toEqual(["a/first"]);
  expect(await modelsUnder({})).toEqual(["a/first", "gpt"]);
  expect(await modelsUnder()).toEqual(["a/first", "gpt"]);
});

describe("a language model that chooses the models of a plan", () => {
  it("chooses among what the constraints leave, where there is a choice", async () => {
    const { controller, asked } = choosing([{ task: 0, model: "custom:b/second", reason: "It is second." }]);
    const chosen = await choose(controller);
    expect(asked).toEqual([
      {
        text: "Sum it up",
        tasks: [
          expect.objectContaining({
            task: 0,
            candidates: [
              { model: "custom:a/first", facts: "Made by a/first. Licence MIT." },
              { model: "custom:b/second", facts: "Made by b/second. Licence MIT." },
            ],
          }),
        ],
      },
    ]);
    expect(modelsOf(chosen)).toEqual(["b/second", "a/first"]);
    expect(chosen.selection[0]?.candidates[0]?.reason).toContain("Chosen by the language model: “It is second.”");
    expect(chosen.notes).toEqual([]);
  });

  it.each<[string, readonly ModelChoice[] | AppError, string]>([
    ["names a model that a constraint removed", [{ task: 0, model: "custom:c/closed", reason: "" }], "custom:c/closed"],
    ["makes a model up", [{ task: 0, model: "gpt-9", reason: "" }], "none of its candidates"],
    ["leaves a task out", [], "chose no model for task 1"],
    ["fails", new AppError("provider-unavailable", "it is away"), "it is away"],
  ])("does not decide where it %s, and that is said", async (_, choices, said) => {
    const chosen = await choose(choosing(choices).controller);
    expect(modelsOf(chosen)).toEqual(["a/first", "b/second"]);
    expect(chosen.notes).toEqual([expect.stringContaining(said)]);
  });

  it("is not asked for a model that the plan names", async () => {
    const { controller, asked } = choosing([]);
    const named = { tasks: [{ id: 0, type: "summarization", args: { text }, model: "custom:b/second" }] };
    expect(modelsOf(await choose(controller, { plan: named }))).toEqual(["b/second"]);
    expect(asked).toEqual([]);
  });

  it.each<[string, readonly Constraints[]]>([
    ["the smallest model", [{ size: { prefer: "smallest" } }]],
    ["the best on a benchmark", [{ benchmark: { name: "ROUGE", prefer: "best" } }]],
  ])("is not asked where %s was, whatever it would say", async (_, constraints) => {
    const { controller, asked } = choosing([{ task: 0, model: "custom:b/second", reason: "It is larger." }]);
    const chosen = await choose(controller, { constraints });
    expect(chosen.selection[0]?.candidates[0]?.model).toBe("a/first");
    expect(asked).toEqual([]);
  });

  it("is asked of the tasks that no wish is about", async () => {
    const both = poolOfEndpoints([
      ...["a/first", "b/second"].map((model) => endpoint(model, "summarization")),
      ...["c/first", "d/second"].map((model) => endpoint(model, "translation")),
    ]);
    const { controller, asked } = choosing([]);
    const constraints = [{ benchmark: { name: "ROUGE", prefer: "best", for: "summarization" } }] as const;
    await choose(controller, { constraints, from: both });
    expect(asked.map(({ tasks }) => tasks.map(({ task }) => task))).toEqual([[1]]);
  });

  it.each<[string, Partial<Endpoint>, ModelFacts["languages"]]>([
    ["a stand-in", { grade: "stand-in" }, ["es"]],
    ["whose languages nobody knows", {}, null],
  ])("is not offered %s where something better is", async (_, more, languages) => {
    const known = ["a/known", "b/known"].map((model) =>
      expertOf(endpoint(model, "translation"), { languages: ["es"] }),
    );
    const worse = expertOf({ ...endpoint("0/worse", "translation"), ...more }, { languages });
    const { controller, asked } = choosing([{ task: 0, model: "custom:0/worse", reason: "" }]);
    const args = { text, "target-language": { from: "literal", value: "Spanish" } } as const;
    const plan = { tasks: [{ id: 0, type: "translation", args }] };
    const chosen = await choose(controller, { plan, from: poolOf([worse, ...known]) });
    expect(asked[0]?.tasks[0]?.candidates.map(({ model }) => model)).toEqual(["custom:a/known", "custom:b/known"]);
    expect(modelsOf(chosen)).toEqual(["a/known", "b/known", "0/worse"]);
    expect(chosen.notes).toEqual([expect.stringContaining("none of its candidates")]);
  });

  it("does not exist where none is configured, and the rules choose", async () => {
    const { select: _, ...controller } = choosing([]).controller;
    const chosen = await choose(controller);
    expect(modelsOf(chosen)).toEqual(["a/first", "b/second"]);
    expect(chosen.notes).toEqual([expect.stringContaining("no language model is configured")]);
  });

  it("throws on what is no failure of the model", async () => {
    const controller: Controller = { ...choosing([]).controller, select: () => Promise.reject(new TypeError("a bug")) };
    await expect(choose(controller)).rejects.toThrow("a bug");
  });
});
