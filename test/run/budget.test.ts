import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/domain/plan.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { readConstraints } from "../../src/planning/embedded/constraints/stored.ts";
import type { Controller, Meter } from "../../src/planning/index.ts";
import { type PlanJob, planRun } from "../../src/run/plan-run.ts";
import { BARE_DEPLOYMENT } from "../deployment-facts.ts";
import { price } from "../domain/simulate.ts";
import { poolOfEndpoints } from "../expert-pools.ts";

const PLAN: Plan = {
  tasks: [
    { id: 0, type: "summarization", args: { text: { from: "literal", value: "It rained." } } },
    { id: 1, type: "text-classification", args: { text: { from: "task", task: 0, output: "text" } } },
  ],
};

const TOLD = { inputTokens: 2_000, outputTokens: 100 };
const FORESEEN = { inputTokens: 12_000, outputTokens: 4_096 };

/** Plans with a call of a language model if it may, and remembers why it may not. */
function asking() {
  const refusals: (string | null)[] = [];
  const ask = (meter: Meter | undefined): void => {
    const refusal = meter ? meter.refusal(FORESEEN) : "there is no meter";
    refusals.push(refusal);
    if (refusal === null) meter?.called(TOLD, FORESEEN);
  };
  const controller: Controller = {
    name: "openai",
    plan: async ({ text, meter }) => {
      ask(meter);
      const understanding = { ...(await readConstraints(text)), confidence: null, reasons: [] };
      return { as: "plan", plan: PLAN, notes: [], understanding };
    },
  };
  return { controller, refusals };
}

async function planning(more: Partial<PlanJob>, prices = [price(1, "million-input-tokens")]) {
  const { controller, refusals } = asking();
  const job: PlanJob = {
    ...{ do: "plan", text: "Sum it up", attached: [], urls: [], log: [], known: [], given: null },
    ...more,
  };
  const stages = {
    ontology: createOntology(),
    controller,
    readConstraints,
    expertPool: async () => poolOfEndpoints([]),
    languagePrices: prices,
    deployment: BARE_DEPLOYMENT,
    importUrl: () => Promise.reject(new Error("nothing is fetched here")),
    removeFetched: async () => undefined,
  };
  return { ...(await planRun(job, stages, new AbortController().signal)), refusals };
}

describe("planning within a budget", () => {
  it("tells what its calls of a language model took", async () => {
    const { usage, refusals } = await planning({});
    expect(refusals).toEqual([null]);
    expect(usage).toEqual({ llmCalls: 1, usd: 0.002, measured: TOLD });
  });

  it("tells nothing where it made none", async () => {
    expect(await planning({ given: { as: "plan", plan: PLAN } })).not.toHaveProperty("usage");
  });

  it.each<[string, Partial<PlanJob>]>([
    ["the caller allows none", { allowance: { llmCalls: 0, usd: null } }],
    ["the words allow none", { text: "Sum it up without a language model" }],
    [
      "the words allow fewer than the caller",
      { text: "Sum it up with no LLM calls", allowance: { llmCalls: 3, usd: null } },
    ],
    ["there is no money for one", { allowance: { llmCalls: null, usd: 0.01 } }],
  ])("makes no call where %s", async (_, more) => {
    const { refusals, usage } = await planning(more);
    expect(refusals).toEqual([expect.stringMatching(/no further call|not enough/)]);
    expect(usage).toBeUndefined();
  });

  it("makes none where money is limited, and nobody knows what one costs", async () => {
    const { refusals } = await planning({ allowance: { llmCalls: null, usd: 5 } }, []);
    expect(refusals).toEqual([expect.stringContaining("not known")]);
  });

  it.each<[string, Partial<PlanJob>, "plan" | "ask"]>([
    ["as many tasks as the caller allows", { budget: { tasks: 2 } }, "plan"],
    ["fewer than the caller allows", { budget: { tasks: 3 } }, "plan"],
    ["more than the caller allows", { budget: { tasks: 1 } }, "ask"],
    [
      "more than the words allow, whatever the caller does",
      { budget: { tasks: 5 }, text: "Sum it up in at most 1 task" },
      "ask",
    ],
    [
      "more than the caller allows, though the words allow them",
      { budget: { tasks: 1 }, text: "Sum it up in at most 4 tasks" },
      "ask",
    ],
    [
      "more than the caller allows in a plan of its own",
      { budget: { tasks: 1 }, given: { as: "plan", plan: PLAN } },
      "ask",
    ],
  ])("with %s", async (_, more, as) => {
    const { planned } = await planning(more);
    expect(planned.as).toBe(as);
    if (planned.as === "ask") expect(planned.text).toContain("You allowed 1 task at most, and this takes 2:");
  });
});
