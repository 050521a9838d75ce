import { describe, expect, it } from "vitest";
import type { Task, TaskId } from "../../../src/domain/plan.ts";
import { callsOf } from "../../../src/domain/run/calls.ts";
import { decide } from "../../../src/domain/run/decide.ts";
import { isUnderWay, outcomeEvents } from "../../../src/domain/run/outcome-events.ts";
import {
  DEADLINE_GRACE_MS,
  MAX_FAILURES_PER_CANDIDATE,
  MAX_LOST_ATTEMPTS,
  MAX_REFUSALS_PER_CANDIDATE,
  MAX_RETRY_AFTER_MS,
  RETRY_BASE_MS,
} from "../../../src/domain/run/policy.ts";
import { permanent, planOf, retryable, type Scenario, Simulation } from "../simulate.ts";

const TASK = 0;
const one = planOf({ [TASK]: [] });

/** A run that has its plan, with task 0 under way. */
function underWay(scenario: Partial<Scenario> = {}): Simulation {
  const run = new Simulation({ plan: one, ...scenario });
  run.succeed("plan");
  return run;
}

const task = (run: Simulation, id: TaskId = TASK) => {
  const work = run.state.tasks[id];
  if (!work) throw new Error(`No task ${id}`);
  return work;
};
const modelsTried = (run: Simulation): readonly string[] => task(run).attempts.map(({ model }) => model);

describe("a task whose model fails", () => {
  it("is tried again after a wait, three times in all, and then with the next candidate", () => {
    const run = underWay({ candidates: () => 2 });
    for (let failures = 1; failures < MAX_FAILURES_PER_CANDIDATE; failures++) {
      run.fail(TASK, retryable());
      expect(task(run)).toMatchObject({ status: "retrying", candidate: 0, failures, endedAt: null });
      run.wake();
      expect(task(run)).toMatchObject({ status: "running", retryAt: null });
    }
    run.fail(TASK, retryable());
    expect(task(run)).toMatchObject({ status: "running", candidate: 1, failures: 0 });
    expect(modelsTried(run)).toEqual(["model-0", "model-0", "model-0", "model-1"]);
  });

  it("is put off, and not blamed, as long as it was not called; and then the next candidate has its turn", () => {
    const run = underWay({ candidates: () => 2 });
    const refusal = { ...retryable(), notCalled: true } as const;
    run.fail(TASK, retryable());
    run.wake();
    for (let refusals = 1; refusals < MAX_REFUSALS_PER_CANDIDATE; refusals++) {
      run.fail(TASK, refusal);
      expect(task(run)).toMatchObject({ status: "retrying", candidate: 0, failures: 1 });
      run.wake();
    }
    expect(callsOf(run.state)).toHaveLength(1);
    run.fail(TASK, refusal);
    expect(task(run)).toMatchObject({ status: "running", candidate: 1, failures: 0 });
    run.fail(TASK, refusal);
    expect(task(run)).toMatchObject({ status: "retrying", candidate: 1, failures: 0 });
  });

  it("waits for a job of the same model that took all of an attempt", () => {
    const run = underWay({ candidates: () => 2 });
    const error = { ...retryable(), code: "timeout" } as const;
    run.deliver(TASK, { as: "failed", error }, 1, { open: true, resumed: false });
    expect(task(run)).toMatchObject({ status: "retrying", candidate: 0 });
  });

  it("is tried again after it took too long where the others are shut", () => {
    const leftAlone = (retryAfterMs: number) =>
      ({ ...retryable(), code: "provider-unavailable", notCalled: true, retryAfterMs }) as const;
    const run = underWay({ candidates: () => 2 });
    run.fail(TASK, leftAlone(5_000));
    run.fail(TASK, leftAlone(50_000));
    run.wake();
    expect(task(run)).toMatchObject({ status: "running", candidate: 0 });
    run.fail(TASK, { ...retryable(), code: "timeout" });
    expect(task(run)).toMatchObject({ status: "retrying", candidate: 0 });
  });

  it("goes on to the next candidate when it would be called too late", () => {
    const run = underWay({ candidates: () => 2 });
    run.fail(TASK, { ...retryable(), retryAfterMs: MAX_RETRY_AFTER_MS + 1, notCalled: true });
    expect(task(run)).toMatchObject({ status: "running", candidate: 1 });
  });

  it("runs on the next candidate at once when trying again is no use", () => {
    const run = underWay({ candidates: () => 3 });
    run.fail(TASK, permanent);
    run.fail(TASK, permanent);
    expect(modelsTried(run)).toEqual(["model-0", "model-1", "model-2"]);
    run.succeed(TASK);
    expect(task(run)).toMatchObject({ status: "succeeded", error: null });
  });

  it("fails with the last error when no candidate is left", () => {
    const run = underWay({ candidates: () => 2 });
    run.fail(TASK, permanent);
    const last = { ...permanent, message: "The second one failed too" };
    run.fail(TASK, last);
    expect(task(run)).toMatchObject({ status: "failed", error: last });
    expect(task(run).attempts.map(({ error }) => error?.message)).toEqual([permanent.message, last.message]);
  });

  it("waits at least as long as the provider asks", () => {
    const run = underWay();
    run.fail(TASK, retryable(20_000));
    expect(task(run).retryAt).toBe(run.now + 20_000);
    run.elapse(19_999);
    expect(task(run).status).toBe("retrying");
    run.elapse(1);
    expect(task(run).status).toBe("running");
  });

  it("does not come back sooner than by its own count when the provider asks for nothing", () => {
    const run = underWay();
    run.fail(TASK, retryable(0));
    expect(task(run).retryAt).toBeGreaterThanOrEqual(run.now + RETRY_BASE_MS / 2);
  });

  it("waits whole milliseconds when the provider names a fraction", () => {
    const run = underWay();
    run.fail(TASK, retryable(1_500.25));
    expect(task(run).retryAt).toBe(run.now + 1_501);
  });

  it.each([MAX_RETRY_AFTER_MS + 1, Number.POSITIVE_INFINITY, Number.NaN])(
    "goes to the next candidate at once when the provider asks for a wait of %d ms",
    (retryAfterMs) => {
      const run = underWay({ candidates: () => 2 });
      run.fail(TASK, retryable(retryAfterMs));
      expect(task(run)).toMatchObject({ status: "running", candidate: 1 });
    },
  );

  it("fails when the provider asks for too long a wait and no other candidate is left", () => {
    const run = underWay();
    run.fail(TASK, retryable(MAX_RETRY_AFTER_MS + 1));
    expect(task(run).status).toBe("failed");
  });
});

describe("an attempt that takes too long", () => {
  const timeoutMs = 10_000;

  it("is over when its deadline and the grace for a late outcome have passed, and not before", () => {
    const run = underWay({ timeoutMs });
    expect(task(run).deadline).toBe(run.now + timeoutMs);
    run.elapse(timeoutMs + DEADLINE_GRACE_MS - 1);
    expect(task(run).status).toBe("running");
    run.elapse(1);
    expect(task(run)).toMatchObject({ status: "retrying", failures: 1 });
    expect(task(run).attempts[0]?.error).toMatchObject({ code: "timeout", retryable: true });
  });

  it("is not given up before what ended while nobody listened had time to arrive", () => {
    const run = underWay({ timeoutMs });
    const listeningSince = run.now + 10 * timeoutMs;
    const at = (now: number) => decide(run.state, now, { timeoutMs: () => timeoutMs, listeningSince });
    expect(at(listeningSince)).toEqual({ commands: [], wakeAt: listeningSince + DEADLINE_GRACE_MS });
    expect(at(listeningSince + DEADLINE_GRACE_MS).commands).toMatchObject([{ event: { type: "task-retry" } }]);
  });

  it("wakes the run by itself", () => {
    const run = underWay({ timeoutMs });
    run.wake();
    expect(task(run).attempts[0]?.error?.code).toBe("timeout");
  });

  it("is its candidate's only one where there is another, and counts like any failure that may pass where there is none", () => {
    const run = underWay({ timeoutMs, candidates: () => 2 });
    while (task(run).status !== "failed") run.wake();
    expect(modelsTried(run)).toEqual(["model-0", "model-1", "model-1", "model-1"]);
  });

  it("is not waited for any longer: its late success changes nothing", () => {
    const run = underWay({ timeoutMs });
    run.wake();
    expect(run.deliver(TASK, run.success(TASK), 1)).toEqual([]);
    run.wake();
    expect(task(run).status).toBe("running");
    expect(run.deliver(TASK, run.success(TASK), 1)).toEqual([]);
    run.succeed(TASK);
    expect(task(run).status).toBe("succeeded");
  });

  it.each(["plan", "answer"] as const)("is repeated in the language step %s, and then given up", (step) => {
    const run = new Simulation({ plan: one });
    if (step === "answer") run.succeed("plan", TASK);
    for (let alarm = 0; alarm < 10 && !run.state.end; alarm++) run.wake();
    expect(run.state.end).toMatchObject({ status: step === "plan" ? "failed" : "partial", error: { code: "timeout" } });
    const { attempts } = step === "plan" ? run.state.planning : run.state.answering;
    expect(attempts).toHaveLength(MAX_FAILURES_PER_CANDIDATE);
  });
});

describe("an attempt of an embedded expert that vanishes with its process", () => {
  const isEmbedded = (_: TaskId, index: number): boolean => index < 2;
  const FILE = { from: "resource", resource: "res_hostile" } as const;
  const reading = (id: TaskId, args: Task["args"]): Task => ({ id, type: "text-generation", args });

  it("is not made again, by it or another one: a model elsewhere has its turn", () => {
    const run = underWay({ candidates: () => 3, isEmbedded });
    run.deliver(TASK, { as: "lost" });
    // A task without inputs works on nothing that another might choke on, so that only this expert is spent.
    expect(modelsTried(run)).toEqual(["model-0", "model-1"]);
    const fed = underWay({ plan: { tasks: [reading(TASK, { in: FILE })] }, candidates: () => 3, isEmbedded });
    fed.deliver(TASK, { as: "lost" });
    expect(modelsTried(fed)).toEqual(["model-0", "model-2"]);
    fed.succeed(TASK);
    expect(task(fed).status).toBe("succeeded");
  });

  it("fails the task where there is no other model, and says why", () => {
    const run = underWay({ candidates: () => 1, isEmbedded });
    run.deliver(TASK, { as: "lost" });
    expect(task(run)).toMatchObject({ status: "failed", lost: 0, error: { code: "attempt-lost", retryable: false } });
    expect(task(run).error?.message).toContain("The server ended while model-0 worked on this");
    expect(task(run).attempts).toHaveLength(1);
  });

  it.each<[string, Task["args"], boolean]>([
    ["the same file", { image: FILE }, true],
    [
      "the same file among others",
      { images: { from: "list", items: [{ ...FILE, resource: "res_other" }, FILE] } },
      true,
    ],
    ["a long literal that is the same", { text: { from: "literal", value: "x".repeat(2_000) } }, true],
    ["another file", { image: { ...FILE, resource: "res_other" } }, false],
    ["the same short parameter", { language: { from: "literal", value: "English" } }, false],
  ])("keeps other tasks of the run on %s from being tried in the server: %#", (_, args, isKept) => {
    const hostile = {
      in: FILE,
      text: { from: "literal", value: "x".repeat(2_000) },
      language: { from: "literal", value: "English" },
    } as const;
    const plan = { tasks: [reading(0, hostile), reading(1, args)] };
    const run = underWay({ plan, candidates: () => 1, isEmbedded, maxRunning: 1 });
    run.deliver(0, { as: "lost" });
    expect(task(run, 1).status).toBe(isKept ? "failed" : "running");
    if (isKept) expect(task(run, 1)).toMatchObject({ attempts: [], error: { code: "attempt-lost" } });
  });

  it("is not given to a second embedded expert where its short literals are all it works on", () => {
    const question = { from: "literal", value: "Why?" } as const;
    const other = { from: "literal", value: "When?" } as const;
    const plan = { tasks: [reading(0, { question }), reading(1, { question }), reading(2, { question: other })] };
    const run = underWay({ plan, candidates: () => 2, isEmbedded, maxRunning: 1 });
    run.deliver(0, { as: "lost" });
    expect([0, 1].map((id) => task(run, id).error?.code)).toEqual(["attempt-lost", "attempt-lost"]);
    expect(task(run, 2).status).toBe("running");
  });
});

describe("an attempt that vanishes with its process", () => {
  it("is made again at once by the same candidate, and counts as no failure of it", () => {
    const run = underWay({ candidates: () => 2 });
    run.deliver(TASK, { as: "lost" });
    expect(task(run)).toMatchObject({ status: "running", candidate: 0, failures: 0, lost: 1 });
    expect(task(run).attempts).toHaveLength(2);
  });

  it("is not made again the third time, as it may be what kills the process", () => {
    const run = underWay({ candidates: () => 3 });
    for (let losses = 0; losses < MAX_LOST_ATTEMPTS; losses++) run.deliver(TASK, { as: "lost" });
    expect(task(run)).toMatchObject({ status: "failed", error: { code: "attempt-lost" } });
  });

  it("counts over all candidates together", () => {
    const run = underWay({ candidates: () => 2 });
    run.deliver(TASK, { as: "lost" });
    run.deliver(TASK, { as: "lost" });
    run.fail(TASK, permanent);
    expect(task(run)).toMatchObject({ status: "running", candidate: 1, lost: 2 });
    run.deliver(TASK, { as: "lost" });
    expect(task(run)).toMatchObject({ status: "failed", error: { code: "attempt-lost" } });
  });

  it("does not lose what the runner still holds: its outcome counts after the crash", () => {
    const run = underWay();
    run.crash(() => false);
    run.succeed(TASK);
    expect(task(run)).toMatchObject({ status: "succeeded" });
    expect(task(run).attempts).toHaveLength(1);
  });
});

describe("an outcome", () => {
  it("is recorded once, however often it is told", () => {
    const run = underWay();
    const { now } = run;
    const outcome = { work: TASK, attempt: 1, result: run.success(TASK) };
    expect(outcomeEvents(run.state, outcome, now).map(({ type }) => type)).toEqual(["task-end"]);
    run.succeed(TASK);
    expect(outcomeEvents(run.state, outcome, now)).toEqual([]);
  });

  it.each([
    ["of an attempt that has not begun", TASK, 2],
    ["of attempt 0", TASK, 0],
    ["of a task that is not in the plan", 99, 1],
    ["of an answer before its time", "answer", 1],
    ["of the planning that is over", "plan", 1],
  ] as const)("%s changes nothing", (_, work, attempt) => {
    const run = underWay();
    expect(outcomeEvents(run.state, { work, attempt, result: run.success(work) }, run.now)).toEqual([]);
    expect(isUnderWay(run.state, work, attempt)).toBe(false);
  });

  it("of the wrong sort for its work is a bug and says so", () => {
    const run = underWay();
    const result = { as: "answered", text: "Hello" } as const;
    expect(() => outcomeEvents(run.state, { work: TASK, attempt: 1, result }, run.now)).toThrow(/does not belong to 0/);
  });
});

describe("an answer that breaks off", () => {
  it("starts afresh: what was said before is not said twice", () => {
    const run = underWay();
    run.succeed(TASK);
    run.progress({ work: "answer", attempt: 1, lost: false }, "The first h");
    expect(run.state.answer).toBe("The first h");
    run.fail("answer", retryable());
    expect(run.state).toMatchObject({ answer: "", answering: { status: "retrying" } });
    run.wake();
    expect(run.state.answering.status).toBe("running");
    run.progress({ work: "answer", attempt: 1, lost: false }, "alf of it");
    expect(run.state.answer).toBe("");
    run.succeed("answer");
    expect(run.state).toMatchObject({ answer: "Here it is.", end: { status: "succeeded", error: null } });
    expect(run.state.answering).toMatchObject({ status: "succeeded", error: null });
  });
});
