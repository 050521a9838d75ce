import { type Failure, failure } from "../errors.ts";
import type { EndStatus, EventBody, Outcome, WorkId } from "../events.ts";
import {
  MAX_FAILURES_PER_CANDIDATE,
  MAX_LOST_ATTEMPTS,
  MAX_REFUSALS_PER_CANDIDATE,
  MAX_RETRY_AFTER_MS,
  retryDelayMs,
} from "./policy.ts";
import { settlement, settleStopped } from "./settlement.ts";
import { type Attempt, isOpen, type RunState, taskWork, type Work, workOf } from "./state.ts";

/**
 * The events that record an outcome and what it cost: a compare-and-set on (work, attempt, running). An outcome that is
 * late, a duplicate, or of another attempt records nothing.
 */
export function settle(state: RunState, outcome: Outcome, now: number): readonly EventBody[] {
  if (!isUnderWay(state, outcome.work, outcome.attempt)) return [];
  return [...settlement(state, outcome.work, outcome.result), ...conclude(state, outcome, now)];
}

function conclude(state: RunState, outcome: Outcome, now: number): readonly EventBody[] {
  const { work: id, result } = outcome;
  const work = workOf(state, id);
  if (result.as === "lost") return settleLost(state, id, work, now);
  if (result.as === "failed") return settleFailed(state, id, work, result.error, now);
  if (result.as === "planned" && id === "plan") {
    const { planned, controller, fetched, referenced, durationMs, selection } = result;
    const version = Math.max(1, state.planVersion);
    return [
      {
        type: "plan-end",
        data: { attempt: outcome.attempt, version, planned, controller, fetched, referenced, durationMs },
      },
      ...(planned.as === "plan" ? [{ type: "selection-end", data: { version, selection } } as const] : []),
    ];
  }
  if (result.as === "done" && typeof id === "number") {
    const { outputs, notes } = result;
    return [{ type: "task-end", data: { task: id, attempt: outcome.attempt, status: "succeeded", outputs, notes } }];
  }
  if (result.as === "answered" && id === "answer") {
    return [{ type: "run-end", data: { status: endStatus(state), answer: result.text } }];
  }
  throw new Error(`An outcome "${result.as}" does not belong to ${id}`);
}

/** True while `attempt` is the one that counts: only then may its runner still change the run. */
export function isUnderWay(state: RunState, id: WorkId, attempt: number): boolean {
  const work = workOf(state, id);
  return !state.end && work.status === "running" && work.attempts.at(-1)?.number === attempt;
}

/** How the run ends, by what its tasks came to. */
export function endStatus(state: RunState): EndStatus {
  const tasks = state.plan?.tasks ?? [];
  const succeeded = countSucceeded(state);
  if (succeeded === tasks.length) return "succeeded";
  return succeeded > 0 ? "partial" : "failed";
}

const countSucceeded = (state: RunState): number =>
  (state.plan?.tasks ?? []).filter((task) => taskWork(state, task.id).status === "succeeded").length;

function settleLost(state: RunState, id: WorkId, work: Work, now: number): readonly EventBody[] {
  const attempt = work.attempts.length;
  if (work.lost + 1 >= MAX_LOST_ATTEMPTS) {
    return giveUp(
      state,
      id,
      attempt,
      failure("attempt-lost", `The process that ran it died ${MAX_LOST_ATTEMPTS} times`),
    );
  }
  const error = failure("attempt-lost", "The process that ran it died", true);
  return [{ type: "task-retry", data: { task: id, attempt, error, lost: true, next: false, retryAt: now } }];
}

function settleFailed(state: RunState, id: WorkId, work: Work, error: Failure, now: number): readonly EventBody[] {
  const attempt = work.attempts.length;
  const { before, atMost } = error.notCalled
    ? { before: refusalsOf(work), atMost: MAX_REFUSALS_PER_CANDIDATE }
    : { before: work.failures, atMost: MAX_FAILURES_PER_CANDIDATE };
  const failures = before + 1;
  const worthRetrying = error.retryable && (error.retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS;
  if (worthRetrying && failures < atMost) {
    const delay = Math.ceil(Math.max(error.retryAfterMs ?? 0, retryDelayMs(`${state.id}:${id}`, failures)));
    return [{ type: "task-retry", data: { task: id, attempt, error, lost: false, next: false, retryAt: now + delay } }];
  }
  const candidates = typeof id === "number" ? (state.selection?.[id]?.candidates.length ?? 0) : 1;
  if (work.candidate + 1 < candidates) {
    return [{ type: "task-retry", data: { task: id, attempt, error, lost: false, next: true, retryAt: now } }];
  }
  return giveUp(state, id, attempt, error);
}

/** Attempts at the current candidate in which it was not called. */
function refusalsOf({ attempts }: Work): number {
  const current = attempts.at(-1);
  const isCurrent = ({ provider, model }: Attempt): boolean =>
    provider === current?.provider && model === current.model;
  return attempts.filter((attempt) => isCurrent(attempt) && attempt.error?.notCalled).length;
}

/** The events that end a unit of work for good, without a result. */
export function giveUp(state: RunState, id: WorkId, attempt: number, error: Failure): readonly EventBody[] {
  if (id === "plan") {
    const planned = { as: "failed", error } as const;
    const version = state.planVersion;
    return [
      {
        type: "plan-end",
        data: { attempt, version, planned, controller: "none", fetched: [], referenced: [], durationMs: 0 },
      },
    ];
  }
  if (id === "answer") {
    const answer = `The tasks have ended, but no answer could be written: ${error.message}`;
    const status = countSucceeded(state) > 0 ? "partial" : "failed";
    return [{ type: "run-end", data: { status, answer, error } }];
  }
  return [{ type: "task-end", data: { task: id, attempt, status: "failed", outputs: {}, notes: [], error } }];
}

/** The events that end every task which is still open, and say what stopping those under way cost. */
export function endOpenTasks(
  state: RunState,
  status: "cancelled" | "failed" | "skipped",
  error: Failure,
): readonly EventBody[] {
  return (state.plan?.tasks ?? []).flatMap((task) => {
    const work = taskWork(state, task.id);
    if (!isOpen(work)) return [];
    const data = { task: task.id, attempt: work.attempts.length, status, outputs: {}, notes: [], error };
    return [...settleStopped(state, task.id), { type: "task-end", data } as const];
  });
}
