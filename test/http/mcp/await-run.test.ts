import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import type { EventBody, RunEvent } from "../../../src/domain/events.ts";
import { ProgressCounter } from "../../../src/http/mcp/await-run.ts";

const dispatch = { attempt: 1, deadline: 0, shard: 0 };
const plan = { tasks: [0, 1, 2].map((number) => ({ id: number, type: "summarization", args: {} })) };
const BODIES: readonly EventBody[] = [
  { type: "plan-start", data: dispatch },
  {
    type: "plan-end",
    data: {
      ...{ attempt: 1, version: 1, controller: "embedded", fetched: [], referenced: [], durationMs: 1 },
      planned: { as: "plan", plan, notes: [] },
    },
  },
  { type: "task-start", data: { ...dispatch, task: 0, provider: "custom", model: "a" } },
  { type: "task-progress", data: { task: 0, attempt: 1, note: "half-way", fraction: 0.5 } },
  {
    type: "task-retry",
    data: { task: 0, attempt: 1, error: failure("timeout", "slow", true), lost: false, next: false, retryAt: 0 },
  },
  { type: "task-end", data: { task: 0, attempt: 1, status: "succeeded", outputs: {}, notes: [] } },
  { type: "answer-start", data: dispatch },
  { type: "answer-delta", data: { attempt: 1, text: "word" } },
];

const eventsOf = (bodies: readonly EventBody[]): readonly RunEvent[] =>
  bodies.map((body, index) => ({ ...body, seq: index + 1, at: 0 }));
const told = (bodies: readonly EventBody[]) => {
  const counter = new ProgressCounter();
  return eventsOf(bodies).flatMap((event) => counter.after(event)?.progress ?? []);
};

describe("progress", () => {
  it("only ever grows, whatever happens in whatever order", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...BODIES), { maxLength: 200 }), (bodies) => {
        const numbers = told(bodies).map(({ progress }) => progress);
        expect(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))).toBe(true);
      }),
    );
  });

  it("counts planning, tasks and answer once the plan is known", () => {
    const totals = told(BODIES).map(({ total, message }) => [total, message]);
    expect(totals[0]).toEqual([undefined, "Planning"]);
    expect(totals[1]).toEqual([5, "Planned: summarization, summarization, summarization"]);
    expect(totals.map(([, message]) => message)).toContain("Task 1: half-way");
  });

  it("tells that planning is tried again, as it tells it of a task", () => {
    const again = { attempt: 1, error: failure("timeout", "slow", true), lost: false, next: false, retryAt: 0 };
    const works = ["plan", 1] as const;
    expect(
      told(works.map((task) => ({ type: "task-retry", data: { task, ...again } }))).map(({ message }) => message),
    ).toEqual(["Planning is tried again: slow", "Task 2 is tried again: slow"]);
  });

  it("is bounded in number and in words", () => {
    const [note] = BODIES.filter(({ type }) => type === "task-progress");
    expect(told(Array.from({ length: 5_000 }, () => note).flatMap((one) => one ?? []))).toHaveLength(500);
    const data = { task: 0, attempt: 1, note: "x".repeat(10_000) };
    expect(told([{ type: "task-progress", data }])[0]?.message.length).toBe(201);
  });

  it("is as severe in the log as what happened", () => {
    const failed: EventBody = {
      type: "task-end",
      data: { task: 0, attempt: 1, status: "failed", outputs: {}, notes: [], error: failure("timeout", "slow", true) },
    };
    const counter = new ProgressCounter();
    const levels = eventsOf([...BODIES, failed]).flatMap((event) => counter.after(event)?.level ?? []);
    expect(levels).toEqual(["info", "info", "info", "debug", "warning", "info", "info", "error"]);
  });
});
