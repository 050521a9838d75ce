import { affords, BUDGET_WARNING_SHARE, type BudgetPart, MAX_TIME_BUDGET_MS, MAX_USD_BUDGET } from "../budget.ts";
import { moneyInWords } from "../describe-constraints.ts";
import { failure } from "../errors.ts";
import type { EventBody, PauseReason } from "../events.ts";
import { numberOf, type Task, type TaskId } from "../plan.ts";
import { exceededTasks } from "./asked.ts";
import { costSettlementOfStopped } from "./cost-settlement.ts";
import { leftOf } from "./money.ts";
import { endOpenTasks, giveUp } from "./outcome-events.ts";
import { hasOpenWork, isOpen, type RunState, taskWork, usedTimeMs } from "./state.ts";

/** The events that are due as a budget runs out: a warning, a pause, or the end of open tasks. */
export function keepLimits(state: RunState, now: number): readonly EventBody[] {
  // The clock stands while a person is waited for; nothing runs out then.
  if (state.clockSince === null) return [];
  const warning = dueWarning(state, now);
  return warning ? [warning] : outOfTime(state, now);
}

/** Each part is warned of once. */
function dueWarning(state: RunState, now: number): EventBody | null {
  const { budget, spent, warned } = state;
  const parts: readonly (readonly [BudgetPart, number, number | undefined])[] = [
    ["time", usedTimeMs(state, now), budget.timeMs],
    ["usd", spent.usd, budget.usd],
    ["llm-calls", spent.llmCalls, budget.llmCalls],
  ];
  for (const [what, used, limit] of parts) {
    if (limit === undefined || limit === 0 || warned.includes(what)) continue;
    if (used >= limit * BUDGET_WARNING_SHARE) return { type: "budget-warning", data: { what, used, limit } };
  }
  return null;
}

function outOfTime(state: RunState, now: number): readonly EventBody[] {
  const limit = state.budget.timeMs;
  if (usedTimeMs(state, now) < limit) return [];
  const message = `The time budget of ${limit / 1000} s is used up`;
  if (asks(state) && limit < MAX_TIME_BUDGET_MS) return hasOpenWork(state) ? [pause({ what: "time", message })] : [];
  const error = failure("budget-exceeded", message);
  if (!isOpen(state.planning)) return endOpenTasks(state, "failed", error);
  return [...costSettlementOfStopped(state, "plan"), ...giveUp(state, "plan", state.planning.attempts.length, error)];
}

/** A task that is ready, and what the cheapest of its candidates may cost; null where nobody knows. */
export interface TooDear {
  readonly task: Task;
  readonly cheapestUsd: number | null;
}

/**
 * What becomes of tasks that are ready, and that what is left of the money is not enough for. Where some of it is set
 * aside that may yet come free they wait, and so does the question to a person until what runs has ended.
 */
export function outOfMoney(state: RunState, tooDear: readonly TooDear[], isRunning: boolean): readonly EventBody[] {
  const hopeless = tooDear.filter((one) => !asks(state) || !isWithinAnyRaise(state, one));
  const [first] = tooDear.filter((one) => !hopeless.includes(one));
  const isSetAside = Object.keys(state.reserved).length > 0;
  const ended = hopeless.filter((one) => one.cheapestUsd === null || !isSetAside);
  if (ended.length > 0) return ended.map((one) => failed(state, one.task.id, notEnough(state, one)));
  return first && !isSetAside && !isRunning ? [pause(shortOf(state, first))] : [];
}

/** Whether a higher budget would let the task run; otherwise nobody is asked to raise it. */
const isWithinAnyRaise = ({ spent }: RunState, { cheapestUsd }: TooDear): boolean =>
  cheapestUsd !== null && affords(MAX_USD_BUDGET - spent.usd, cheapestUsd);

/** The pause before a plan that has more tasks than the run allows. */
export function outOfTasks({ plan, budget }: RunState): readonly EventBody[] {
  const allowed = plan && exceededTasks(plan, budget);
  if (!plan || allowed === null) return [];
  const message = `You allowed ${allowed} ${allowed === 1 ? "task" : "tasks"} at most, and the plan takes ${plan.tasks.length}`;
  return [pause({ what: "tasks", message, neededTasks: plan.tasks.length })];
}

const asks = ({ budget }: RunState): boolean => budget.onExhausted === "ask";

const pause = (reason: PauseReason): EventBody => ({ type: "run-pause", data: { reason } });

const shortOf = (state: RunState, one: TooDear): PauseReason => ({
  what: "usd",
  message: notEnough(state, one),
  ...(one.cheapestUsd === null ? {} : { neededUsd: state.spent.usd + one.cheapestUsd }),
});

const failed = (state: RunState, task: TaskId, message: string): EventBody => ({
  type: "task-end",
  data: {
    ...{ task, attempt: taskWork(state, task).attempts.length, status: "failed", outputs: {}, notes: [] },
    error: failure("budget-exceeded", message),
  },
});

function notEnough(state: RunState, { task, cheapestUsd }: TooDear): string {
  const budget = dollars(state.budget.usd ?? 0);
  const what = `task ${numberOf(task.id)} (${task.type})`;
  if (cheapestUsd === null) return `No model for ${what} has a known price, and the budget of ${budget} is in money`;
  const left = dollars(leftOf(state).usd ?? 0);
  return `Of the budget of ${budget}, ${left} are left: not enough for ${what}, which may cost ${dollars(cheapestUsd)}`;
}

/** Sums of prices have more digits than they are good for. */
const dollars = (usd: number): string => `${moneyInWords(Number(usd.toPrecision(3)))} dollars`;
