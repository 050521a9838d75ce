import { describe, expect, it } from "vitest";
import { describePlan, planned, requestOf } from "../case.ts";

const planOf = async (text: string, files: readonly string[]): Promise<readonly string[]> => {
  const reply = await planned(requestOf({ text, files }));
  return reply.as === "plan" ? describePlan(reply.plan) : [];
};

describe("a question that compares papers", () => {
  it.each([
    [
      "two offers for my move. which one is cheaper all in and by how much?",
      ["harrow.pdf", "easymove.pdf"],
      ["How much is it all in?"],
    ],
    [
      "3 quotes for the new oven. Which is the cheapest in total and who can deliver the quickest?",
      ["a.pdf", "b.pdf", "c.pdf"],
      ["What is the total price?", "How long does it take to deliver?"],
    ],
    [
      "compare the totals of the two quotes: which is lower?",
      ["quote harrow.pdf", "easymove.pdf"],
      ["What is the total?"],
    ],
    ["whose deposit is lower?", ["a.pdf", "b.pdf"], ["What is the deposit?"]],
  ])("is put to each as what they are compared by: %s", async (text, files, questions) => {
    const tasks = await planOf(text, files);
    expect(tasks).toHaveLength(files.length * questions.length);
    for (const name of files)
      for (const question of questions)
        expect(tasks.some((task) => task.includes(name) && task.includes(`'${question}'`))).toBe(true);
  });

  it.each([
    ["which one is cheaper?", ["a.pdf"], "'Which one is cheaper?'"],
    ["which item is the most expensive?", ["a.pdf", "b.pdf"], "'Which item is the most expensive?'"],
  ])("stays as it is of one paper, or of what stands in each: %s", async (text, files, question) => {
    expect((await planOf(text, files)).every((task) => task.includes(question))).toBe(true);
  });
});
