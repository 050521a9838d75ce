import type { Fit } from "../../../evaluation/labelled/fit.ts";
import type { Answer, Planning } from "../../../evaluation/labelled/plan-all.ts";
import { requestRow } from "../../../evaluation/requests/row.ts";
import type { Plan, Task } from "../../../src/domain/plan.ts";
import type { Understanding } from "../../../src/domain/understanding.ts";
import type { Controller, PlanReply } from "../../../src/planning/controller.ts";

/** A controller that answers each text as it is told to. */
export const controllerOf = (answer: (text: string) => PlanReply): Controller => ({
  name: "embedded",
  plan: async ({ text }) => answer(text),
});

/** A clock that goes on by one millisecond each time it is looked at. */
export function createClock(): () => number {
  let now = 0;
  return () => now++;
}

/** A task that takes a text: of a task before it, or of the request. */
export const textTask = (id: number, type: string, from?: number): Task => ({
  id,
  type,
  args: {
    text: from === undefined ? { from: "literal", value: "A text" } : { from: "task", task: from, output: "text" },
  },
});

export const planOf = (...tasks: readonly Task[]): Plan => ({ tasks });

export const understandingOf = (parts: Partial<Understanding>): Understanding => ({
  constraints: {},
  budget: {},
  confidence: null,
  reasons: [],
  ...parts,
});

export const planningOf = (answer: Answer, parts: Partial<Planning> = {}): Planning => ({
  answer,
  handedOver: false,
  ms: 1,
  calls: { count: 0, inputTokens: 0, outputTokens: 0 },
  ...parts,
});

export const planned = (plan: Plan, understanding: Understanding | null = null): Answer => ({
  as: "plan",
  plan,
  understanding,
});

/** A labelled request; read as one of a file is. */
export const labelledRow = (parts: Readonly<Record<string, unknown>>) =>
  requestRow.parse({
    id: "request-01",
    request: "Shorten this: a text",
    files: [],
    tasks: ["summarization"],
    links: [],
    inputModality: ["text"],
    outputModality: ["text"],
    asks: ["text"],
    ...parts,
  });

export const RIGHT: Fit = { tasks: true, flow: true };
export const TASKS_ONLY: Fit = { tasks: true, flow: false };
export const WRONG: Fit = { tasks: false, flow: false };
