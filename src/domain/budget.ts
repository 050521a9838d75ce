/** The budget of a run. A part that is left out has no limit. */
export interface Budget {
  /** Time from the start of the run, not counting waits for approval and pauses; in milliseconds. */
  readonly timeMs: number;
  /** For calls of models, in US dollars; a model whose price is not known is not called then. */
  readonly usd?: number;
  /** Calls of a language model that the run's own steps make: planning, choosing models, answering. */
  readonly llmCalls?: number;
  /** Of a plan; one with more waits for a person to allow it, or is not run. */
  readonly tasks?: number;
  /** `ask` pauses the run for a person to raise the budget; `answer`, the default, goes on without what it cannot pay for. */
  readonly onExhausted?: Exhaustion;
}

export const EXHAUSTIONS = ["ask", "answer"] as const;
export type Exhaustion = (typeof EXHAUSTIONS)[number];

/** The parts of a budget that a run may be short of. */
export type BudgetPart = "time" | "usd" | "llm-calls" | "tasks";

/** A higher budget for a run under way; what is lower than before, or left out, changes nothing. */
export type Raise = Partial<Pick<Budget, "timeMs" | "usd" | "llmCalls" | "tasks">>;

/** Long enough for a graph of slow models, short enough that nothing runs overnight unasked. */
export const DEFAULT_TIME_BUDGET_MS = 30 * 60_000;
export const MAX_TIME_BUDGET_MS = 24 * 60 * 60_000;
/** Higher budgets for one message are taken for typing errors. */
export const MAX_USD_BUDGET = 10_000;
/** Beyond what the steps of any run make. */
export const MAX_LLM_CALLS_BUDGET = 1_000;

/** The used share of a budget from which on a run warns. */
export const BUDGET_WARNING_SHARE = 0.8;

/** Tolerance for rounding errors in sums. */
const ROUNDING_USD = 1e-9;

/** Whether the money left covers a cost, both in US dollars. */
export const affords = (leftUsd: number, usd: number): boolean => usd <= leftUsd + ROUNDING_USD;
