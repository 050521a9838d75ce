import { describe, expect, it } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import type { EventBody, RunEvent } from "../../../src/domain/events.ts";
import { ProgressLines } from "../../../src/http/openai/progress.ts";

const plan = { tasks: [{ id: 0, type: "summarization", args: {} }] };
const EVENTS: readonly EventBody[] = [
  { type: "plan-start", data: { attempt: 1, deadline: 0, shard: 0 } },
  {
    type: "plan-end",
    data: {
      ...{ attempt: 1, version: 1, controller: "embedded", fetched: [], referenced: [], durationMs: 1 },
      planned: { as: "plan", plan, notes: [] },
    },
  },
  {
    type: "task-start",
    data: { attempt: 1, deadline: 0, shard: 0, task: 0, provider: "embedded", model: "impresario/summary-minilm" },
  },
  { type: "task-progress", data: { task: 0, attempt: 1, note: "half\n\n> done" } },
  {
    type: "task-retry",
    data: { task: 0, attempt: 1, error: failure("timeout", "It took too long"), lost: false, next: true, retryAt: 0 },
  },
  { type: "task-end", data: { task: 0, attempt: 1, status: "succeeded", outputs: {}, notes: [] } },
  { type: "answer-start", data: { attempt: 1, deadline: 0, shard: 0 } },
  { type: "answer-delta", data: { attempt: 1, text: "Bees" } },
  { type: "run-end", data: { status: "succeeded", answer: "Bees" } },
];
const numbered = (body: EventBody, at: number): RunEvent => ({ ...body, seq: at + 1, at });

describe("how far a run is", () => {
  it("is told in a line for each event that says something", () => {
    const lines = new ProgressLines();
    expect(EVENTS.map(numbered).flatMap((event) => lines.after(event) ?? [])).toEqual([
      "Planned: summarization (task 1)",
      "summarization (task 1) on embedded:impresario/summary-minilm",
      "summarization (task 1): half › done",
      "summarization (task 1): It took too long; the next model is asked",
      "summarization (task 1) succeeded",
      "Answering",
    ]);
  });

  it("is told without links and pictures, whatever a tool says of its work", () => {
    const note = "![x](https://evil.example/?q=1) <img src=x> `[a][b]`";
    const event = { type: "task-progress", data: { task: 0, attempt: 1, note } } as const;
    expect(new ProgressLines().after(numbered(event, 0))).toBe(
      "task (task 1): !(x)(https://evil.example/?q=1) ‹img src=x› '(a)(b)'",
    );
  });

  it("is told in short lines, and not for ever", () => {
    const lines = new ProgressLines();
    const note = { type: "task-progress", data: { task: 0, attempt: 1, note: "x".repeat(10_000) } } as const;
    const told = Array.from({ length: 1_000 }, (_, at) => lines.after(numbered(note, at))).filter(
      (line) => line !== null,
    );
    expect(told.length).toBe(300);
    expect(Math.max(...told.map((line) => line.length))).toBeLessThanOrEqual(201);
  });
});
