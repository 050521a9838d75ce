import { describe, expect, it } from "vitest";
import type { RunReport } from "../../../../src/client/client.ts";
import { confidenceInWords, partsInWords, reasonInWords } from "../../../../web/report/understood-words.ts";

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

it("a confidence is told as what it means", () => {
  expect(confidenceInWords(0.354)).toBe("Of a hundred plans that the planner is this sure of, about 35 are right.");
});

describe("why a task is in the plan", () => {
  const understood: NonNullable<RunReport["understood"]> = {
    ...{ parts, constraints: null, given: null, budget: null, conditions: [], confidence: null },
    reasons: [
      { task: 0, words: ["Read", "text"] },
      { task: 1, words: [] },
    ],
  };

  it.each<[string, number, RunReport["understood"], string | null]>([
    ["by words", 0, understood, "Because of the words “Read”, “text”."],
    ["for another task", 1, understood, "Another task needs it."],
    ["for a reason that nobody told", 2, understood, null],
    ["of a plan that nobody understood", 0, null, null],
  ])("%s", (_, task, from, words) => {
    expect(reasonInWords(task, from)).toBe(words);
  });
});
