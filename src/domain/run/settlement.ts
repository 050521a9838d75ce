import { costOf } from "../costs.ts";
import { isFree } from "../estimates.ts";
import type { EventBody, OutcomeResult, WorkId } from "../events.ts";
import type { TaskId } from "../plan.ts";
import type { StepUsage } from "../usage.ts";
import { currentCandidate, type Reservation, type RunState, workOf } from "./state.ts";

const NOTHING: StepUsage = { usd: 0, llmCalls: 0 };

/**
 * The event that says what the attempt under way took, now that it ended so: at most one, and one wherever something was
 * set aside, measured or spent. An attempt of which nobody heard may have been billed: what was set aside for it counts
 * as spent.
 */
export function settlement(state: RunState, work: WorkId, result: OutcomeResult): readonly EventBody[] {
  const attempt = workOf(state, work).attempts.length;
  const reserved = state.reserved[work];
  const usage = typeof work === "number" ? taskUsage(state, work, result) : stepUsage(result, reserved);
  if (!reserved && isNothing(usage)) return [];
  return [{ type: "budget-settled", data: { work, attempt, ...usage } }];
}

const isNothing = ({ usd, llmCalls, measured }: StepUsage): boolean =>
  usd === 0 && llmCalls === 0 && measured === undefined;

/** The same for an attempt that is stopped in the middle; nothing where none is under way. */
export const settleStopped = (state: RunState, work: WorkId): readonly EventBody[] =>
  workOf(state, work).status === "running" ? settlement(state, work, { as: "lost" }) : [];

/** Whether nobody knows how far the call got. */
const isUnknown = (result: OutcomeResult): boolean =>
  result.as === "lost" || (result.as === "failed" && result.error.code === "timeout" && !result.error.notCalled);

function taskUsage(state: RunState, id: TaskId, result: OutcomeResult): StepUsage {
  const candidate = currentCandidate(state, id);
  const estimate = state.reserved[id]?.usd ?? null;
  const free = candidate === undefined || isFree(candidate);
  const measured = result.as === "done" || result.as === "failed" ? result.measured : undefined;
  if (result.as === "done" || measured) {
    const cost = free ? (measured?.usd ?? 0) : costOf(candidate.prices ?? [], measured ?? {});
    return { usd: cost ?? estimate, llmCalls: 0, ...(measured ? { measured } : {}) };
  }
  if (!isUnknown(result)) return NOTHING;
  return { usd: free ? 0 : estimate, llmCalls: 0 };
}

function stepUsage(result: OutcomeResult, reserved: Reservation | undefined): StepUsage {
  const usage = "usage" in result ? result.usage : undefined;
  if (usage) return { ...usage, usd: usage.usd ?? reserved?.usd ?? null };
  if (!reserved || !isUnknown(result)) return NOTHING;
  return { usd: reserved.usd, llmCalls: reserved.llmCalls };
}
