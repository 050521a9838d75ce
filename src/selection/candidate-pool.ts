import type { Constraints } from "../domain/constraints.ts";
import type { Task } from "../domain/plan.ts";
import type { Removal } from "../domain/selection.ts";
import type { Condition, RowsSatisfying, SelectionContext } from "./condition.ts";
import { type ExpertIndex, expertIndexOf, keyOf } from "./expert-index.ts";
import { conditionsFor, needsOf } from "./filters.ts";
import { healthScore } from "./rank.ts";
import { allRows, countRows, except, inBoth, listRows, type RowSet } from "./rows.ts";

/**
 * The experts for one task type in one selection, and the conditions set on all of them. A plan may have hundreds of
 * tasks of one type, so what is the same for all of them is computed once, here.
 */
export interface TaskCandidatePool {
  readonly index: ExpertIndex;
  /** Set by the constraints. */
  readonly conditions: readonly Condition[];
  /** As the index's, without its bound: results are remembered until the selection is done. */
  readonly rowsSatisfying: RowsSatisfying;
  /** By row: what its recent calls add to its score. */
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
    conditions: conditionsFor(taskType, constraints, context),
    rowsSatisfying: rememberMatches(index.rowsSatisfying),
    healthScore: rememberHealth(index, context),
  };
}

function rememberMatches(rowsSatisfying: RowsSatisfying): RowsSatisfying {
  const known = new Map<Condition, RowSet>();
  return (condition, among) => {
    const found = known.get(condition) ?? rowsSatisfying(condition, among);
    // A condition on health is only evaluated for the rows that are left, which differ from task to task.
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

/** All conditions on the model of a task: what the task itself needs, then what the constraints set. */
export const conditionsOf = (task: Task, { conditions }: TaskCandidatePool): readonly Condition[] => [
  ...needsOf(task),
  ...conditions,
];

export interface Filtered {
  /** The rows that satisfy every condition. */
  readonly left: RowSet;
  /** What each condition removed from what those before it had left, also where that is nothing: it was applied. */
  readonly removed: readonly Removal[];
}

/** Applies conditions to the experts of a pool, one after the other. */
export function applyFilters({ index, rowsSatisfying }: TaskCandidatePool, conditions: readonly Condition[]): Filtered {
  let left = allRows(index.experts.length);
  const removed = conditions.map((condition) => {
    const satisfying = rowsSatisfying(condition, left);
    const gone = except(left, satisfying);
    left = inBoth(left, satisfying);
    return { condition: condition.words, count: countRows(gone), models: bestKnown(index, gone).map(keyOf) };
  });
  return { left, removed };
}

/** Models that a sentence or a list names before it only counts the rest. */
export const MAX_NAMED = 5;

/** The most downloaded experts among some rows, `MAX_NAMED` at most. */
export const bestKnown = ({ at }: ExpertIndex, rows: RowSet) => listRows(rows, MAX_NAMED).map(at);
