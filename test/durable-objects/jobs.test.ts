import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { jobFor } from "../../durable-objects/conversation/jobs.ts";
import { Ledger, type RunRow } from "../../durable-objects/conversation/ledger.ts";
import { requestApproval } from "../../src/domain/run/requests.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { Understanding } from "../../src/domain/understanding.ts";
import type { StageJob } from "../../src/run/index.ts";
import { planOf, Simulation } from "../domain/simulate.ts";

const ROW: RunRow = {
  n: 1,
  id: "run_1",
  createdAt: 0,
  message: { run: "run_1", text: "Do it", attached: [], approval: "plan", budget: { timeMs: 60_000 } },
  endStatus: null,
};

/** What a runner is asked to do to plan this run, in a conversation without any other. */
const planJobOf = ({ state }: Simulation): Promise<StageJob> =>
  runInDurableObject(env.CONVERSATION.getByName(`00000000000000ff:${crypto.randomUUID()}`), (_, { storage }) => {
    const ledger = new Ledger(storage);
    ledger.create({ tenant: "00000000000000ff", conversation: "c", createdAt: 0 });
    return jobFor("plan", state, ROW, ledger, createOntology());
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
