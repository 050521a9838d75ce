import { meanPercent, percentOf } from "../../measures/means.ts";
import type { Score } from "./score.ts";

/** One recorded plan, as it was written and as it was repaired. */
export interface Outcome {
  readonly llm: string;
  readonly written: Score;
  readonly repaired: Score;
  /** Shares between 0 and 1; `null` for a plan that was refused. */
  readonly changed: { readonly nodes: number; readonly links: number } | null;
  readonly repairMs: number;
}

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

/** @param outcomes at least one. */
export function summarise(outcomes: readonly Outcome[]): Summary {
  const changed = outcomes.flatMap((outcome) => outcome.changed ?? []);
  return {
    rows: outcomes.length,
    rowsWithLinks: outcomes.filter(({ written }) => written.linkF1 !== null).length,
    asWritten: percentages(outcomes.map(({ written }) => written)),
    repaired: {
      ...percentages(outcomes.map(({ repaired }) => repaired)),
      refused: percentOf(outcomes.map((outcome) => outcome.changed === null)),
      changedNodes: meanPercent(changed.map(({ nodes }) => nodes)),
      changedLinks: meanPercent(changed.map(({ links }) => links)),
    },
  };
}

const percentages = (scores: readonly Score[]): Percentages => ({
  nodeF1: meanPercent(scores.map(({ nodeF1 }) => nodeF1)) ?? 0,
  linkF1: meanPercent(scores.flatMap(({ linkF1 }) => linkF1 ?? [])),
  exact: percentOf(scores.map(({ exact }) => exact)),
  invented: percentOf(scores.map(({ invented }) => invented)),
  impossible: percentOf(scores.map(({ impossible }) => impossible)),
});
