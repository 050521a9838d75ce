import { isFree } from "../costs.ts";
import type { EventBody, Outcome, OutcomeResult, WorkId } from "../events.ts";
import { currentCandidate, type RunState, workOf } from "./state.ts";

/*
 * The account of a job that a provider works off while attempts come and go: it is counted once.
 *
 * 1. What is set aside for the attempt that begins it stays so until its end is known. An attempt that leaves it open,
 *    and whose task goes on with the same model, settles nothing; the next needs nothing set aside of its own.
 * 2. It is settled by what comes first: its result, at what was measured; its provider's word that it failed, at nothing;
 *    or, where nobody can say whether it is billed (it is gone, it is given up, the run ends), at what was set aside.
 * 3. What is heard of it after that changes nothing: an attempt that goes on with a job which was settled costs nothing.
 *
 * What is set aside for a task between two attempts is therefore for a job: see `isHeld`.
 */

/** A runner's knowledge of an attempt's job at its provider. */
export interface JobWord {
  /** An attempt before it had begun the job. */
  readonly resumed: boolean;
  /** The next attempt can go on with it. */
  readonly open: boolean;
}

/** An outcome as a runner tells it. */
export interface ToldOutcome extends Outcome {
  /** Left out where there was no job. */
  readonly job?: JobWord;
}

/** Whether the job was settled before the attempt under way went on with it. */
export const isSettled = (state: RunState, { work, job }: Pick<ToldOutcome, "work" | "job">): boolean =>
  job?.resumed === true && !isCarried(state, work);

/** Whether the reservation is an earlier attempt's, for the job that it started. */
export const isCarried = (state: RunState, work: WorkId): boolean =>
  (state.reserved[work]?.attempt ?? Number.POSITIVE_INFINITY) < workOf(state, work).attempts.length;

/**
 * The events that hold on to what is set aside for a job which the next attempt goes on with, as `concluding` ends this
 * one; null where there is nothing to hold on to.
 */
export function holdOn(
  state: RunState,
  outcome: ToldOutcome,
  concluding: readonly EventBody[],
): readonly EventBody[] | null {
  const { work, job, result } = outcome;
  const goesOn = concluding.some(({ type, data }) => type === "task-retry" && !data.next);
  if (typeof work !== "number" || !goesOn || isMeasured(result) || isSettled(state, outcome)) return null;
  // One that was not called knows of no job, and has changed nothing about it.
  const isOpen = job?.open ?? (isCarried(state, work) && result.as === "failed" && result.error.notCalled === true);
  const candidate = currentCandidate(state, work);
  if (!isOpen || !candidate || isFree(candidate)) return null;
  if (state.reserved[work]) return [];
  const { attempts } = workOf(state, work);
  const usd = state.budget.usd === undefined ? null : 0;
  return [{ type: "budget-reserved", data: { work, attempt: attempts.length, usd, llmCalls: 0 } }];
}

/** One that was answered without a word of what it took is as paid for as its job: that is gone on with for nothing. */
const isMeasured = (result: OutcomeResult): boolean =>
  result.as === "failed" && Object.keys(result.measured ?? {}).length > 0;
