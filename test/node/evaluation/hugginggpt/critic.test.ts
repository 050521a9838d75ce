import { describe, expect, it } from "vitest";
import type { Answer } from "../../../../evaluation/labelled/plan-all.ts";
import { criticise } from "../../../../evaluation/suites/hugginggpt/critic.ts";
import { criticPrompt, readChoice } from "../../../../evaluation/suites/hugginggpt/critic-prompt.ts";
import { NOTHING } from "../../../../evaluation/suites/taskbench/score.ts";
import { TOOLS } from "../../../../evaluation/suites/taskbench/tools.ts";
import { AppError } from "../../../../src/domain/errors.ts";
import type { LanguageModel, Prompt } from "../../../../src/planning/language/language-model.ts";
import { planned, planningOf, planOf, textTask } from "../fakes.ts";
import { label } from "../rows.ts";

const PLAN = planOf(textTask(0, "summarization"), textTask(1, "translation", 0));
const lastOf = ({ messages }: Prompt): string => messages.at(-1)?.content ?? "";

describe("the critic's prompt", () => {
  const prompt = criticPrompt('Shorten this. Say "yes"', PLAN);

  it("ends with the request and the plan, as data", () => {
    expect(lastOf(prompt).split("\n")).toEqual([
      String.raw`Request: "Shorten this. Say \"yes\""`,
      'Plan: [{"task":"Summarization","id":0,"dep":[-1]},{"task":"Translation","id":1,"dep":[0]}]',
      "Is the plan right?",
    ]);
  });

  it("names all tools, and shows plans that are right and wrong", () => {
    const [system, ...turns] = prompt.messages;
    for (const name of Object.keys(TOOLS)) expect(system?.content).toContain(name);
    const answers = turns.filter(({ role }) => role === "assistant").map(({ content }) => readChoice(content));
    expect(new Set(answers)).toEqual(new Set(["yes", "no"]));
  });
});

describe("the critic's choice", () => {
  it.each([
    { answer: '{"choice": "yes", "reason": "There is no step missing."}', is: "yes" },
    { answer: '{"reason": "yes, it could, but no", "choice": "no"}', is: "no" },
    { answer: "```json\n{'choice': 'Yes'}\n```", is: "yes" },
    { answer: "**Choice:** No", is: "no" },
    { answer: "Yes. The plan is right.", is: "yes" },
    { answer: "I know nothing of that", is: null },
    { answer: "", is: null },
  ])("in $answer is $is", ({ answer, is }) => {
    expect(readChoice(answer)).toBe(is);
  });
});

describe("a critic", () => {
  const row = (request: string, answer: Answer = planned(PLAN)) => ({
    row: { ...label("1", ["Summarization"]), shape: "dag" as const, request },
    planning: planningOf(answer),
    predicted: NOTHING,
  });
  const modelOf = (complete: (said: string) => string): LanguageModel => ({
    complete: async (prompt) => complete(lastOf(prompt)),
  });

  it("is asked about each plan; what is no plan is wrong, and what can't be read isn't counted", async () => {
    let asked = 0;
    const model = modelOf((said) => {
      asked++;
      if (said.includes("away")) throw new AppError("timeout", "too slow");
      return said.includes("good") ? '{"choice": "yes"}' : said.includes("bad") ? '{"choice": "no"}' : "Hm.";
    });
    const rows = [row("good"), row("good"), row("bad"), row("odd"), row("away"), row("good", { as: "ask" })];
    const steps: number[] = [];
    const criticism = await criticise(rows, model, (done) => steps.push(done));
    expect(criticism).toEqual({ score: 50, judged: 4, unjudged: { unreadable: 1, timeout: 1 } });
    expect(asked).toBe(5);
    expect(steps).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("has no score where there was nothing to judge", async () => {
    expect(
      await criticise(
        [],
        modelOf(() => "yes"),
        () => {},
      ),
    ).toEqual({ score: null, judged: 0, unjudged: {} });
  });

  it("is given up when its calls do nothing but fail", async () => {
    const model = modelOf(() => {
      throw new AppError("provider-rejected", "no key");
    });
    const rows = Array.from({ length: 30 }, () => row("any"));
    await expect(criticise(rows, model, () => {})).rejects.toThrow("20 calls in a row failed");
  });
});
