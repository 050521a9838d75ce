import { describe, expect, it } from "vitest";
import { statusOf } from "../../../src/domain/run/state.ts";
import type { AnswerFormat } from "../../../src/domain/structured/answer-schema.ts";
import { planOf, type Scenario, Simulation } from "../simulate.ts";
import { foldStored } from "../stored-log.ts";

const FORM: AnswerFormat = {
  name: "form",
  schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false },
};
const running = (more: Partial<Scenario>): Simulation =>
  new Simulation({ plan: planOf({ 0: [] }), answerFormat: FORM, ...more });

describe("a run whose answer is wanted in a form", () => {
  it("keeps it from its first event on, and ends with what became of it", () => {
    const run = running({});
    expect(run.state).toMatchObject({ answerFormat: FORM, structured: null });
    run.succeed("plan", 0, "answer");
    expect(run.state.structured).toEqual({ as: "filled", value: { n: 1 }, by: "embedded" });
    expect(foldStored(run.log)).toEqual(run.state);
  });

  it.each(["reply", "ask"] as const)("has it written where there is no plan as well: %s", (as) => {
    const run = running({ planned: { fromAttempt: 1, as: { as, text: "Of which file?" } } });
    run.succeed("plan");
    expect(statusOf(run.state)).toBe("responding");
    run.succeed("answer");
    expect(run.state).toMatchObject({ end: { status: "succeeded" }, structured: { as: "filled" } });
  });

  it("that was begun before there were forms has none", () => {
    const run = new Simulation({ plan: planOf({}) });
    run.succeed("plan", "answer");
    expect(run.log.flatMap(({ data }) => Object.keys(data))).not.toContain("answerFormat");
    expect(run.state).toMatchObject({ answerFormat: null, structured: null });
  });

  it.each([
    [FORM, 2],
    [undefined, 1],
  ])("may take two calls of a language model for it, where words take one", (answerFormat, llmCalls) => {
    const scenario = { plan: planOf({}), budget: { llmCalls: 9 }, ...(answerFormat ? { answerFormat } : {}) };
    const run = new Simulation(scenario);
    run.succeed("plan");
    expect(run.state.reserved).toMatchObject({ answer: { llmCalls } });
  });
});
