import { describe, expect, it } from "vitest";
import type { EventBody, RunEvent } from "../../../src/domain/events.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { apply } from "../../../src/domain/run/apply.ts";
import { requestApproval } from "../../../src/domain/run/requests.ts";
import { EPOCH_MS, planOf, Simulation } from "../simulate.ts";

const started: RunEvent = {
  seq: 1,
  at: EPOCH_MS,
  type: "run-start",
  data: { run: "run_1", text: "Do it", attached: [], approval: "none", budget: { timeMs: 1_000 } },
};

const fetched = (id: string): Resource => ({
  id,
  name: "page.html",
  kind: "document",
  mediaType: "text/html",
  bytes: 1,
  sha256: "00",
  createdAt: EPOCH_MS,
  origin: { by: "url", url: `https://example.org/${id}` },
});

describe("the log of a run", () => {
  it("begins with its start", () => {
    expect(() => apply(null, { seq: 1, at: EPOCH_MS, type: "run-pause", data: {} })).toThrow(/begins with run-pause/);
  });

  it("starts only once", () => {
    expect(() => apply(apply(null, started), started)).toThrow("Run run_1 started twice");
  });

  it("tells when the run started, and how far it has been read", () => {
    const state = apply(apply(null, started), { seq: 2, at: EPOCH_MS + 5, type: "run-pause", data: {} });
    expect(state).toMatchObject({
      id: "run_1",
      text: "Do it",
      seq: 2,
      startedAt: EPOCH_MS,
      usedMs: 5,
      waitingSince: EPOCH_MS + 5,
    });
  });

  it("keeps what every planning fetched, also when an edited plan is planned again", () => {
    const plan = planOf({ 0: [] });
    const run = new Simulation({ plan, approval: "plan" });
    const result = run.success("plan");
    if (result.as !== "planned") throw new Error("Planning gave no plan");
    run.deliver("plan", { ...result, fetched: [fetched("res_1")] });
    run.request(requestApproval(run.state, { planVersion: 1, decision: "approve", plan }));
    run.deliver("plan", { ...result, fetched: [fetched("res_2")] });
    expect(run.state.fetched.map(({ id }) => id)).toEqual(["res_1", "res_2"]);
  });

  it("tells the last progress of a task until its attempt is over", () => {
    const run = new Simulation({ plan: planOf({ 0: [] }) });
    run.succeed("plan");
    const say = (progress: { note: string; fraction?: number }): void => {
      const event: EventBody = { type: "task-progress", data: { task: 0, attempt: 1, ...progress } };
      run.record([event]);
    };
    say({ note: "half", fraction: 0.5 });
    expect(run.state.tasks[0]?.progress).toStrictEqual({ note: "half", fraction: 0.5 });
    say({ note: "nearly" });
    expect(run.state.tasks[0]?.progress).toStrictEqual({ note: "nearly" });
    run.succeed(0);
    expect(run.state.tasks[0]?.progress).toBeNull();
  });
});
