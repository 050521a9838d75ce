import type { Exhaustion, Raise } from "../../domain/budget.ts";
import type { NewMessage } from "../client.ts";
import { readNumber } from "./numbers.ts";
import { oneOf } from "./one-of.ts";

const EXHAUSTIONS = ["ask", "answer"] as const satisfies readonly Exhaustion[];

/** What the options say of a budget, as they were given. */
export interface BudgetOptions {
  readonly time?: string | undefined;
  readonly usd?: string | undefined;
  readonly "llm-calls"?: string | undefined;
  readonly tasks?: string | undefined;
  readonly "on-exhausted"?: string | undefined;
}

/** What a run may spend; undefined where nothing was said. @throws {UsageError} */
export function readBudget(options: BudgetOptions): NewMessage["budget"] {
  const onExhausted = oneOf(EXHAUSTIONS, "on-exhausted", options["on-exhausted"]);
  const limits = readRaise(options);
  return limits || onExhausted ? { ...limits, ...(onExhausted ? { onExhausted } : {}) } : undefined;
}

/** The parts that a paused run can be given more of; undefined where nothing was said. @throws {UsageError} */
export function readRaise({ time, usd, "llm-calls": llmCalls, tasks }: BudgetOptions): Raise | undefined {
  const limits: Raise = {
    ...(time === undefined ? {} : { timeMs: Math.ceil(readNumber("time", time, "seconds", isMoreThanNothing) * 1000) }),
    ...(usd === undefined ? {} : { usd: readNumber("usd", usd, "US dollars", isNotNegative) }),
    ...(llmCalls === undefined ? {} : { llmCalls: readNumber("llm-calls", llmCalls, "a whole number", isCount) }),
    ...(tasks === undefined
      ? {}
      : { tasks: readNumber("tasks", tasks, "a whole number from 1 on", (count) => isCount(count) && count > 0) }),
  };
  return Object.keys(limits).length === 0 ? undefined : limits;
}

const isMoreThanNothing = (value: number): boolean => value > 0;
const isNotNegative = (value: number): boolean => value >= 0;
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
