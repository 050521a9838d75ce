import { type Failure, failure } from "../errors.ts";
import { err, ok, type Result } from "../result.ts";
import { raiseBudget } from "../run/asked.ts";
import {
  type CheckInDecision,
  type GoalBudget,
  type GoalEventBody,
  type GoalWork,
  type TreeChange,
  workKey,
} from "./events.ts";
import type { GoalState } from "./state.ts";

/** The events that carry out what a person asks of a goal; none when it is so already, which makes each idempotent. */
type Requested = Result<readonly GoalEventBody[]>;

const over = (state: GoalState): Failure => failure("conflict", `The goal is already ${state.end?.status ?? "over"}`);

export function requestGoalPause(state: GoalState): Requested {
  if (state.end) return err(over(state));
  return ok(state.paused || state.cancelReason !== null ? [] : [{ type: "goal-pause", data: {} }]);
}

/** Goes on with a paused goal, with a higher budget where one is given; that may be raised at any time. */
export function requestGoalResume(state: GoalState, raise: Partial<GoalBudget> = {}): Requested {
  if (state.end) return err(over(state));
  const isRaised = raiseBudget(state.budget, raise) !== state.budget;
  if (!state.paused && !isRaised) return ok([]);
  return ok([{ type: "goal-resume", data: isRaised ? { budget: raise } : {} }]);
}

/** Cancelling what is over changes nothing and is no error: the caller's wish is fulfilled. */
export function requestGoalCancel(state: GoalState, reason = "Cancelled on request"): Requested {
  return ok(state.end || state.cancelReason !== null ? [] : [{ type: "goal-cancel", data: { reason } }]);
}

export interface CheckInAnswer {
  readonly id: number;
  readonly decision: CheckInDecision;
  /** What is to be different; it holds as a rule of the goal from then on. */
  readonly words?: string;
}

/** Whether a change of the tree holds for a goal as it is now: the change as it is to be made, or its faults. */
export type JudgeRevision = (state: GoalState, change: TreeChange) => Result<TreeChange, readonly string[]>;

/**
 * Answers the question that a goal waits with.
 * @param judge looks again at a revision that is approved, as steps may have ended or failed since it was proposed
 * @returns `conflict` where nothing is asked, `stale-plan` for the answer to another question, `plan-unsound` for the
 *   approval of a revision that no longer holds: the question stands then, to be answered otherwise
 */
export function answerCheckIn(
  state: GoalState,
  { id, decision, words }: CheckInAnswer,
  judge: JudgeRevision,
): Requested {
  if (state.end) return err(over(state));
  const asked = state.checkIn;
  if (!asked) return err(failure("conflict", "The goal asks nothing just now"));
  if (asked.id !== id) return err(failure("stale-plan", `The goal asks question ${asked.id} now, not ${id}`));
  const answered: GoalEventBody = {
    type: "check-in-answered",
    data: { id, decision, ...(words === undefined ? {} : { words }) },
  };
  if (decision === "stop") {
    return ok([answered, { type: "goal-cancel", data: { reason: "A person said that it is to stop" } }]);
  }
  const { work, proposal, about } = asked;
  const revision = proposal && about === "revision" && decision === "approve" ? judge(state, proposal) : null;
  if (revision && !revision.ok) {
    const message = `What was proposed no longer holds: ${revision.error.join("; ")}. Answer with "change" to have it looked at anew`;
    return err(failure("plan-unsound", message));
  }
  const consequences: readonly GoalEventBody[] = [
    ...(work && decision === "approve"
      ? [{ type: "work-approved" as const, data: { work, usd: askedFor(state, work) } }]
      : []),
    ...(work && decision === "change"
      ? [{ type: "work-refused" as const, data: { work, by: "person" as const } }]
      : []),
    ...(revision
      ? [
          {
            type: "tree-revised" as const,
            data: {
              ...{ version: state.version + 1, by: "reflection" as const, reason: "The person agreed" },
              ...revision.value,
            },
          },
        ]
      : []),
  ];
  return ok([answered, ...consequences]);
}

/** What a unit of work was said to cost when its person was asked; null where nobody knew. */
function askedFor({ works }: GoalState, work: GoalWork): number | null {
  const waits = works.get(workKey(work))?.waits;
  if (waits?.for === "approval") return waits.usd;
  return waits?.for === "money" ? waits.neededUsd : null;
}
