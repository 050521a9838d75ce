import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import { AppError } from "../../src/domain/errors.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { type ExecutionParts, execute, type TaskAttempt } from "../../src/execution/index.ts";
import type { ExpertCall, ExpertResult, Provider } from "../../src/providers/provider.ts";

const endpoint: Endpoint = {
  provider: "custom",
  model: "a/b",
  taskType: "summarization",
  description: "",
  licence: "mit",
  grade: "full",
};
const attempt: TaskAttempt = {
  run: "run_1",
  task: 1,
  type: "summarization",
  inputs: { text: [{ as: "text", kind: "text", text: "long" }] },
  candidate: { provider: "custom", model: "a/b" },
};
const neverCalled = async (): Promise<never> => {
  throw new Error("It was called");
};

const partsWith = (call: Provider["call"], endpoints: readonly Endpoint[] = [endpoint]): ExecutionParts => ({
  ontology: createOntology(),
  providers: [{ name: "custom", endpoints: () => endpoints, call }],
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
    expect(calls).toMatchObject([{ endpoint, taskType: "summarization", signal }]);
    expect(told).toEqual([["half", 0.5]]);
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
