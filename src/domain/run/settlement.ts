import { costOf } from "../costs.ts";
import { isFree } from "../estimates.ts";
import type { EventBody, OutcomeResult, WorkId } from "../events.ts";
import type { TaskId } from "../plan.ts";
import type { Measured, StepUsage } from "../usage.ts";
import { isCarried, isSettled, type ToldOutcome } from "./jobs.ts";
import { currentCandidate, isHeld, type Reservation, type RunState, workOf } from "./state.ts";

/** What became of an attempt, as far as its cost depends on it. */
type Ended = Pick<ToldOutcome, "work" | "result" | "job">;

const NOTHING: StepUsage = { usd: 0, llmCalls: 0 };

/**
 * The event that says what the attempt under way took, now that it ended so: at most one, and one wherever something was
 * set aside, measured or spent. An attempt of which nobody heard may have been billed: what was set aside for it counts
 * as spent. It bears the number of the attempt that something was set aside for.
 */
export function settlement(state: RunState, ended: Ended): readonly EventBody[] {
  const { work } = ended;
  const reserved = state.reserved[work];
  const attempt = reserved?.attempt ?? workOf(state, work).attempts.length;
  const usage =
    typeof work === "number" ? taskUsage(state, work, ended, reserved?.usd ?? null) : stepUsage(ended.result, reserved);
  if (!reserved && isNothing(usage)) return [];
  return [{ type: "budget-settled", data: { work, attempt, ...usage } }];
}

const isNothing = ({ usd, llmCalls, measured }: StepUsage): boolean =>
  usd === 0 && llmCalls === 0 && measured === undefined;

/** The same for an attempt that is stopped in the middle, or a job that is given up; nothing where there is neither. */
export function settleStopped(state: RunState, work: WorkId): readonly EventBody[] {
  const isOpen = workOf(state, work).status === "running" || (typeof work === "number" && isHeld(state, work));
  return isOpen ? settlement(state, { work, result: { as: "lost" } }) : [];
}

/** Whether nobody knows how far the call got. */
const isUnknown = (result: OutcomeResult): boolean =>
  result.as === "lost" || (result.as === "failed" && result.error.code === "timeout" && !result.error.notCalled);

/** @param estimate what was set aside, in US dollars; null where nobody knows what the call costs at most */
function taskUsage(state: RunState, id: TaskId, ended: Ended, estimate: number | null): StepUsage {
  const { result, job } = ended;
  const candidate = currentCandidate(state, id);
  const measured = result.as === "done" || result.as === "failed" ? result.measured : undefined;
  const told = measured ? { llmCalls: 0, measured } : { llmCalls: 0 };
  if (isSettled(state, ended)) return { ...told, usd: 0 };
  if (candidate === undefined || isFree(candidate)) return { ...told, usd: measured?.usd ?? 0 };
  const carried = isCarried(state, id);
  if (result.as === "done" || measured) {
    const cost = costOf(candidate.prices ?? [], measured ?? NOT_MEASURED) ?? estimate;
    // It could not go on with the job before it, which may be billed as well.
    return { ...told, usd: carried && job?.resumed === false ? plus(cost, estimate) : cost };
  }
  const hadJob = carried || job !== undefined;
  return isUnknown(result) || (hadJob && !isVerdict(ended)) ? { ...NOTHING, usd: estimate } : NOTHING;
}

const NOT_MEASURED: Measured = {};

const plus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** Whether the provider itself said that the job came to nothing. */
const isVerdict = ({ result, job }: Ended): boolean =>
  result.as === "failed" && result.error.code === "provider-rejected" && !result.error.notCalled && job?.open === false;

function stepUsage(result: OutcomeResult, reserved: Reservation | undefined): StepUsage {
  const usage = "usage" in result ? result.usage : undefined;
  if (usage) return { ...usage, usd: usage.usd ?? reserved?.usd ?? null };
  if (!reserved || !isUnknown(result)) return NOTHING;
  return { usd: reserved.usd, llmCalls: reserved.llmCalls };
}
