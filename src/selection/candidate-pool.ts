import type { Constraints } from "../domain/constraints.ts";
import type { Removal } from "../domain/selection.ts";
import type { Condition, SelectionContext, Verdicts } from "./condition.ts";
import { type ExpertIndex, expertIndexOf, keyOf } from "./expert-index.ts";
import { conditionsFor } from "./filters.ts";
import { healthScore } from "./rank.ts";
import { allRows, countRows, except, inBoth, listRows, type RowSet } from "./rows.ts";

/**
 * The experts for one task type in one selection, and what is asked of them: a plan may have hundreds of tasks of one
 * type, so that what is the same for all of them is found once.
 */
export interface TaskCandidatePool {
  readonly index: ExpertIndex;
  /** What the constraints ask. */
  readonly asked: readonly Condition[];
  /** As the index's, which may forget what was judged before the selection is through. */
  readonly verdicts: Verdicts;
  /** By row: the part of its score that its latest calls make. */
  readonly healthScore: (row: number) => number;
}

export function gatherCandidatePool(
  taskType: string,
  constraints: readonly Constraints[],
  context: SelectionContext,
): TaskCandidatePool {
  const index = expertIndexOf(context.pool.experts(taskType));
  return {
    index,
    asked: conditionsFor(taskType, constraints, context),
    verdicts: rememberVerdicts(index.verdicts),
    healthScore: rememberHealth(index, context),
  };
}

function rememberVerdicts(verdicts: Verdicts): Verdicts {
  const known = new Map<Condition, RowSet>();
  return (condition, among) => {
    const found = known.get(condition) ?? verdicts(condition, among);
    // Those on calls are asked of those alone that are left, which other tasks have others of.
    if (condition.basis !== "health") known.set(condition, found);
    return found;
  };
}

function rememberHealth({ experts, at }: ExpertIndex, { pool }: SelectionContext): TaskCandidatePool["healthScore"] {
  let known: Float64Array | undefined;
  return (row) => {
    known ??= new Float64Array(experts.length).fill(Number.NaN);
    const score = known[row] ?? Number.NaN;
    if (!Number.isNaN(score)) return score;
    const found = healthScore(pool.health(at(row).endpoint));
    known[row] = found;
    return found;
  };
}

export interface Filtered {
  /** Those that satisfy every condition. */
  readonly left: RowSet;
  /** What each condition took from what those before it had left, also where that is nothing: it was applied. */
  readonly removed: readonly Removal[];
}

/** Holds the experts of an index against conditions, one after the other. */
export function applyFilters(index: ExpertIndex, conditions: readonly Condition[], verdicts: Verdicts): Filtered {
  let left = allRows(index.experts.length);
  const removed = conditions.map((condition) => {
    const satisfying = verdicts(condition, left);
    const gone = except(left, satisfying);
    left = inBoth(left, satisfying);
    return { condition: condition.words, count: countRows(gone), models: bestKnown(index, gone).map(keyOf) };
  });
  return { left, removed };
}

/** Models that a sentence or a list names before it only counts. */
export const MAX_NAMED = 5;

/** The few of some experts that people are likeliest to ask about. */
export const bestKnown = ({ at }: ExpertIndex, rows: RowSet) => listRows(rows, MAX_NAMED).map(at);
