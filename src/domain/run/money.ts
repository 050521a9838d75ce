import { affords } from "../budget.ts";
import { estimateOf } from "../costs.ts";
import type { EventBody, Reservable, WorkId } from "../events.ts";
import type { Task } from "../plan.ts";
import type { Candidate } from "../selection.ts";
import type { Allowance } from "../usage.ts";
import { estimateTask, knownInputsOf, type TaskShape } from "./cost-estimate.ts";
import { isHeld, type RunState } from "./state.ts";

/** Calls that planning may take: the plan, and the same with its faults put right. Choosing models takes one more. */
const PLANNING_CALLS = 2;
/** Whether a tool of the caller's is called, and the same with its faults put right. */
const TOOL_CALLS = 2;
const ANSWER_CALLS = 1;
/** A value by a schema, and the same with its faults put right; the words beside it take none. */
const STRUCTURED_ANSWER_CALLS = 2;
/**
 * Set aside for a call of a language model, whose price the ledger does not know: 30,000 tokens in and 4,096 out at 5 and
 * 10 dollars a million. The runner, which knows price and prompt, makes no call that might go beyond.
 */
const STEP_CALL_USD = 0.2;

/** The money neither spent nor reserved; null without a limit. */
export function leftOf({ budget, spent, reserved }: RunState): Allowance {
  const open = Object.values(reserved);
  const usd = open.reduce((sum, one) => sum + (one.usd ?? 0), spent.usd);
  const llmCalls = open.reduce((sum, one) => sum + one.llmCalls, spent.llmCalls);
  return {
    usd: budget.usd === undefined ? null : Math.max(0, budget.usd - usd),
    llmCalls: budget.llmCalls === undefined ? null : Math.max(0, budget.llmCalls - llmCalls),
  };
}

/** The limits of the attempt under way at a language step: its reservation. */
export function allowanceOf({ budget, reserved }: RunState, work: WorkId): Allowance {
  const own = reserved[work];
  return {
    usd: budget.usd === undefined ? null : (own?.usd ?? 0),
    llmCalls: budget.llmCalls === undefined ? null : (own?.llmCalls ?? 0),
  };
}

/** Sets aside what an attempt may cost. */
export const reserve = (work: WorkId, attempt: number, { usd, llmCalls }: Reservable): EventBody => ({
  type: "budget-reserved",
  data: { work, attempt, usd, llmCalls },
});

/** The most that the next attempt at a language step may cost; null if the run has no limit, or no calls left. */
export function stepCost(state: RunState, work: "plan" | "answer"): Reservable | null {
  const left = leftOf(state);
  if (left.usd === null && left.llmCalls === null) return null;
  const llmCalls = Math.min(callsOf(state, work), left.llmCalls ?? Number.POSITIVE_INFINITY);
  if (llmCalls === 0) return null;
  return { llmCalls, usd: left.usd === null ? null : Math.min(left.usd, llmCalls * STEP_CALL_USD) };
}

/** A plan that a person has edited only needs its models. */
function callsOf({ plan, casting, answerFormat, tools }: RunState, work: "plan" | "answer"): number {
  if (work === "answer") return answerFormat ? STRUCTURED_ANSWER_CALLS : ANSWER_CALLS;
  return (plan ? 0 : PLANNING_CALLS + (tools ? TOOL_CALLS : 0)) + (casting.selection === "language" ? 1 : 0);
}

/** The candidate whose turn it is, and what it may cost at most; or what the cheapest one would, where none can be paid. */
export type CandidateChoice =
  | { readonly as: "affordable"; readonly candidate: Candidate; readonly usd: number }
  | { readonly as: "too-dear"; readonly cheapestUsd: number | null };

/**
 * The first of the candidates whose turn it is that the rest of the money is enough for; null where it is nobody's turn.
 * @param leftUsd null where money has no limit: then nothing is estimated
 */
export function chooseCandidate(
  state: RunState,
  task: Task,
  turns: readonly Candidate[],
  leftUsd: number | null,
  shape: TaskShape,
): CandidateChoice | null {
  const [first] = turns;
  if (!first) return null;
  // What a job may cost is set aside already.
  if (leftUsd === null || isHeld(state, task.id)) return { as: "affordable", candidate: first, usd: 0 };
  const estimate = estimateTask(task, knownInputsOf(state, shape));
  let cheapestUsd: number | null = null;
  for (const candidate of turns) {
    const usd = estimateOf(candidate, estimate);
    if (usd === null) continue;
    if (affords(leftUsd, usd)) return { as: "affordable", candidate, usd };
    cheapestUsd = Math.min(usd, cheapestUsd ?? usd);
  }
  return { as: "too-dear", cheapestUsd };
}
