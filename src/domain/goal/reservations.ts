import { affords, BUDGET_WARNING_SHARE, type BudgetPart } from "../budget.ts";
import { type Failure, failure } from "../errors.ts";
import type { GoalEventBody, GoalReservation, GoalWork } from "./events.ts";
import { readySteps } from "./priority.ts";
import { endedSteps, type GoalState, leftOfGoal, type OpenWork, openSteps, usedGoalMs } from "./state.ts";

/**
 * What is set aside for a unit of work before it starts, of what is neither spent nor set aside; null where calls or tasks
 * are used up. Of money it is a share of what is left, by how many steps have not begun: a run that needs more waits
 * until it is raised.
 */
export function reservationFor(state: GoalState, work: GoalWork): GoalReservation | null {
  const left = leftOfGoal(state);
  const needed = needs(state, work);
  if (left.llmCalls !== null && left.llmCalls < needed.llmCalls) return null;
  if (left.tasks !== null && left.tasks < needed.tasks) return null;
  const sharers = openSteps(state).filter(({ status }) => status !== "running").length + 1;
  return { ...needed, usd: left.usd === null ? null : left.usd / sharers };
}

function needs(state: GoalState, work: GoalWork): Omit<GoalReservation, "usd"> {
  const action = work.do === "step" ? state.steps.get(work.step)?.action : null;
  if (action?.as === "plan") {
    const { tasks } = action.plan;
    return { llmCalls: tasks.filter(({ type }) => type === "text-generation").length, tasks: tasks.length };
  }
  // A program is written and then run; everything else is one text that a model writes.
  return { llmCalls: 1, tasks: action?.as === "program" ? 2 : 1 };
}

/**
 * What becomes of units of work whose runs wait for more money: the first that what is left is enough for is raised. Where
 * it is enough for none, they wait for what else is under way, which may leave something over; once nothing else is, the
 * one that was started last is stopped, so that its share comes free for the others.
 */
export function answerShort(state: GoalState): GoalEventBody | null {
  const spare = leftOfGoal(state).usd;
  const works = [...state.works.values()];
  const short = works.flatMap((open) => {
    const { work, reserved, waits } = open;
    return waits?.for === "money"
      ? [{ work, usd: waits.neededUsd, missing: waits.neededUsd - (reserved.usd ?? 0) }]
      : [];
  });
  const first = short.find(({ missing }) => spare === null || affords(spare, missing));
  if (first) return { type: "work-raised", data: { work: first.work, usd: first.usd } };
  const last = short.at(-1);
  if (!last || short.length < works.length) return null;
  return { type: "work-refused", data: { work: last.work, by: "money" } };
}

/** Whether a run waits for more money than what is left. */
export const waitsForMoney = ({ works }: GoalState): boolean =>
  [...works.values()].some(({ waits }) => waits?.for === "money");

/** Why a unit of work is stopped, where its goal or a person wanted that. */
export function refusalOf({ waits }: OpenWork): Failure | null {
  if (waits?.for !== "stop") return null;
  if (waits.by === "person") return failure("cancelled", "The person did not want it");
  return failure("budget-exceeded", "The money that is left is not enough for it");
}

/** The first part of the budget of which most is used, and that was not warned of. */
export function dueGoalWarning(state: GoalState, now: number): GoalEventBody | null {
  const { budget, spent, warned } = state;
  const parts: readonly (readonly [BudgetPart, number, number | undefined])[] = [
    ["time", usedGoalMs(state, now), budget.timeMs],
    ["usd", spent.usd, budget.usd],
    ["llm-calls", spent.llmCalls, budget.llmCalls],
    ["tasks", spent.tasks, budget.tasks],
  ];
  for (const [what, used, limit] of parts) {
    if (limit === undefined || limit === 0 || warned.includes(what) || used < limit * BUDGET_WARNING_SHARE) continue;
    return { type: "budget-warning", data: { what, used, limit, reachable: reachableSteps(state, now) } };
  }
  return null;
}

/** The names of the steps that are ready, in their order, as far as the rest of the budget reaches if they take what others took. */
function reachableSteps(state: GoalState, now: number): readonly string[] {
  const ended = endedSteps(state);
  const mean = (of: (step: (typeof ended)[number]) => number): number =>
    ended.length === 0 ? 0 : ended.reduce((sum, step) => sum + of(step), 0) / ended.length;
  const left = leftOfGoal(state);
  const fits = (rest: number | null, each: number): number =>
    rest === null || each === 0 ? Number.POSITIVE_INFINITY : Math.floor(rest / each);
  const count = Math.min(
    fits(
      left.usd,
      mean(({ spent }) => spent.usd),
    ),
    fits(
      left.llmCalls,
      mean(({ spent }) => spent.llmCalls),
    ),
    fits(
      left.tasks,
      mean(({ spent }) => spent.tasks),
    ),
    fits(
      Math.max(0, state.budget.timeMs - usedGoalMs(state, now)),
      mean(({ startedAt, endedAt }) => (endedAt ?? 0) - (startedAt ?? 0)),
    ),
  );
  return readySteps(state)
    .slice(0, count)
    .map(({ step }) => step.name);
}
