import { describe, expect, it } from "vitest";
import { brokenDown, openMind, step } from "./goal-driver.ts";

describe("a goal", () => {
  it("is broken down by a model, its steps run each in a conversation of its own, and it ends with its outputs", async () => {
    const mind = await openMind([
      brokenDown(
        ["summary"],
        [
          step("gather", [], ["notes"]),
          step("summarize", ["notes"], ["summary"], {
            how: "plan",
            tasks: [{ task: "summarization", args: [{ name: "text", value: "<notes>" }] }],
          }),
        ],
      ),
      {
        when: "do gather",
        say: "const words = ['Bees make honey.', 'They make it from nectar.', 'A hive has one queen.'];\nreturn { notes: words.join(' ') };",
      },
    ]);
    const goal = await mind.open({ text: "Tell me about bees" });
    const state = await goal.rest();
    expect(state.end).toMatchObject({ status: "succeeded", error: null });
    expect(state.end?.answer).toContain("**summary**");
    expect(state.spent).toMatchObject({ llmCalls: 2, tasks: 4 });
    const log = await goal.log();
    expect(log.at(-1)?.type).toBe("goal-end");
    const conversations = log.flatMap((event) => (event.type === "work-start" ? [event.data.conversation] : []));
    expect(new Set(conversations).size).toBe(3);
  });
});
