import { describe, expect, test } from "vitest";
import type { RunView, TaskView } from "../../../../src/client/client.ts";
import type { Failure } from "../../../../src/domain/errors.ts";
import { criticalPathSoFar } from "../../../../web/plan/timeline/critical-path.ts";
import { endOf, rowsOf, sideBySide } from "../../../../web/plan/timeline/rows.ts";
import { scaleOf } from "../../../../web/plan/timeline/scale.ts";
import { afterEvent } from "../../../../web/plan/timeline/steps.ts";
import { BEGUN_RUN } from "../../begun-run.ts";

const ZERO = Date.parse("2026-01-01T00:00:00.000Z");
const at = (ms: number): string => new Date(ZERO + ms).toISOString();
const LATER: Failure = { code: "provider-unavailable", message: "busy", retryable: true };

/** A task whose attempts ran from when to when; null for one that goes on or was lost. */
const task = (
  id: number,
  dep: readonly number[],
  times: readonly (readonly [number, number | null])[],
  { status = "succeeded", ...rest }: Partial<TaskView> = {},
): TaskView => {
  const last = times.at(-1)?.[1] ?? null;
  return {
    id,
    task: "any",
    title: `Do ${id}`,
    dep,
    args: {},
    status,
    candidates: [],
    attempts: times.map(([from, to], index) => ({
      number: index + 1,
      model: "embedded:canny",
      startedAt: at(from),
      durationMs: to === null ? null : to - from,
      ...(index < times.length - 1 ? { error: LATER } : {}),
    })),
    outputs: {},
    notes: [],
    usage: { usd: 0, unpricedCalls: 0 },
    startedAt: times[0] ? at(times[0][0]) : null,
    endedAt: last === null ? null : at(last),
    ...rest,
  };
};

const run = (tasks: readonly TaskView[], endedAfter: number | null): RunView => ({
  ...BEGUN_RUN,
  status: endedAfter === null ? "running" : "succeeded",
  createdAt: at(0),
  endedAt: endedAfter === null ? null : at(endedAfter),
  planVersion: 1,
  tasks,
});

describe("rows", () => {
  test("have a bar an attempt, in time since the run began", () => {
    const [row] = rowsOf(
      run(
        [
          task(
            0,
            [-1],
            [
              [100, 300],
              [500, 900],
            ],
          ),
        ],
        1_000,
      ),
      [],
      0,
    );
    expect(row?.bars).toMatchObject([
      { from: 100, to: 300, look: "failed", isOpen: false, words: "canny (embedded), failed: busy" },
      { from: 500, to: 900, look: "done", isOpen: false, words: "attempt 2 on canny (embedded), done" },
    ]);
  });

  test("grow with what goes on", () => {
    const live = run([task(0, [-1], [[100, null]], { status: "running" })], null);
    expect(rowsOf(live, [], ZERO + 750)[0]?.bars).toMatchObject([
      { from: 100, to: 750, isOpen: true, look: "running" },
    ]);
    // A clock that is behind the server's shows nothing negative.
    expect(rowsOf(live, [], ZERO - 5_000)[0]?.bars).toMatchObject([{ from: 100, to: 100 }]);
  });

  test("have nothing that goes on in a run that is over, whatever the clock says", () => {
    const over = run([task(0, [-1], [[100, null]], { status: "cancelled" })], 1_000);
    const steps = [{ name: "Paused", from: ZERO + 500, to: null }] as const;
    expect(rowsOf(over, steps, ZERO + 60_000).map(({ bars }) => bars[0])).toMatchObject([
      { from: 100, to: 1_000, isOpen: false, look: "cancelled" },
      { from: 500, to: 1_000, isOpen: false, words: "" },
    ]);
  });

  test("end an attempt that was lost where the next one began", () => {
    const [row] = rowsOf(
      run(
        [
          task(
            0,
            [-1],
            [
              [100, null],
              [400, 600],
            ],
          ),
        ],
        1_000,
      ),
      [],
      0,
    );
    expect(row?.bars).toMatchObject([
      { from: 100, to: 400, look: "failed", isOpen: false },
      { from: 400, to: 600 },
    ]);
  });

  test("have planning first and answering last, and one for a task that has not run", () => {
    const steps = [
      { name: "Planning", from: ZERO, to: ZERO + 90 },
      { name: "Answering", from: ZERO + 900, to: null },
    ] as const;
    const rows = rowsOf(run([task(0, [-1], [], { status: "skipped" })], null), steps, ZERO + 950);
    expect(rows.map(({ name, task: id, bars }) => [name, id, bars.length])).toEqual([
      ["Planning", null, 1],
      ["Do 0", 0, 0],
      ["Answering", null, 1],
    ]);
    expect(rows[2]?.bars).toMatchObject([{ from: 900, to: 950, isOpen: true }]);
    expect(endOf(rows)).toBe(950);
  });

  test("say how many tasks ran side by side; what begins where another ends does not", () => {
    const rows = rowsOf(
      run([task(0, [-1], [[0, 100]]), task(1, [0], [[100, 400]]), task(2, [0], [[100, 300]])], 500),
      [],
      0,
    );
    expect(sideBySide(rows)).toEqual({ most: 2, workMs: 600 });
    expect(sideBySide([])).toEqual({ most: 0, workMs: 0 });
  });
});

describe("the critical path", () => {
  const diamond = [
    task(0, [-1], [[0, 100]]),
    task(1, [0], [[100, 200]]),
    task(2, [0], [[100, 500]]),
    task(3, [1, 2], [[500, 600]]),
    task(4, [0], [[100, 450]]),
  ];

  test("goes back from what ended last, over what ended last of what that took from", () => {
    expect(criticalPathSoFar(diamond, 0)).toEqual([0, 2, 3]);
  });

  test("ends with what still runs", () => {
    const live = [...diamond.slice(0, 4), task(4, [1], [[200, null]], { status: "running" })];
    expect(criticalPathSoFar(live, ZERO + 700)).toEqual([0, 1, 4]);
  });

  test("has no task that never ran", () => {
    expect(
      criticalPathSoFar([task(0, [-1], [[0, 100]]), task(1, [0], [], { status: "skipped", endedAt: at(100) })], 0),
    ).toEqual([0]);
    expect(criticalPathSoFar([], 0)).toEqual([]);
  });

  test("ends where a circle begins", () => {
    expect(criticalPathSoFar([task(0, [1], [[0, 100]]), task(1, [0], [[0, 90]])], 0)).toEqual([1, 0]);
  });
});

describe("the axis", () => {
  test.each([
    [0, 5, 100, ["0", "20 ms", "40 ms", "60 ms", "80 ms", "100 ms"]],
    [950, 5, 1_000, ["0", "200 ms", "400 ms", "600 ms", "800 ms", "1 s"]],
    [3_400, 4, 4_000, ["0", "1 s", "2 s", "3 s", "4 s"]],
    [61_000, 6, 75_000, ["0", "15 s", "30 s", "45 s", "1 min", "1 min 15 s"]],
    [3_400, 0.2, 5_000, ["0", "5 s"]],
  ])("of %d ms with room for %d steps spans %d", (until, room, span, words) => {
    const scale = scaleOf(until, room);
    expect(scale.span).toBe(span);
    expect(scale.ticks.map((tick) => tick.words)).toEqual(words);
  });

  test("has a place for each moment, and none outside", () => {
    const { place } = scaleOf(1_000, 5);
    expect([place(-50), place(0), place(500), place(1_000), place(9_000)]).toEqual([0, 0, 50, 100, 100]);
  });

  test("bears a run of weeks", () => {
    const { ticks } = scaleOf(30 * 24 * 3_600_000, 5);
    expect(ticks.length).toBeLessThanOrEqual(6);
  });
});

test("events tell when a run planned, waited and answered", () => {
  const events = [
    { type: "run-start", at: 0 },
    { type: "plan-start", at: 1 },
    { type: "plan-start", at: 5 },
    { type: "selection-end", at: 9 },
    { type: "approval-required", at: 9 },
    { type: "approval-given", at: 40 },
    { type: "task-start", at: 41 },
    { type: "answer-start", at: 80 },
    { type: "run-end", at: 99 },
  ] as const;
  expect(events.reduce(afterEvent, [])).toEqual([
    { name: "Planning", from: 1, to: 9 },
    { name: "Your approval", from: 9, to: 40 },
    { name: "Answering", from: 80, to: 99 },
  ]);
});
