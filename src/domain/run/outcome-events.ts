import { type Failure, failure } from "../errors.ts";
import type { EndStatus, EventBody, WorkId } from "../events.ts";
import type { TaskId } from "../plan.ts";
import { hasNext, hasOpenNext, isEmbedded, isLeftAlone, othersBackAt, withLesson } from "./candidates.ts";
import { costSettlement, costSettlementOfStopped, holdOn, isCarried, type ToldOutcome } from "./cost-settlement.ts";
import {
  MAX_FAILURES_PER_CANDIDATE,
  MAX_LOST_ATTEMPTS,
  MAX_REFUSALS_PER_CANDIDATE,
  MAX_RETRY_AFTER_MS,
  retryDelayMs,
} from "./policy.ts";
import { currentCandidate, isOpen, type RunState, taskWork, type Work, workOf } from "./state.ts";

/**
 * The events that record an outcome and what it cost: a compare-and-set on (work, attempt, running). An outcome that is
 * late, a duplicate, or of another attempt records nothing.
 */
export function outcomeEvents(state: RunState, outcome: ToldOutcome, now: number): readonly EventBody[] {
  if (!isUnderWay(state, outcome.work, outcome.attempt)) return [];
  const concluding = conclude(state, outcome, now);
  return [...(holdOn(state, outcome, concluding) ?? costSettlement(state, outcome)), ...concluding];
}

function conclude(state: RunState, outcome: ToldOutcome, now: number): readonly EventBody[] {
  const { work: id, result } = outcome;
  const work = workOf(state, id);
  if (result.as === "lost") return lostEvents(state, id, work, now);
  if (result.as === "failed") return failedEvents(state, outcome, work, result.error, now);
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
    const { outputs, notes, called } = result;
    const data = { task: id, attempt: outcome.attempt, status: "succeeded", outputs, notes } as const;
    return [{ type: "task-end", data: called ? { ...data, called } : data }];
  }
  if (result.as === "answered" && id === "answer") {
    const { text, structured } = result;
    return [
      { type: "run-end", data: { status: endStatus(state), answer: text, ...(structured ? { structured } : {}) } },
    ];
  }
  throw new Error(`An outcome "${result.as}" does not belong to ${id}`);
}

/** True while `attempt` is the one that counts: only then may its runner still change the run. */
export function isUnderWay(state: RunState, id: WorkId, attempt: number): boolean {
  const work = workOf(state, id);
  return !state.end && work.status === "running" && work.attempts.at(-1)?.number === attempt;
}

/** How the run ends, by what its tasks came to; where something was said in place of a plan, that is all there is to do. */
export function endStatus(state: RunState): EndStatus {
  if (state.planned?.as === "reply" || state.planned?.as === "ask") return "succeeded";
  const tasks = state.plan?.tasks ?? [];
  const succeeded = countSucceeded(state);
  if (succeeded === tasks.length) return "succeeded";
  return succeeded > 0 ? "partial" : "failed";
}

const countSucceeded = (state: RunState): number =>
  (state.plan?.tasks ?? []).filter((task) => taskWork(state, task.id).status === "succeeded").length;

function lostEvents(state: RunState, id: WorkId, work: Work, now: number): readonly EventBody[] {
  const attempt = work.attempts.length;
  const lostWith = typeof id === "number" ? currentCandidate(state, id) : undefined;
  if (typeof id === "number" && lostWith && isEmbedded(lostWith)) {
    const said = `The server ended while ${lostWith.model} worked on this. It may be what ended it, so that no model inside the server is given it again in this run`;
    const error = failure("attempt-lost", said);
    if (!hasNext(withLesson(state, id, error), id)) return giveUp(state, id, attempt, error);
    return [{ type: "task-retry", data: { task: id, attempt, error, lost: true, next: true, retryAt: now } }];
  }
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

function failedEvents(
  state: RunState,
  { work: id, job }: ToldOutcome,
  work: Work,
  error: Failure,
  now: number,
): readonly EventBody[] {
  const attempt = work.attempts.length;
  const retry = (next: boolean, retryAt: number): readonly EventBody[] => [
    { type: "task-retry", data: { task: id, attempt, error, lost: false, next, retryAt } },
  ];
  const left = withLesson(state, id, error);
  const isNextTurn = typeof id === "number" && hasNext(left, id);
  // A server that gave up on its model, or a shard that was not heard of: it may pass, but another model is sooner done. A job
  // is taken up, and an embedded expert may only have waited for memory. One that took all of its time is not asked again.
  const current = typeof id === "number" ? currentCandidate(state, id) : undefined;
  const isTooSlow = error.code === "timeout" && error.notCalled !== true && job?.open !== true && !isCarried(state, id);
  if (typeof id === "number" && isTooSlow && current && !isEmbedded(current) && hasOpenNext(left, id))
    return retry(true, now);
  const againAt =
    typeof id === "number" && isLeftAlone(error) ? backAt(state, id, error, now) : triedAgainAt(state, id, error, now);
  if (againAt !== null) return retry(false, againAt);
  if (isNextTurn) return retry(true, now);
  if (typeof id === "number") {
    // Of those that were passed over, one may be back.
    const othersAt = inTime(work, Math.max(now, othersBackAt(left, id)));
    if (othersAt !== null) return retry(true, othersAt);
  }
  return giveUp(state, id, attempt, error);
}

/** When the same model is tried again; null where that is no use. */
function triedAgainAt(state: RunState, id: WorkId, error: Failure, now: number): number | null {
  const work = workOf(state, id);
  const { before, atMost } = error.notCalled
    ? { before: refusalsOf(work), atMost: MAX_REFUSALS_PER_CANDIDATE }
    : { before: work.failures, atMost: MAX_FAILURES_PER_CANDIDATE };
  const failures = before + 1;
  const worthRetrying = error.retryable && (error.retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS;
  if (!worthRetrying || failures >= atMost) return null;
  return now + Math.ceil(Math.max(error.retryAfterMs ?? 0, retryDelayMs(`${state.id}:${id}`, failures)));
}

/** When the first of the models that are left alone is back, the current one among them; null where that is too late. */
function backAt(state: RunState, id: TaskId, error: Failure, now: number): number | null {
  const work = workOf(state, id);
  const refusals = refusalsOf(work) + 1;
  if (refusals >= MAX_REFUSALS_PER_CANDIDATE) return null;
  const soonest = Math.min(now + (error.retryAfterMs ?? 0), othersBackAt(state, id));
  return inTime(work, Math.max(soonest, now + retryDelayMs(`${state.id}:${id}`, refusals)));
}

/** The moment, in whole milliseconds, if a task waits so long for models that are left alone: as an attempt may last. */
function inTime({ attempts, deadline }: Work, at: number): number | null {
  const lasts = (deadline ?? 0) - (attempts.at(-1)?.startedAt ?? 0);
  const first = attempts.find(({ error }) => error && isLeftAlone(error)) ?? attempts.at(-1);
  return first && at <= first.startedAt + lasts ? Math.ceil(at) : null;
}

/** Attempts at the current candidate in which it was not called. */
function refusalsOf({ attempts }: Work): number {
  const current = attempts.at(-1);
  if (!current) return 0;
  return attempts.filter(
    ({ provider, model, error }) => provider === current.provider && model === current.model && error?.notCalled,
  ).length;
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
    const { planned, answerFormat } = state;
    // The words are there already; only the form that they were wanted in is not.
    if (answerFormat && (planned?.as === "reply" || planned?.as === "ask")) {
      const structured = { as: "refused", why: error.message, missing: answerFormat.schema?.required ?? [] } as const;
      return [{ type: "run-end", data: { status: "succeeded", answer: planned.text, structured } }];
    }
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
    return [...costSettlementOfStopped(state, task.id), { type: "task-end", data } as const];
  });
}
