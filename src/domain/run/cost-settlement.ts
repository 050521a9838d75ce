import { affords } from "../budget.ts";
import { costOf, isFree } from "../costs.ts";
import type { EventBody, EventData, OutcomeResult, WorkId } from "../events.ts";
import type { TaskId } from "../plan.ts";
import type { Measured, StepUsage } from "../usage.ts";
import { isCarried, isSettled, type ToldOutcome } from "./jobs.ts";
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
