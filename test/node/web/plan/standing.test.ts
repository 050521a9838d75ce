import { describe, expect, test } from "vitest";
import type { RunStatus, WorkStatus } from "../../../../src/domain/run/state.ts";
import { flowOf, standings } from "../../../../web/plan/graph/standing.ts";
import type { ShownStatus } from "../../../../web/ui/status.tsx";

const task = (id: number, status: WorkStatus, dep: readonly number[] = [-1]) => ({
  id,
  task: "any",
  dep,
  args: {},
  status,
});

describe("a task that waits", () => {
  const cases: readonly (readonly [string, WorkStatus, RunStatus, ShownStatus])[] = [
    ["is ready once what it takes from has succeeded", "succeeded", "running", "ready"],
    ["waits while that runs", "running", "running", "waiting"],
    ["waits when that failed", "failed", "running", "waiting"],
    ["waits while a person is asked", "succeeded", "awaiting-approval", "waiting"],
    ["waits while the run is paused", "succeeded", "paused", "waiting"],
  ];
  test.each(cases)("%s", (_, first, run, shown) => {
    expect(standings([task(0, first), task(1, "waiting", [0])], run).get(1)).toBe(shown);
  });

  test("for nothing is ready at once", () => {
    expect(standings([task(0, "waiting")], "running").get(0)).toBe("ready");
  });
});

test("another status stands as it is, and none where nobody runs it", () => {
  const planned = { id: 1, task: "any", dep: [-1], args: {} };
  expect([...standings([task(0, "retrying"), planned]).values()]).toEqual(["retrying", null]);
});

describe("an edge", () => {
  const cases: readonly (readonly [ShownStatus | null, ShownStatus | null, string])[] = [
    [null, null, "idle"],
    ["running", "waiting", "idle"],
    ["succeeded", "ready", "passed"],
    ["succeeded", "running", "feeding"],
    ["succeeded", "retrying", "feeding"],
    ["succeeded", "succeeded", "passed"],
    ["failed", "skipped", "broken"],
    ["succeeded", "skipped", "broken"],
    ["succeeded", "failed", "passed"],
    ["cancelled", "cancelled", "broken"],
  ];
  test.each(cases)("from %s to %s is %s", (from, to, flow) => {
    expect(flowOf(from, to)).toBe(flow);
  });
});
