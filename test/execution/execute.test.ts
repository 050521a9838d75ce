import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import { AppError, failure, toFailure } from "../../src/domain/errors.ts";
import type { PermitAsk } from "../../src/domain/gate/permits.ts";
import { err, ok } from "../../src/domain/result.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { PermitDesk } from "../../src/execution/gate.ts";
import { type ExecutionParts, execute, type TaskAttempt } from "../../src/execution/index.ts";
import type { ExpertCall, ExpertResult, Provider } from "../../src/providers/provider.ts";
import { ALONE, NO_SLOT } from "./parts.ts";
import { resourceOf, utf8 } from "./values.ts";

const endpoint: Endpoint = {
  provider: "custom",
  model: "a/b",
  taskType: "summarization",
  description: "",
  licence: "mit",
  grade: "full",
};
const attempt: TaskAttempt = {
  tenant: "t",
  run: "run_1",
  task: 1,
  type: "summarization",
  inputs: { text: [{ as: "text", kind: "text", text: "long" }] },
  candidate: { provider: "custom", model: "a/b" },
  names: { source: null, taken: [] },
  priority: 7,
  timeoutMs: 60_000,
};
const neverCalled = async (): Promise<never> => {
  throw new Error("It was called");
};

const partsWith = (call: Provider["call"], endpoints: readonly Endpoint[] = [endpoint]): ExecutionParts => ({
  ontology: createOntology(),
  providers: [{ name: "custom", endpoints: () => endpoints, call }],
  ...ALONE,
  open: neverCalled,
  save: neverCalled,
});

const signal = new AbortController().signal;
const ignore = (): void => undefined;

describe("an attempt at a task", () => {
  it("gives the chosen endpoint its inputs, and the values and notes it makes of them back", async () => {
    const calls: ExpertCall[] = [];
    const told: unknown[] = [];
    const parts = partsWith(async (call): Promise<ExpertResult> => {
      calls.push(call);
      call.progress("half", 0.5);
      return { outputs: { text: { as: "text", text: `short ${await call.inputs.text?.[0]?.text()}` } }, notes: ["n"] };
    });
    const executed = await execute(attempt, parts, signal, (...said) => told.push(said));
    expect(executed).toEqual({ outputs: { text: { as: "text", kind: "text", text: "short long" } }, notes: ["n"] });
    expect(calls).toMatchObject([{ endpoint, taskType: "summarization", signal, job: NO_SLOT }]);
    expect(told).toEqual([["half", 0.5]]);
  });

  it("gives the endpoint the default arguments of its candidate, and tells which of them were sent", async () => {
    const called = { function: "summarization", arguments: { num_beams: 4 } };
    const calls: ExpertCall[] = [];
    const parts = partsWith(async (call): Promise<ExpertResult> => {
      calls.push(call);
      return { outputs: { text: { as: "text", text: "short" } }, called };
    });
    const candidate = { ...attempt.candidate, defaults: { num_beams: 4, seed: 1 } };
    expect(await execute({ ...attempt, candidate }, parts, signal, ignore)).toMatchObject({ called });
    expect(calls).toMatchObject([{ defaults: candidate.defaults }]);
  });

  it.each<[string, Partial<TaskAttempt>, readonly Endpoint[]]>([
    ["the provider", { candidate: { provider: "openai", model: "a/b" } }, [endpoint]],
    ["the model", { candidate: { provider: "custom", model: "c/d" } }, [endpoint]],
    ["every endpoint", {}, []],
    ["the model's task type", {}, [{ ...endpoint, taskType: "translation" }]],
    ["the task type", { type: "no-such-task" }, [{ ...endpoint, taskType: "no-such-task" }]],
  ])("finds no model once %s is gone from the deployment", async (_, change, endpoints) => {
    const executed = execute({ ...attempt, ...change }, partsWith(neverCalled, endpoints), signal, ignore);
    await expect(executed).rejects.toMatchObject({ code: "no-model", retryable: false });
  });

  it("fails as the provider does, and is not tried again here", async () => {
    let calls = 0;
    const thrown = new AppError("provider-unavailable", "Later", { retryable: true, retryAfterMs: 5 });
    const parts = partsWith(async () => {
      calls += 1;
      throw thrown;
    });
    await expect(execute(attempt, parts, signal, ignore)).rejects.toBe(thrown);
    expect(calls).toBe(1);
  });

  it("waits for its permit, and holds it until what was made is stored", async () => {
    const steps: string[] = [];
    const asked: PermitAsk[] = [];
    const desk: PermitDesk = {
      take: async (ask) => {
        asked.push(ask);
        steps.push("permit");
        return ok(null);
      },
      give: async (_, outcome) => void steps.push(`back: ${outcome.as}`),
    };
    const gate = { desk, limits: { requestsPerMinute: 1, concurrency: 1, burst: 1 }, newId: () => "id", now: () => 0 };
    const made = partsWith(async () => {
      steps.push("call");
      return { outputs: { text: { as: "text", text: "x".repeat(10_000) } } };
    });
    const save: ExecutionParts["save"] = async (file) => {
      steps.push("store");
      await file.body.cancel();
      return resourceOf(utf8("x"));
    };
    await execute(attempt, { ...made, save, gateOf: async () => gate }, signal, ignore);
    expect(steps).toEqual(["permit", "call", "store", "back: answered"]);
    expect(asked).toMatchObject([{ tenant: "t", run: "run_1", endpoint: "a/b", priority: 7, maxWaitMs: 30_000 }]);
  });

  it("that gets no permit calls nobody, and says so", async () => {
    const refusal = { ...failure("rate-limited", "Its turn is in 9 s", true), retryAfterMs: 9_000 };
    const desk: PermitDesk = { take: async () => err(refusal), give: async () => undefined };
    const gate = { desk, limits: { requestsPerMinute: 1, concurrency: 1, burst: 1 }, newId: () => "id", now: () => 0 };
    const failed = execute(attempt, { ...partsWith(neverCalled), gateOf: async () => gate }, signal, ignore);
    const thrown: unknown = await failed.catch((error: unknown) => error);
    expect(toFailure(thrown)).toEqual({ ...refusal, notCalled: true });
  });

  it("stores nothing once it is cancelled", async () => {
    const stop = new AbortController();
    const parts = partsWith(async () => {
      stop.abort(new AppError("cancelled", "Cancelled"));
      return { outputs: { text: { as: "text", text: "x".repeat(10_000) } } };
    });
    await expect(execute(attempt, parts, stop.signal, ignore)).rejects.toMatchObject({ code: "cancelled" });
  });

  it("without its main output has failed", async () => {
    const executed = execute(
      attempt,
      partsWith(async () => ({ outputs: {} })),
      signal,
      ignore,
    );
    await expect(executed).rejects.toMatchObject({ code: "provider-rejected" });
  });
});
