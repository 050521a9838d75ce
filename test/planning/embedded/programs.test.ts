import { describe, expect, it } from "vitest";
import { outcomeOf, planned, requestOf } from "./case.ts";

describe("a program is run by its text alone, as nobody tells the planner which file is its first input", () => {
  it.each([
    ["Run this program: print(1)", [], "code-execution('print(1)')"],
    ["Run the program in notes.txt", ["notes.txt"], "code-execution(notes.txt)"],
    [
      "Run this code on sales.csv: ```js\nprint(inputs[0].length)\n```",
      ["sales.csv"],
      "code-execution('print(inputs[0].length)')",
    ],
    ["Execute ```js\nreturn inputs[0].length\n``` on “hello world”", [], "code-execution('return inputs[0].length')"],
  ])("%j", async (text, files, plan) => {
    expect(outcomeOf(await planned(requestOf({ text, files, plan: [plan] })))).toEqual([plan]);
  });
});
