/** What a run may spend. */
export interface Budget {
  /** Time from the start of the run, not counting waits for approval and pauses; in milliseconds. */
  readonly timeMs: number;
}

/** Long enough for a graph of slow models, short enough that nothing runs overnight unasked. */
export const DEFAULT_TIME_BUDGET_MS = 30 * 60_000;
export const MAX_TIME_BUDGET_MS = 24 * 60 * 60_000;

/** From this share on a run warns. */
export const BUDGET_WARNING_SHARE = 0.8;
