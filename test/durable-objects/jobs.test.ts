import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { checkMessage } from "../../durable-objects/conversation/check-message.ts";
import { jobFor } from "../../durable-objects/conversation/jobs.ts";
import { Ledger, type RunRow } from "../../durable-objects/conversation/ledger.ts";
import { CONVERSATION_SCHEMA } from "../../durable-objects/conversation/migrations.ts";
import { Tables } from "../../durable-objects/tables.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { requestApproval } from "../../src/domain/run/requests.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { Understanding } from "../../src/domain/understanding.ts";
import type { AtHand, StageJob } from "../../src/run/index.ts";
import { planOf, Simulation } from "../domain/simulate.ts";

const ROW: RunRow = {
  n: 1,
  id: "run_1",
  createdAt: 0,
  message: { run: "run_1", text: "Do it", attached: [], approval: "plan", budget: { timeMs: 60_000 } },
  endStatus: null,
};

/** What a runner is asked to do to plan this run, in a conversation without any other. */
const planJobOf = ({ state }: Simulation, row = ROW, atHand?: AtHand): Promise<StageJob> =>
  runInDurableObject(env.CONVERSATION.getByName(`00000000000000ff:${crypto.randomUUID()}`), (_, { storage }) => {
    const ledger = new Ledger(storage, new Tables(storage, CONVERSATION_SCHEMA));
    ledger.create({ tenant: "00000000000000ff", conversation: "c", createdAt: 0 });
    return jobFor("plan", state, row, { ledger, ontology: createOntology(), ...(atHand ? { atHand } : {}) });
  });

const edited = planOf({ 0: [], 5: [] });

function approvedWithEdits(understanding?: Understanding): Simulation {
  const run = new Simulation({
    ...{ plan: planOf({ 0: [], 1: [0] }), approval: "plan" },
    ...(understanding ? { understanding } : {}),
  });
  run.succeed("plan");
  run.request(requestApproval(run.state, { planVersion: 1, decision: "approve", plan: edited }));
  return run;
}

describe("the planning of a plan that a person has edited", () => {
  it("is given what the request asks for, and why the tasks are there that were left alone", async () => {
    const understanding: Understanding = {
      constraints: { provider: { deny: ["openai"] } },
      budget: { timeMs: 5_000 },
      confidence: 0.7,
      reasons: [
        { task: 0, words: ["first"] },
        { task: 1, words: ["then"] },
      ],
    };
    expect(await planJobOf(approvedWithEdits(understanding))).toMatchObject({
      do: "plan",
      given: {
        as: "plan",
        plan: edited,
        understanding: { ...understanding, confidence: null, reasons: [{ task: 0, words: ["first"] }] },
      },
    });
  });

  it("is given nothing of it where the log has none", async () => {
    expect(await planJobOf(approvedWithEdits())).toMatchObject({ given: { as: "plan", plan: edited } });
    expect(await planJobOf(approvedWithEdits())).not.toHaveProperty("given.understanding");
  });
});

describe("a plan whose arguments are bound already", () => {
  const text = "<resource-0> https://nowhere.example/secret";
  const boundPlan: Plan = {
    tasks: [{ id: 0, type: "feature-extraction", args: { text: { from: "literal", value: text } } }],
  };

  it("is what a runner is given, and nothing is fetched for it", async () => {
    const row = { ...ROW, message: { ...ROW.message, boundPlan } };
    expect(await planJobOf(new Simulation({ plan: planOf({}) }), row)).toMatchObject({
      given: { as: "plan", plan: boundPlan },
      urls: [],
    });
  });

  it("is proved before it is taken", () => {
    const message = { ...ROW.message, boundPlan };
    expect(checkMessage(message, null, createOntology())).toEqual({
      ok: true,
      value: { proved: { plan: boundPlan }, notes: [] },
    });
    const open = { tasks: [{ id: 0, type: "feature-extraction", args: {} }] };
    expect(checkMessage({ ...message, boundPlan: open }, null, createOntology())).toMatchObject({
      ok: false,
      error: { code: "plan-unsound" },
    });
  });
});

describe("a plan that came with a message", () => {
  const task = (args: JsonValue) => [{ task: "feature-extraction", id: 0, dep: [-1], args }];
  const checked = (plan: JsonValue) => checkMessage({ ...ROW.message, plan }, null, createOntology());

  it("is proved once, where it is read as it was written and its run begins at once", async () => {
    const passed = checked(task({ text: "one" }));
    expect(passed).toMatchObject({
      ok: true,
      value: { proved: { plan: { tasks: [{ type: "feature-extraction" }] } } },
    });
    const plan = passed.ok ? passed.value : null;
    const models = { endpoints: [], health: [] };
    const begun = new Simulation({ plan: planOf({}) });
    expect(await planJobOf(begun, ROW, { plan, models })).toMatchObject({ given: { as: "proved", ...plan }, models });
    const later = await planJobOf(begun, { ...ROW, message: { ...ROW.message, plan: task({ text: "one" }) } });
    expect(later).toMatchObject({ given: { as: "wire" } });
    expect(later).not.toHaveProperty("models");
  });

  it("is proved again with what can run by then, where it takes a conversion or names an address", () => {
    expect(checked([{ task: "feature-extracton", id: 0, dep: [-1], args: { text: "one" } }])).toMatchObject({
      value: { proved: { mended: { repairs: [{ kind: "renamed" }] } } },
    });
    const spoken = [
      { task: "text-to-speech", id: 0, dep: [-1], args: { text: "one" } },
      { task: "summarization", id: 1, dep: [0], args: { text: "<resource>-0" } },
    ];
    expect(checked(spoken)).toEqual({ ok: true, value: null });
    expect(checked(task({ text: "https://example.org/a.txt" }))).toEqual({ ok: true, value: null });
    expect(checked([])).toMatchObject({ ok: false, error: { code: "plan-unsound" } });
  });
});
