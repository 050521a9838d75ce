import type { BudgetPart } from "../../domain/budget.ts";

/** What may be spent at most, in words. */
export const LIMITS: Readonly<Record<BudgetPart, (limit: number) => string>> = {
  time: (limit) => `time budget of ${limit / 1000} s`,
  usd: (limit) => `budget of ${limit} dollars`,
  "llm-calls": (limit) => `${limit} calls of a language model that are allowed`,
};
