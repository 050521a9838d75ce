import type { Budget, BudgetPart, Raise } from "../budget.ts";
import { type Failure, failure } from "../errors.ts";
import type { EventBody } from "../events.ts";
import type { Plan, PlanNote } from "../plan.ts";
import { err, ok, type Result } from "../result.ts";
import { exceededTasks, raiseBudget } from "./asked.ts";
import { hasOpenWork, type RunState } from "./state.ts";

/** The events that carry out what a person asks of a run; none when it is so already, which makes each idempotent. */
type Requested = Result<readonly EventBody[]>;

const over = (state: RunState): Failure => failure("conflict", `The run is already ${state.end?.status ?? "over"}`);

export function requestPause(state: RunState): Requested {
  if (state.end) return err(over(state));
  return ok(state.paused ? [] : [{ type: "run-pause", data: {} }]);
}

/**
 * Goes on with a paused run, with a higher budget where one is given.
 * @returns `budget-exceeded` when it paused because its budget is used up, and that is not raised; `conflict` for a
 *   raise of a run that is not paused.
 */
export function requestResume(state: RunState, raise: Raise = {}): Requested {
  if (state.end) return err(over(state));
  const budget = raiseBudget(state.budget, raise);
  const isRaised = budget !== state.budget;
  if (!state.paused) {
    return isRaised ? err(failure("conflict", "The budget of a run can be raised while it is paused")) : ok([]);
  }
  if (state.pauseReason && isStillShort(state, state.pauseReason.what, budget)) {
    return err(
      failure("budget-exceeded", `${state.pauseReason.message}. Resume it with a higher budget, or cancel it`),
    );
  }
  return ok([{ type: "run-resume", data: isRaised ? { budget: raise } : {} }]);
}

/** Whether a run that paused because its budget was used up would pause again at once. */
function isStillShort(state: RunState, what: BudgetPart, budget: Budget): boolean {
  if (what === "usd") return budget.usd === state.budget.usd;
  if (what === "tasks") return state.plan !== null && exceededTasks(state.plan, budget) !== null;
  return what === "time" && hasOpenWork(state) && state.usedMs >= budget.timeMs;
}

/** Cancelling what is over changes nothing and is no error: the caller's wish is fulfilled. */
export function requestCancel(state: RunState, reason = "Cancelled on request"): Requested {
  return ok(state.end || state.cancelReason !== null ? [] : [{ type: "run-cancel", data: { reason } }]);
}

export interface ApprovalRequest {
  readonly planVersion: number;
  readonly decision: "approve" | "reject";
  /** The plan as edited; it has passed the check that every plan passes. */
  readonly plan?: Plan;
  /** How it was read. */
  readonly notes?: readonly PlanNote[];
}

/**
 * Approves or rejects the plan of the version named. A second approval of what is approved is a no-op.
 * @returns `stale-plan` when the plan has changed since, `conflict` when nothing waits for approval, `budget-exceeded`
 *   when it was edited to more tasks than the request allows.
 */
export function requestApproval(state: RunState, request: ApprovalRequest): Requested {
  const { planVersion, decision, plan, notes = [] } = request;
  if (state.approved && decision === "approve" && isRepeat(state, planVersion, plan)) return ok([]);
  if (state.end) return err(over(state));
  if (state.planVersion > 0 && planVersion !== state.planVersion) {
    return err(
      failure("stale-plan", `The plan is now version ${state.planVersion}; version ${planVersion} was decided on`),
    );
  }
  if (!state.awaitingApproval) return err(failure("conflict", "The run does not wait for approval"));
  if (decision === "reject") {
    return ok([
      { type: "approval-given", data: { planVersion, decision } },
      { type: "run-cancel", data: { reason: "The plan was rejected" } },
    ]);
  }
  if (!plan) return ok([{ type: "approval-given", data: { planVersion, decision } }]);
  const allowed = exceededTasks(plan, state.budget);
  if (allowed !== null) {
    const message = `The plan has ${plan.tasks.length} tasks, and the request allows ${allowed} at most`;
    return err(failure("budget-exceeded", message));
  }
  const version = planVersion + 1;
  return ok([
    { type: "plan-revised", data: { version, plan, ...(notes.length > 0 ? { notes } : {}) } },
    { type: "approval-given", data: { planVersion: version, decision } },
  ]);
}

/** The same approval again: of the plan as it was, or with the very edits that were made then. */
const isRepeat = (state: RunState, version: number, plan: Plan | undefined): boolean =>
  plan === undefined
    ? version === state.planVersion
    : version === state.planVersion - 1 && JSON.stringify(plan) === JSON.stringify(state.plan);
