import { describe, expect, it } from "vitest";
import { confidenceInWords, partsInWords, reasonInWords, type Understood } from "../../src/domain/understanding.ts";

const parts = {
  ...{ instruction: ["Read it."], texts: ["a text"], questions: [], files: ["a.png", "b.png"], urls: [], tables: [] },
  ...{ categories: [], languages: { source: [], target: ["French"] } },
};

it("the parts of a request are told, where they are there", () => {
  expect(partsInWords(parts)).toEqual([
    { title: "Texts", items: ["“a text”"] },
    { title: "Files", items: ["a.png", "b.png"] },
    { title: "Into the language", items: ["French"] },
  ]);
});

describe("a confidence is told as what it means, with what was done about the doubt", () => {
  it.each<[number, string | null, RegExp]>([
    [0.874, "embedded", /^Sure enough to run it: about 87 in a hundred plans like this one are right\.$/],
    [0.6, "embedded", /^Sure enough/],
    [0.527, "embedded", /^Not certain: about 53 in a hundred .* a further message can put it right\.$/],
    [0.299, "embedded", /^In doubt: about 30 in a hundred .* only after a yes\.$/],
    [0.527, null, /^Not certain/],
    [0.427, "openai:some", /^The embedded planner was in doubt \(about 43 .*\), so that it did not make this plan\.$/],
  ])("%d of %s", (confidence, controller, words) => {
    expect(confidenceInWords(confidence, controller)).toMatch(words);
  });
});

describe("why a task is in the plan", () => {
  const understood: Understood = {
    ...{ parts, constraints: null, given: null, budget: null, conditions: [], confidence: null },
    reasons: [
      { task: 0, words: ["Read", "text"] },
      { task: 1, words: [] },
    ],
  };

  it.each<[string, number, Understood | null, string | null]>([
    ["by words", 0, understood, "Because of the words “Read”, “text”."],
    ["for another task", 1, understood, "Another task needs it."],
    ["for a reason that nobody told", 2, understood, null],
    ["of a plan that nobody understood", 0, null, null],
  ])("%s", (_, task, from, words) => {
    expect(reasonInWords(task, from)).toBe(words);
  });
});
