import { describe, expect, it } from "vitest";
import { answerLines, answersOf } from "../../../../evaluation/labelled/answers.ts";
import { planAll } from "../../../../evaluation/labelled/plan-all.ts";
import { planJob } from "../../../../evaluation/labelled/plan-job.ts";
import { MAX_FAILURES_IN_A_ROW } from "../../../../evaluation/patience.ts";
import { DataError } from "../../../../evaluation/suite.ts";
import { AppError } from "../../../../src/domain/errors.ts";
import { createOntology } from "../../../../src/domain/task-types/index.ts";
import type { Controller, PlanReply } from "../../../../src/planning/controller.ts";
import { controllerOf, createClock, labelledRow, planningOf, planOf, textTask, understandingOf } from "../fakes.ts";

const PLAN = planOf(textTask(0, "summarization"));
const UNDERSTANDING = understandingOf({ confidence: 0.75 });

const ANSWERS: Readonly<Record<string, PlanReply>> = {
  plan: { as: "plan", plan: PLAN, notes: [], understanding: UNDERSTANDING },
  bare: { as: "plan", plan: PLAN, notes: [] },
  other: { as: "plan", plan: PLAN, notes: [], by: "openai" },
  ask: { as: "ask", text: "Which file?" },
  reply: { as: "reply", text: "Hello!" },
  unsound: { as: "written", json: "no plan at all", notes: [] },
};

function answer(text: string): PlanReply {
  const known = ANSWERS[text];
  if (!known) throw new AppError("provider-unavailable", "the model is not there");
  return known;
}

async function plan(texts: readonly string[], controller: Controller = controllerOf(answer)) {
  const steps: string[] = [];
  const plannings = await planAll(
    texts.map((request) => planJob(labelledRow({ request }))),
    {
      controller,
      ontology: createOntology(),
      now: createClock(),
      progress: (done, total) => steps.push(`${done}/${total}`),
    },
  );
  return { plannings, steps };
}

describe("planning labelled requests", () => {
  it("tells what each was answered with, and how long that took", async () => {
    const { plannings, steps } = await plan(["plan", "bare", "ask", "reply", "unsound", "away"]);
    expect(plannings).toEqual([
      planningOf({ as: "plan", plan: PLAN, understanding: UNDERSTANDING }),
      planningOf({ as: "plan", plan: PLAN, understanding: null }),
      planningOf({ as: "ask" }),
      planningOf({ as: "reply" }),
      planningOf({ as: "failed", reason: "plan-unsound" }),
      planningOf({ as: "failed", reason: "provider-unavailable" }),
    ]);
    expect(steps).toEqual(["0/6", "1/6", "2/6", "3/6", "4/6", "5/6", "6/6"]);
  });

  it("tells when another controller answered", async () => {
    const { plannings } = await plan(["plan", "other"]);
    expect(plannings.map(({ handedOver }) => handedOver)).toEqual([false, true]);
  });

  it("stops when calls do nothing but fail, and says why", async () => {
    const failing = plan(Array.from({ length: MAX_FAILURES_IN_A_ROW }, () => "away"));
    await expect(failing).rejects.toThrow(DataError);
    await expect(failing).rejects.toThrow(
      "20 calls in a row failed, the last with provider-unavailable: the model is not there",
    );
  });

  it("goes on when one succeeds in between, even with what can't be used", async () => {
    const away = Array.from({ length: MAX_FAILURES_IN_A_ROW - 1 }, () => "away");
    const { plannings } = await plan([...away, "unsound", ...away]);
    expect(plannings).toHaveLength(2 * MAX_FAILURES_IN_A_ROW - 1);
  });

  it("does not take a fault in the code for a failing call", async () => {
    const faulty = controllerOf(() => {
      throw new TypeError("a fault");
    });
    await expect(plan(["plan"], faulty)).rejects.toThrow(new TypeError("a fault"));
  });

  it("gives the files by the names that the request has for them, and the log", async () => {
    const seen: unknown[] = [];
    const controller: Controller = {
      name: "embedded",
      plan: async ({ attached, log }) => {
        seen.push(
          attached.map(({ name, kind }) => `${name}: ${kind}`),
          log.map(({ role, resources }) => [role, resources.map(({ name }) => name)]),
        );
        return { as: "reply", text: "" };
      },
    };
    const row = {
      ...labelledRow({ files: ["dogs.jpg", "moon.wav"] }),
      named: ["example.jpg"],
      history: [{ request: "Draw a cat", gave: [{ name: "cat.png", kind: "image" as const }] }],
    };
    await planAll([planJob(row)], { controller, ontology: createOntology(), now: createClock(), progress: () => {} });
    expect(seen).toEqual([
      ["example.jpg: image", "moon.wav: audio"],
      [
        ["user", []],
        ["assistant", ["cat.png"]],
      ],
    ]);
  });
});

describe("the kinds of answers", () => {
  const answers = answersOf([
    planningOf({ as: "plan", plan: PLAN, understanding: null }, { handedOver: true }),
    planningOf({ as: "ask" }, { calls: { count: 2, inputTokens: 6_000, outputTokens: 90 } }),
    planningOf({ as: "failed", reason: "timeout" }),
    planningOf({ as: "failed", reason: "timeout" }),
  ]);

  it("are shares in percent, and counts of reasons", () => {
    expect(answers).toEqual({
      ...{ plan: 25, ask: 25, reply: 0, failed: 50, handedOver: 25, failures: { timeout: 2 } },
      calls: { count: 0.5, inputTokens: 1_500, outputTokens: 22.5 },
    });
  });

  it("are told in words", () => {
    expect(answerLines(answers)).toEqual([
      "Answers: 25.0 % plans, 25.0 % asked back, 0.0 % replied without a plan, 50.0 % failed; 25.0 % handed over to another controller.",
      "Failed: 2 × timeout.",
      "A request took 0.50 calls of the language model in the mean, 1500 tokens in and 23 out.",
    ]);
  });
});
