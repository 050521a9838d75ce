import type { EventBody } from "../events.ts";
import { findTask, madeBy, madeFiles, type RunState, statusOf, taskWork, usedTimeMs } from "../run/state.ts";
import { spentView } from "../usage.ts";
import {
  cut,
  errorFacts,
  fileFacts,
  outputFacts,
  type RunFacts,
  type RunWebhookFacts,
  type TaskFacts,
} from "./facts.ts";

const MAX_ANSWER_CHARS = 8_000;
/** As JSON; half of one is none. */
const MAX_STRUCTURED_CHARS = 4_000;
const MAX_FILES = 16;
const MAX_OUTPUTS = 8;

/** The webhook event for an event of a run; null if there is none. */
export function webhookEventOf(event: EventBody): RunWebhookFacts["type"] | null {
  switch (event.type) {
    case "run-end":
      return `run.${event.data.status}`;
    case "run-pause":
      return "run.paused";
    case "approval-required":
      return "run.approval_required";
    case "task-end": {
      const { status } = event.data;
      // What never ran neither succeeded nor failed; the end of the run tells of it.
      return status === "succeeded" || status === "failed" ? `task.${status}` : null;
    }
    default:
      return null;
  }
}

/** The facts to deliver for an event of a run; null if there is none to deliver. @param state after the event */
export function factsOf(event: EventBody, state: RunState, at: number): RunWebhookFacts | null {
  const type = webhookEventOf(event);
  if (type === null) return null;
  const facts = { type, at, run: runFacts(state, at) };
  return event.type === "task-end" ? { ...facts, task: taskFacts(state, event.data.task) } : facts;
}

/** The end of a run that has none of its own: its conversation was deleted. */
export function deletedFacts(state: RunState, at: number): RunWebhookFacts {
  const error = { code: "cancelled", message: "The conversation was deleted", retryable: false } as const;
  const ended: RunState = { ...state, answer: error.message, endedAt: at, end: { status: "cancelled", error } };
  return { type: "run.cancelled", at, run: runFacts(ended, at) };
}

function runFacts(state: RunState, at: number): RunFacts {
  const made = state.end ? madeFiles(state) : [];
  const { end, pauseReason, structured } = state;
  return {
    id: state.id,
    status: statusOf(state),
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    planVersion: state.planVersion,
    ...(pauseReason ? { pause: pauseReason } : {}),
    ...(end?.error ? { error: errorFacts(end.error) } : {}),
    answer: end ? cut(state.answer, MAX_ANSWER_CHARS) : null,
    isAnswerCut: end !== null && state.answer.length > MAX_ANSWER_CHARS,
    ...(structured && JSON.stringify(structured).length <= MAX_STRUCTURED_CHARS ? { structured } : {}),
    files: made.slice(0, MAX_FILES).map(fileFacts),
    moreFiles: Math.max(0, made.length - MAX_FILES),
    usage: {
      timeMs: Math.round(usedTimeMs(state, at)),
      llmCalls: state.spent.llmCalls,
      tasks: state.plan?.tasks.length ?? 0,
      ...spentView(state.spent),
    },
  };
}

function taskFacts(state: RunState, id: number): TaskFacts {
  const work = taskWork(state, id);
  const by = madeBy(work);
  const outputs = Object.entries(work.outputs).slice(0, MAX_OUTPUTS);
  return {
    id,
    task: findTask(state, id)?.type ?? "",
    status: work.status === "succeeded" ? "succeeded" : "failed",
    model: by ? `${by.provider}:${by.model}` : null,
    attempts: work.attempts.length,
    outputs: Object.fromEntries(outputs.map(([port, value]) => [port, outputFacts(value)])),
    ...(work.error ? { error: errorFacts(work.error) } : {}),
  };
}
