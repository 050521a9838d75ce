import type { GoalView } from "../../src/client/client.ts";
import { MAX_LLM_CALLS_BUDGET, MAX_TIME_BUDGET_MS, MAX_USD_BUDGET } from "../../src/domain/budget.ts";
import type { GoalBudget as LimitsOfGoal } from "../../src/domain/goal/events.ts";
import {
  DEFAULT_GOAL_LLM_CALLS,
  DEFAULT_GOAL_TASKS,
  DEFAULT_GOAL_TIME_MS,
  MAX_GOAL_TASKS,
} from "../../src/domain/goal/policy.ts";
import type { AmountRange } from "../settings/amounts.ts";
import { money } from "../ui/amounts.ts";

const MINUTE_MS = 60_000;

/** Limits, as far as they are set. */
export type GoalBudget = Partial<LimitsOfGoal>;

export interface BudgetPart {
  readonly name: keyof GoalBudget;
  readonly label: string;
  readonly hint: string;
  /** What one of its unit here is in the API's. */
  readonly scale: number;
  /** As the API has it, in its unit here. */
  readonly range: AmountRange;
  /** An amount, in the unit here. */
  readonly words: (amount: number) => string;
}

const count = (amount: number): string => amount.toLocaleString("en");

export const BUDGET_PARTS: readonly BudgetPart[] = [
  {
    ...{ name: "usd", label: "US dollars", scale: 1, words: money },
    hint: "No limit where it is empty; with one, models of unknown price are not called.",
    range: { min: 0, max: MAX_USD_BUDGET, isWhole: false },
  },
  {
    ...{ name: "timeMs", label: "Minutes", scale: MINUTE_MS, words: (minutes) => `${count(Math.round(minutes))} min` },
    hint: `${DEFAULT_GOAL_TIME_MS / MINUTE_MS} where it is empty. Waits for you do not count.`,
    range: { min: 0.1, max: MAX_TIME_BUDGET_MS / MINUTE_MS, isWhole: false },
  },
  {
    ...{ name: "llmCalls", label: "Calls of a language model", scale: 1, words: count },
    hint: `${DEFAULT_GOAL_LLM_CALLS} where it is empty.`,
    range: { min: 1, max: MAX_LLM_CALLS_BUDGET, isWhole: true },
  },
  {
    ...{ name: "tasks", label: "Tasks", scale: 1, words: count },
    hint: `${count(DEFAULT_GOAL_TASKS)} where it is empty.`,
    range: { min: 1, max: MAX_GOAL_TASKS, isWhole: true },
  },
];

/** The budget with another amount of a part, in the part's unit here; null for none. */
export function withAmount(budget: GoalBudget, { name, scale }: BudgetPart, amount: number | null): GoalBudget {
  const { [name]: _, ...rest } = budget;
  // The API counts the smaller unit in whole numbers.
  return amount === null ? rest : { ...rest, [name]: scale === 1 ? amount : Math.round(amount * scale) };
}

/** What became of a part of the budget, in its unit here. */
export interface PartSpent {
  readonly part: BudgetPart;
  readonly spent: number;
  /** Null for no limit. */
  readonly limit: number | null;
  readonly left: number | null;
  /** What steps under way may still take. */
  readonly setAside: number;
}

/** Of each part, how much is spent, set aside and left. */
export const budgetOf = ({ budget, spent, left }: Pick<GoalView, "budget" | "spent" | "left">): readonly PartSpent[] =>
  BUDGET_PARTS.map((part) => {
    const { name, scale } = part;
    const [limit, rest] = [budget[name] ?? null, left[name]];
    const setAside = limit === null || rest === null ? 0 : Math.max(0, limit - spent[name] - rest);
    return {
      part,
      spent: spent[name] / scale,
      limit: limit === null ? null : limit / scale,
      left: rest === null ? null : rest / scale,
      setAside: setAside / scale,
    };
  });

/** "$0.20 of $2.00 spent, $0.30 set aside, $1.50 left". */
export function partWords({ part: { words }, spent, limit, left, setAside }: PartSpent): string {
  if (limit === null || left === null) return `${words(spent)} spent, no limit`;
  // What rounds to nothing is nothing.
  const aside = words(setAside) === words(0) ? "" : `${words(setAside)} set aside, `;
  return `${words(spent)} of ${words(limit)} spent, ${aside}${words(left)} left`;
}
