import type { Constraints } from "../domain/constraints.ts";
import type { Task } from "../domain/plan.ts";
import type { Removal } from "../domain/selection.ts";
import type { Condition, SelectionContext } from "./condition.ts";
import { type ExpertIndex, expertIndexOf, keyOf, type Verdicts } from "./expert-index.ts";
import { conditionsFor, needsOf } from "./filters.ts";
import { healthScore } from "./rank.ts";

/**
 * The experts for one task type in one selection, and the conditions set on all of them. A plan may have hundreds of
 * tasks of one type, so what is the same for all of them is computed once, here.
 */
export interface TaskCandidatePool {
  readonly index: ExpertIndex;
  /** Set by the constraints. */
  readonly conditions: readonly Condition[];
  /** As the index's, without its bound: results are remembered until the selection is done. */
  readonly verdicts: (condition: Condition) => Verdicts;
  /** By row: its score with what its recent calls add to it. */
  readonly scores: () => Float64Array;
}

export function gatherCandidatePool(
  taskType: string,
  constraints: readonly Constraints[],
  context: SelectionContext,
): TaskCandidatePool {
  const index = expertIndexOf(context.pool.experts(taskType));
  const found = new Map<Condition, Verdicts>();
  let scores: Float64Array | undefined;
  return {
    index,
    conditions: conditionsFor(taskType, constraints, context),
    verdicts(condition) {
      const known = found.get(condition) ?? index.verdicts(condition);
      found.set(condition, known);
      return known;
    },
    scores() {
      scores ??= index.scores.map((score, row) => score + healthScore(context.pool.health(index.at(row).endpoint)));
      return scores;
    },
  };
}

/** All conditions on the model of a task: what the task itself needs, then what the constraints set. */
export const conditionsOf = (task: Task, { conditions }: TaskCandidatePool): readonly Condition[] => [
  ...needsOf(task),
  ...conditions,
];

export interface Filtered {
  /** The rows that satisfy every condition, in ascending order. */
  readonly left: readonly number[];
  /** What each condition removed from what those before it had left, also where that is nothing: it was applied. */
  readonly removed: readonly Removal[];
}

/** Applies conditions to the experts of a pool, one after the other. */
export function applyFilters({ index, verdicts }: TaskCandidatePool, conditions: readonly Condition[]): Filtered {
  let left: readonly number[] = [...index.experts.keys()];
  const removed = conditions.map((condition) => {
    const satisfies = verdicts(condition);
    const gone = left.filter((row) => satisfies[row] !== 1);
    left = left.filter((row) => satisfies[row] === 1);
    return { condition: condition.words, count: gone.length, models: bestKnown(index, gone).map(keyOf) };
  });
  return { left, removed };
}

/** Models that a sentence or a list names before it only counts the rest. */
export const MAX_NAMED = 5;

/** The most downloaded experts among some rows in ascending order, `MAX_NAMED` at most. */
export const bestKnown = ({ at }: ExpertIndex, rows: readonly number[]) => rows.slice(0, MAX_NAMED).map(at);
