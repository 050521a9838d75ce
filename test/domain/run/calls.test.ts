import { describe, expect, it } from "vitest";
import { failure, isErrorCode } from "../../../src/domain/errors.ts";
import { callsOf } from "../../../src/domain/run/calls.ts";
import { planOf, Simulation } from "../simulate.ts";

const planned = (dependencies: Record<number, readonly number[]>): Simulation => {
  const run = new Simulation({ plan: planOf(dependencies) });
  run.succeed("plan");
  return run;
};

const BLAMED = ["provider-unavailable", "provider-rejected", "rate-limited", "timeout", "unsafe-url", "misconfigured"];
const NOT_BLAMED = ["invalid-request", "unsupported-input", "unreadable-resource", "cancelled", "attempt-lost"];

describe("the calls that a run made", () => {
  it("name the endpoint and task type, and how long they took", () => {
    const run = planned({ 0: [] });
    run.elapse(1_500);
    run.succeed(0);
    const [attempt] = run.state.tasks[0]?.attempts ?? [];
    expect(callsOf(run.state)).toEqual([
      {
        provider: attempt?.provider,
        model: attempt?.model,
        taskType: run.state.plan?.tasks[0]?.type,
        id: `${run.state.id.slice(-16)}:0:1`,
        at: attempt?.endedAt,
        tookMs: 1_500,
      },
    ]);
  });

  it("name the version of the endpoint that was chosen, so that its successor is not judged by them", () => {
    const run = planned({ 0: [] });
    run.succeed(0);
    const chosen = run.state.selection?.[0];
    if (!chosen) throw new Error("Nothing was chosen");
    const candidates = chosen.candidates.map((one) => ({ ...one, version: "v1" }));
    expect(callsOf({ ...run.state, selection: { 0: { ...chosen, candidates } } })).toMatchObject([{ version: "v1" }]);
  });

  it("hold none of what never ran or still runs", () => {
    const run = planned({ 0: [], 1: [0] });
    expect(callsOf(run.state)).toEqual([]);
  });

  it.each([...BLAMED, "internal"])("count a failure with %s", (code) => {
    if (!isErrorCode(code)) throw new Error(`There is no ${code}`);
    const run = planned({ 0: [] });
    run.fail(0, failure(code, "It failed"));
    expect(callsOf(run.state)).toMatchObject([{ tookMs: null }]);
  });

  it.each(NOT_BLAMED)("leave out a failure with %s, which says nothing of the endpoint", (code) => {
    if (!isErrorCode(code)) throw new Error(`There is no ${code}`);
    const run = planned({ 0: [] });
    run.fail(0, failure(code, "It failed"));
    expect(run.state.tasks[0]?.attempts[0]?.error?.code).toBe(code);
    expect(callsOf(run.state)).toEqual([]);
  });
});
