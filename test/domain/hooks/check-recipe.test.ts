import { describe, expect, it } from "vitest";
import { checkRecipe, MAX_RECIPE_CHARS, normalisePath } from "../../../src/domain/hooks/check-recipe.ts";
import type { Recipe } from "../../../src/domain/hooks/hook.ts";
import { recipe, TEMPLATE } from "./recipe.ts";

describe("a recipe is looked at when its hook is made", () => {
  it.each<[string, Partial<Recipe>]>([
    ["as in the documentation", {}],
    ["with a path written in two ways", { template: "Sum up {{body.items.0}}", choices: { "body.items[0]": ["it"] } }],
    ["with a plan and no words", { template: "", plan: [{ task: "x", args: { text: "{{body.a}}" } }] }],
    ["with punctuation around its fields", { template: 'Compare "{{body.a}}", ({{body.b}}) and {{body.c}}.' }],
    ["with all of it", { resources: ["{{body.url}}"], only: { event: ["x"] }, conversationKey: "{{body.n}}" }],
  ])("is good %s", (_, change) => {
    expect(checkRecipe(recipe(change))).toEqual([]);
  });

  it.each<[string, Partial<Recipe>, string]>([
    ["a template that is none", { template: "Summarize {{body" }, "template"],
    ["nothing but a field", { template: "{{body.text}}" }, "template"],
    ["nothing", { template: " " }, "template"],
    ["fields side by side", { template: "Summarize {{body.a}}{{body.b}}" }, "template"],
    ["a field within a word", { template: "Summarize x{{body.a}}" }, "template"],
    ["a field with an extension", { template: "Summarize {{body.a}}.png" }, "template"],
    ["a field in a path", { template: "Summarize /tmp/{{body.a}}" }, "template"],
    ["a resource that is no address", { resources: ["photo.png"] }, "resources.0"],
    ["a resource with a fault", { resources: ["https://a.example", "{{url}}"] }, "resources.1"],
    ["a condition on what is no path", { only: { "headers.x": ["1"] } }, "only.headers.x"],
    ["choices for another field", { choices: { "body.language": ["German"] } }, "choices.body.language"],
    ["choices for what is no path", { choices: { language: ["German"] } }, "choices.language"],
    ["a key that is none", { conversationKey: "{{n}}" }, "conversationKey"],
  ])("is refused with %s", (_, change, path) => {
    expect(checkRecipe(recipe(change))).toMatchObject([{ path, message: expect.any(String) }]);
  });

  it("is refused as a whole where it is too big to be listed beside others", () => {
    const plan = [{ task: "summarization", args: { text: "x".repeat(MAX_RECIPE_CHARS) } }];
    expect(checkRecipe(recipe({ plan }))).toMatchObject([{ path: "plan", message: expect.stringContaining("100000") }]);
  });

  it("has its paths in one way of writing", () => {
    expect(normalisePath("body.items.0.name")).toBe("body.items[0].name");
    expect(normalisePath("no path")).toBe("no path");
    expect(TEMPLATE).toContain(normalisePath("body.issue.body"));
  });
});
