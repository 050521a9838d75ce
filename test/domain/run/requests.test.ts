import { describe, expect, it } from "vitest";
import { MAX_WAIT_FOR_PERSON_MS } from "../../../src/domain/run/policy.ts";
import {
  type ApprovalRequest,
  requestApproval,
  requestCancel,
  requestPause,
  requestResume,
} from "../../../src/domain/run/requests.ts";
import { statusOf } from "../../../src/domain/run/state.ts";
import { permanent, planOf, retryable, type Scenario, Simulation } from "../simulate.ts";

const plan = planOf({ 0: [], 1: [0] });
const edited = planOf({ 5: [] });
const DAY_MS = 24 * 60 * 60_000;

function planned(scenario: Partial<Scenario> = {}): Simulation {
  const run = new Simulation({ plan, ...scenario });
  run.succeed("plan");
  return run;
}

const awaiting = (scenario: Partial<Scenario> = {}): Simulation => planned({ approval: "plan", ...scenario });

const approve = (run: Simulation, request: Partial<ApprovalRequest> = {}) =>
  run.request(requestApproval(run.state, { planVersion: 1, decision: "approve", ...request }));

const types = (run: Simulation): readonly string[] => run.log.map(({ type }) => type);

describe("a run that asks for approval", () => {
  it("waits with its plan, and runs it once that is approved", () => {
    const run = awaiting();
    expect(statusOf(run.state)).toBe("awaiting-approval");
    expect(run.inFlight).toEqual([]);
    expect(approve(run)).toBeNull();
    expect(statusOf(run.state)).toBe("running");
    expect(run.state.tasks[0]?.status).toBe("running");
    expect(run.state.planVersion).toBe(1);
  });

  it("plans an edited plan again, as version 2, and runs that without asking again", () => {
    const run = awaiting();
    expect(approve(run, { plan: edited })).toBeNull();
    expect(run.state).toMatchObject({ planVersion: 2, plan: edited, selection: null });
    expect(statusOf(run.state)).toBe("planning");
    expect(run.inFlight).toMatchObject([{ work: "plan", attempt: 2 }]);
    run.succeed("plan");
    expect(run.state.planVersion).toBe(2);
    expect(Object.keys(run.state.tasks)).toEqual(["5"]);
    expect(run.state.tasks[5]?.status).toBe("running");
    expect(types(run).filter((type) => type === "approval-required")).toHaveLength(1);
    run.succeed(5, "answer");
    expect(run.state.end?.status).toBe("succeeded");
  });

  it("hears no outcome of the first planning for the second", () => {
    const run = awaiting();
    approve(run, { plan: edited });
    expect(run.deliver("plan", run.success("plan"), 1)).toEqual([]);
  });

  it.each([
    ["failed", { as: "failed", error: permanent }, { status: "failed", error: permanent }],
    ["reply", { as: "reply", text: "Hello" }, { status: "succeeded", error: null }],
    ["ask", { as: "ask", text: "Which file?" }, { status: "succeeded", error: null }],
  ] as const)("skips every task of an edited plan whose planning came to: %s", (_, as, end) => {
    const run = awaiting({ planned: { fromAttempt: 2, as } });
    approve(run, { plan: edited });
    run.succeed("plan");
    expect(run.state.end).toEqual(end);
    expect(run.state.tasks[5]).toMatchObject({ status: "skipped" });
  });

  it("is cancelled when the plan is rejected", () => {
    const run = awaiting();
    expect(approve(run, { decision: "reject" })).toBeNull();
    expect(run.state).toMatchObject({ answer: "The plan was rejected", end: { status: "cancelled" } });
    expect(run.state.tasks).toMatchObject({ 0: { status: "cancelled" }, 1: { status: "cancelled" } });
  });

  it.each([0, 2, -1, Number.NaN])("refuses a decision on version %d when the plan is version 1", (planVersion) => {
    const run = awaiting();
    for (const decision of ["approve", "reject"] as const) {
      expect(approve(run, { planVersion, decision })).toMatchObject({ code: "stale-plan", retryable: false });
    }
    expect(statusOf(run.state)).toBe("awaiting-approval");
  });

  it("takes a repeated approval as said, also when the run is over", () => {
    const run = awaiting();
    approve(run);
    const before = run.log.length;
    expect(approve(run)).toBeNull();
    expect(run.log).toHaveLength(before);
    run.succeed(0, 1, "answer");
    expect(approve(run)).toBeNull();
  });

  it("takes a repeated approval of an edited plan as said", () => {
    const run = awaiting();
    approve(run, { plan: edited });
    const before = run.log.length;
    expect(approve(run, { plan: edited })).toBeNull();
    expect(run.log).toHaveLength(before);
  });

  it.each([
    ["a plan edited after its approval", { plan: edited }],
    ["a rejection after the approval", { decision: "reject" }],
  ] as const)("refuses %s, as it would be dropped in silence", (_, request) => {
    const run = awaiting();
    approve(run);
    expect(approve(run, request)).toMatchObject({ code: "conflict" });
  });

  it("refuses to approve version 1 when an edit of it was approved", () => {
    const run = awaiting();
    approve(run, { plan: edited });
    expect(approve(run)).toMatchObject({ code: "stale-plan" });
  });

  it.each(["approve", "reject"] as const)("refuses to %s what is over", (decision) => {
    const run = awaiting();
    run.request(requestCancel(run.state));
    expect(approve(run, { decision })).toEqual({
      code: "conflict",
      message: "The run is already cancelled",
      retryable: false,
    });
  });

  it("refuses an approval that nobody asked for", () => {
    expect(approve(planned())).toMatchObject({ code: "conflict" });
    expect(approve(new Simulation({ plan, approval: "plan" }), { planVersion: 0 })).toMatchObject({ code: "conflict" });
  });
});

describe("a pause", () => {
  it("starts nothing new, lets what runs come to its end, and goes on from there", () => {
    const run = planned();
    run.request(requestPause(run.state));
    expect(statusOf(run.state)).toBe("paused");
    run.succeed(0);
    expect(run.state.tasks).toMatchObject({ 0: { status: "succeeded" }, 1: { status: "waiting" } });
    expect(run.inFlight).toEqual([]);
    run.request(requestResume(run.state));
    expect(run.state.tasks[1]?.status).toBe("running");
  });

  it.each(["plan", "answer"] as const)("holds at any moment: during the step %s", (step) => {
    const run = new Simulation({ plan: planOf({}) });
    if (step === "answer") run.succeed("plan");
    run.request(requestPause(run.state));
    run.deliver(step, { as: "lost" });
    expect(run.inFlight).toEqual([]);
    run.request(requestResume(run.state));
    expect(run.inFlight).toMatchObject([{ work: step, attempt: 2 }]);
  });

  it("rings no alarm for a retry that it holds back", () => {
    const run = planned();
    run.fail(0, retryable());
    expect(run.wakeAt).toBe(run.state.tasks[0]?.retryAt);
    run.request(requestPause(run.state));
    expect(run.wakeAt).toBe(run.now + MAX_WAIT_FOR_PERSON_MS);
    run.elapse(DAY_MS);
    expect(run.state.tasks[0]?.status).toBe("retrying");
    run.request(requestResume(run.state));
    expect(run.state.tasks[0]?.status).toBe("running");
  });

  it("comes before the question for approval, not instead of it", () => {
    const run = new Simulation({ plan, approval: "plan" });
    run.request(requestPause(run.state));
    run.succeed("plan");
    expect(statusOf(run.state)).toBe("paused");
    run.request(requestResume(run.state));
    expect(statusOf(run.state)).toBe("awaiting-approval");
  });

  it("can be lifted and set again, each time once", () => {
    const run = planned();
    expect(requestResume(run.state)).toEqual({ ok: true, value: [] });
    run.request(requestPause(run.state));
    expect(requestPause(run.state)).toEqual({ ok: true, value: [] });
    run.request(requestResume(run.state));
    expect(requestResume(run.state)).toEqual({ ok: true, value: [] });
  });

  it.each([requestPause, requestResume])("of a run that is over is refused", (request) => {
    const run = planned();
    run.request(requestCancel(run.state));
    expect(request(run.state)).toMatchObject({ ok: false, error: { code: "conflict" } });
  });
});

describe("cancelling", () => {
  it("ends every open task and the run at once, and hears no outcome afterwards", () => {
    const run = planned();
    run.request(requestCancel(run.state, "Changed my mind"));
    expect(run.state).toMatchObject({
      answer: "Changed my mind",
      end: { status: "cancelled", error: { code: "cancelled" } },
    });
    expect(run.state.tasks).toMatchObject({ 0: { status: "cancelled" }, 1: { status: "cancelled" } });
    expect(run.deliver(0, run.success(0), 1)).toEqual([]);
    expect(run.wakeAt).toBeNull();
  });

  it("keeps what was done", () => {
    const run = planned();
    run.succeed(0);
    run.request(requestCancel(run.state));
    expect(run.state.tasks).toMatchObject({ 0: { status: "succeeded" }, 1: { status: "cancelled" } });
    expect(run.state.planning).toMatchObject({ status: "succeeded", error: null });
  });

  it("leaves no step open: neither planning nor answering", () => {
    const early = new Simulation({ plan });
    early.request(requestCancel(early.state));
    expect(early.state.planning).toMatchObject({
      status: "cancelled",
      deadline: null,
      attempts: [{ endedAt: early.now }],
    });
    const late = planned();
    late.succeed(0, 1);
    late.request(requestCancel(late.state));
    expect(late.state.answering).toMatchObject({ status: "cancelled", deadline: null });
  });

  it("twice before the run has heard of it is cancelling once", () => {
    const run = planned();
    run.record([{ type: "run-cancel", data: { reason: "First" } }]);
    expect(requestCancel(run.state, "Second")).toEqual({ ok: true, value: [] });
  });

  it("leaves what is over as it ended", () => {
    const run = planned();
    run.succeed(0, 1, "answer");
    expect(requestCancel(run.state)).toEqual({ ok: true, value: [] });
    expect(run.state.end?.status).toBe("succeeded");
  });
});

describe("a wait for a person", () => {
  it.each([
    ["approval", () => awaiting()],
    [
      "the end of a pause",
      () => {
        const run = planned();
        run.request(requestPause(run.state));
        run.succeed(0);
        return run;
      },
    ],
  ] as const)("for %s lasts a week, and then the run is cancelled", (_, waiting) => {
    const run = waiting();
    expect(run.wakeAt).toBe(run.now + MAX_WAIT_FOR_PERSON_MS);
    run.elapse(MAX_WAIT_FOR_PERSON_MS - 1);
    expect(run.state.end).toBeNull();
    run.wake();
    expect(run.state).toMatchObject({ answer: "Nobody answered in a week", end: { status: "cancelled" } });
  });

  it.each([
    ["a pause while it waits for approval", () => awaiting(), requestPause],
    [
      "a resume while it waits for approval",
      () => {
        const run = awaiting();
        run.request(requestPause(run.state));
        return run;
      },
      requestResume,
    ],
    [
      "an approval while it is paused",
      () => {
        const run = awaiting();
        run.request(requestPause(run.state));
        return run;
      },
      (state: Simulation["state"]) => requestApproval(state, { planVersion: 1, decision: "approve" }),
    ],
  ] as const)("counts from the last thing a person did: %s", (_, waiting, request) => {
    const run = waiting();
    run.elapse(6 * DAY_MS);
    run.request(request(run.state));
    run.elapse(6 * DAY_MS);
    expect(run.state.end).toBeNull();
    run.elapse(DAY_MS);
    expect(run.state.end?.status).toBe("cancelled");
  });
});
