import type { Failure } from "../../src/domain/errors.ts";
import type { Binding, PlanNote, Task } from "../../src/domain/plan.ts";
import type { Resource, Value } from "../../src/domain/resources.ts";
import { FRESH_WORK, type RunState, type Work } from "../../src/domain/run/state.ts";
import type { AnswerFormat } from "../../src/domain/structured/answer-schema.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { Understanding } from "../../src/domain/understanding.ts";
import { NOTHING_SPENT } from "../../src/domain/usage.ts";
import { writeAnswer } from "../../src/response/answer.ts";
import { resource } from "../planning/resources.ts";

export const ontology = createOntology();
export const STARTED_AT = 1_800_000_000_000;

/** A task and how it ended. */
export interface Done {
  readonly type: string;
  readonly args?: Readonly<Record<string, Binding>>;
  readonly work: Work;
}

export const words = (value: string): Binding => ({ from: "literal", value });
export const file = (name: string): Binding => ({ from: "resource", resource: `res_${name}` });
export const from = (task: number, output = "text"): Binding => ({ from: "task", task, output });
export const text = (value: string): Value => ({ as: "text", kind: "text", text: value });
export const stored = (made: Resource): Value => ({ as: "resource", kind: made.kind, resource: made });

/** Work that one attempt did, from `startMs` to `endMs` of the run. */
export const gave = (outputs: Readonly<Record<string, Value>>, [startMs, endMs] = [0, 10], model = "m"): Work => ({
  ...FRESH_WORK,
  status: "succeeded",
  outputs,
  attempts: [
    {
      number: 1,
      provider: "embedded",
      model,
      startedAt: STARTED_AT + startMs,
      endedAt: STARTED_AT + endMs,
      error: null,
    },
  ],
  endedAt: STARTED_AT + endMs,
});

export const failedWith = (error: Failure): Work => ({ ...gave({}), status: "failed", error });
export const skippedAt = (atMs: number): Work => ({
  ...FRESH_WORK,
  status: "skipped",
  error: { code: "cancelled", message: "What it needs was not made", retryable: false },
  endedAt: STARTED_AT + atMs,
});

export interface Given {
  readonly request?: string;
  readonly attached?: readonly Resource[];
  readonly notes?: readonly PlanNote[];
  readonly understanding?: Understanding;
  readonly end?: RunState["end"];
  readonly answerFormat?: AnswerFormat;
}

/** A run whose tasks, numbered from 0, ended as they say. */
export function runOf(
  done: readonly Done[],
  { request = "", attached = [], notes = [], understanding, end = null, answerFormat }: Given = {},
): RunState {
  const tasks: readonly Task[] = done.map(({ type, args = {} }, id) => ({ id, type, args }));
  const plan = { tasks };
  return {
    id: "run_1",
    seq: 1,
    text: request,
    attached,
    approval: "none",
    budget: { timeMs: 60_000 },
    casting: {},
    answerFormat: answerFormat ?? null,
    tools: null,
    startedAt: STARTED_AT,
    endedAt: null,
    planning: FRESH_WORK,
    planned: { as: "plan", plan, notes, ...(understanding ? { understanding } : {}) },
    controller: "embedded",
    plan,
    planVersion: 1,
    selection: {},
    fetched: [],
    referenced: [],
    tasks: Object.fromEntries(done.map(({ work }, id) => [id, work])),
    answering: FRESH_WORK,
    answer: "",
    structured: null,
    awaitingApproval: false,
    approved: true,
    paused: false,
    cancelReason: null,
    usedMs: 0,
    clockSince: null,
    pauseReason: null,
    warned: [],
    exceededUsd: null,
    refusedBy: [],
    quarantined: [],
    spent: NOTHING_SPENT,
    reserved: {},
    waitingSince: null,
    end,
  };
}

export async function piecesOf(state: RunState): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of writeAnswer(state, ontology)) pieces.push(piece);
  return pieces;
}

export const answerOf = async (state: RunState): Promise<string> => (await piecesOf(state)).join("");

export const read = (name: string, value: string): Done => ({
  type: "optical-character-recognition",
  args: { image: file(name) },
  work: gave({ text: text(value) }),
});

export const attachedFile = (name: string): Resource => resource(name);
