import type { Outcome } from "./recorded.ts";
import type { Score } from "./score.ts";

/** Means over plans, in percent. */
export interface Percentages {
  readonly nodeF1: number;
  /** Over the plans whose label has a link; `null` when none has. */
  readonly linkF1: number | null;
  readonly exact: number;
  readonly invented: number;
  readonly impossible: number;
}

export interface Summary {
  readonly rows: number;
  readonly rowsWithLinks: number;
  readonly asWritten: Percentages;
  readonly repaired: Percentages & {
    readonly refused: number;
    /** Over the plans that were not refused; `null` when all were. */
    readonly changedNodes: number | null;
    readonly changedLinks: number | null;
  };
}

/** In milliseconds a plan. */
export interface Timing {
  readonly median: number;
  readonly p95: number;
}

/** @param outcomes at least one. */
export function summarise(outcomes: readonly Outcome[]): Summary {
  const changed = outcomes.flatMap((outcome) => outcome.changed ?? []);
  return {
    rows: outcomes.length,
    rowsWithLinks: outcomes.filter(({ written }) => written.linkF1 !== null).length,
    asWritten: percentages(outcomes.map(({ written }) => written)),
    repaired: {
      ...percentages(outcomes.map(({ repaired }) => repaired)),
      refused: share(outcomes.map((outcome) => outcome.changed === null)),
      changedNodes: meanPercent(changed.map(({ nodes }) => nodes)),
      changedLinks: meanPercent(changed.map(({ links }) => links)),
    },
  };
}

/** @param ms at least one. */
export function timing(ms: readonly number[]): Timing {
  const sorted = ms.toSorted((a, b) => a - b);
  return { median: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}

const percentages = (scores: readonly Score[]): Percentages => ({
  nodeF1: meanPercent(scores.map(({ nodeF1 }) => nodeF1)) ?? 0,
  linkF1: meanPercent(scores.flatMap(({ linkF1 }) => linkF1 ?? [])),
  exact: share(scores.map(({ exact }) => exact)),
  invented: share(scores.map(({ invented }) => invented)),
  impossible: share(scores.map(({ impossible }) => impossible)),
});

const meanPercent = (values: readonly number[]): number | null =>
  values.length === 0 ? null : (100 * values.reduce((sum, value) => sum + value, 0)) / values.length;

const share = (flags: readonly boolean[]): number => meanPercent(flags.map(Number)) ?? 0;

/** The smallest value that a share `rank` of all are not above (nearest rank). */
const percentile = (sorted: readonly number[], rank: number): number =>
  sorted[Math.max(0, Math.ceil(rank * sorted.length) - 1)] ?? 0;
