import { affords } from "../budget.ts";
import { costOf, isFree } from "../costs.ts";
import type { EventBody, EventData, Outcome, OutcomeResult, WorkId } from "../events.ts";
import type { TaskId } from "../plan.ts";
import type { Measured, StepUsage } from "../usage.ts";
import { currentCandidate, isHeld, type Reservation, type RunState, workOf } from "./state.ts";

/** The parts of an attempt's outcome that its cost depends on. */
type Ended = Pick<ToldOutcome, "work" | "result" | "job">;

const NOTHING: StepUsage = { usd: 0, llmCalls: 0 };

/**
 * The events that settle the cost of the attempt under way with its outcome: a `budget-settled` event if anything was
 * reserved, measured or spent, and a warning if the run exceeds its budget. A lost attempt may have been billed, so its
 * reservation counts as spent. The event has the number of the attempt that the reservation was made for.
 */
export function costSettlement(state: RunState, ended: Ended): readonly EventBody[] {
  const settled = settledBy(state, ended);
  return settled ? [{ type: "budget-settled", data: settled }, ...exceeding(state, settled)] : [];
}

function settledBy(state: RunState, ended: Ended): EventData["budget-settled"] | null {
  const { work } = ended;
  const reserved = state.reserved[work];
  const attempt = reserved?.attempt ?? workOf(state, work).attempts.length;
  const usage =
    typeof work === "number" ? taskUsage(state, work, ended, reserved?.usd ?? null) : stepUsage(ended.result, reserved);
  return !reserved && isNothing(usage) ? null : { work, attempt, ...usage };
}

/** The warning for a call that measured more than estimated, so that the run exceeds its budget. */
function exceeding({ budget, spent, exceededUsd }: RunState, { usd }: StepUsage): readonly EventBody[] {
  const limit = budget.usd;
  const used = spent.usd + (usd ?? 0);
  if (limit === undefined || affords(limit, used) || exceededUsd === limit) return [];
  return [{ type: "budget-warning", data: { what: "usd", used, limit, exceeded: true } }];
}

const isNothing = ({ usd, llmCalls, measured }: StepUsage): boolean =>
  usd === 0 && llmCalls === 0 && measured === undefined;

/** The same for an attempt that is stopped, or a job that is given up; no events if there is neither. */
export function costSettlementOfStopped(state: RunState, work: WorkId): readonly EventBody[] {
  const isOpen = workOf(state, work).status === "running" || (typeof work === "number" && isHeld(state, work));
  return isOpen ? costSettlement(state, { work, result: { as: "lost" } }) : [];
}

/** Whether it is unknown how far the call got. */
const isUnknown = (result: OutcomeResult): boolean =>
  result.as === "lost" ||
  (result.as === "failed" &&
    !result.error.notCalled &&
    (result.error.code === "timeout" || result.error.unheard === true));

/** @param estimate what was set aside, in US dollars; null where nobody knows what the call costs at most */
function taskUsage(state: RunState, id: TaskId, ended: Ended, estimate: number | null): StepUsage {
  const { result, job } = ended;
  const candidate = currentCandidate(state, id);
  const measured = result.as === "done" || result.as === "failed" ? result.measured : undefined;
  const told = measured && Object.keys(measured).length > 0 ? { llmCalls: 0, measured } : { llmCalls: 0 };
  if (isSettled(state, ended)) return { ...told, usd: 0 };
  if (candidate === undefined || isFree(candidate)) return { ...told, usd: measured?.usd ?? 0 };
  const carried = isCarried(state, id);
  if (result.as === "done" || measured) {
    const cost = costOf(candidate.prices ?? [], measured ?? NOT_MEASURED);
    // It could not resume the earlier job, which may be billed as well.
    if (carried && job?.resumed === false) return { ...told, ...assuming(plus(cost ?? estimate, estimate)) };
    return cost === null ? { ...told, ...assuming(estimate) } : { ...told, usd: cost };
  }
  const hadJob = carried || job !== undefined;
  const isBilledMaybe = isUnknown(result) || (hadJob && !isVerdict(ended));
  return isBilledMaybe ? { llmCalls: 0, ...assuming(estimate) } : NOTHING;
}

const NOT_MEASURED: Measured = {};

/** A cost that is assumed, not measured. */
const assuming = (usd: number | null): Pick<StepUsage, "usd" | "assumed"> =>
  usd === null ? { usd } : { usd, assumed: true };

const plus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** Whether the provider itself reported that the job failed. */
const isVerdict = ({ result, job }: Ended): boolean =>
  result.as === "failed" && result.error.code === "provider-rejected" && !result.error.notCalled && job?.open === false;

function stepUsage(result: OutcomeResult, reserved: Reservation | undefined): StepUsage {
  const usage = "usage" in result ? result.usage : undefined;
  if (usage) return usage.usd === null ? { ...usage, ...assuming(reserved?.usd ?? null) } : usage;
  if (!reserved || !isUnknown(result)) return NOTHING;
  return { llmCalls: reserved.llmCalls, ...assuming(reserved.usd) };
}

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

/** What a shard knows of an attempt's job at its provider. */
export interface JobWord {
  /** An attempt before it had begun the job. */
  readonly resumed: boolean;
  /** The next attempt can go on with it. */
  readonly open: boolean;
}

/** An outcome as a shard tells it. */
export interface ToldOutcome extends Outcome {
  /** Left out where there was no job. */
  readonly job?: JobWord;
}

/** Whether the job was settled before the attempt under way went on with it. */
const isSettled = (state: RunState, { work, job }: Pick<ToldOutcome, "work" | "job">): boolean =>
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
