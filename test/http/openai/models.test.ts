import { describe, expect, it } from "vitest";
import { listModels, optionsOfModel } from "../../../src/http/openai/models.ts";

const choice = (
  configured: readonly ("embedded" | "openai" | "workers-ai")[],
  first: "auto" | "embedded" | "openai" = "auto",
  planning: "global" | "light" = "global",
) => ({ configured, first, planning });
const names = (of: ReturnType<typeof choice>): readonly string[] => listModels(of, false).map(({ id }) => id);

describe("the models of OpenAI's API", () => {
  it.each([
    ["no language model", choice(["embedded"]), ["impresario", "impresario-embedded"]],
    [
      "one language model",
      choice(["embedded", "openai"]),
      [
        ...["impresario", "impresario-light", "impresario-embedded"],
        ...["impresario-openai", "impresario-openai-light"],
      ],
    ],
    [
      "one that the deployment itself does not ask",
      choice(["embedded", "openai"], "embedded"),
      [...["impresario", "impresario-embedded"], ...["impresario-openai", "impresario-openai-light"]],
    ],
    [
      "two, which choose among likely task types",
      choice(["embedded", "openai", "workers-ai"], "auto", "light"),
      [
        ...["impresario", "impresario-global", "impresario-embedded"],
        ...["impresario-openai", "impresario-openai-global"],
        ...["impresario-workers-ai", "impresario-workers-ai-global"],
      ],
    ],
  ])("are those that are configured: %s", (_, of, expected) => {
    expect(names(of)).toEqual(expected);
    for (const name of expected) expect(optionsOfModel(of, name)).not.toBeNull();
  });

  it.each([
    ["impresario", {}],
    ["impresario-light", { planning: "light" }],
    ["impresario-global", { planning: "global" }],
    ["impresario-embedded", { controller: "embedded" }],
    ["impresario-openai", { controller: "openai" }],
    ["impresario-openai-light", { controller: "openai", planning: "light" }],
  ])("say who plans and how: %s", (name, casting) => {
    expect(optionsOfModel(choice(["embedded", "openai"]), name)).toEqual(casting);
  });

  it.each([
    "gpt-5",
    "",
    "impresario-",
    "impresario-workers-ai",
    "impresario-embedded-light",
    "Impresario",
    "xximpresario",
  ])("do not include %j", (name) => expect(optionsOfModel(choice(["embedded", "openai"]), name)).toBeNull());

  it("do not include a way to plan where no language model does", () => {
    expect(optionsOfModel(choice(["embedded"]), "impresario-light")).toBeNull();
  });

  it("include the names that a deployment has answered as `impresario`", () => {
    const of = choice(["embedded"]);
    expect(listModels(of, false, ["gpt-5", "*"]).map(({ id }) => id)).toEqual([...names(of), "gpt-5"]);
    expect(optionsOfModel(of, "gpt-5", ["gpt-5"])).toEqual({});
    expect(optionsOfModel(of, "gpt-4", ["gpt-5"])).toBeNull();
    expect(optionsOfModel(of, "gpt-4", ["*"])).toEqual({});
    expect(optionsOfModel(of, "impresario-openai", ["*"])).toBeNull();
  });
});
