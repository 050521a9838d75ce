import type { Constraints } from "../domain/constraints.ts";
import type { Condition, SelectionContext } from "./condition.ts";
import { conditionsFor } from "./conditions.ts";
import { type ExpertIndex, expertIndexOf } from "./expert-index.ts";
import type { RowSet } from "./rows.ts";
import { healthScore } from "./score.ts";
import type { Verdicts } from "./verdicts.ts";

/**
 * The experts for one task type in one selection, and what is asked of them: a plan may have hundreds of tasks of one
 * type, so that what is the same for all of them is found once.
 */
export interface TaskCandidatePool {
  readonly roster: ExpertIndex;
  /** What the constraints ask. */
  readonly asked: readonly Condition[];
  /** As the roster's, which may forget what was judged before the selection is through. */
  readonly verdicts: Verdicts;
  /** By row: the part of its score that its latest calls make. */
  readonly healthScore: (row: number) => number;
}

export function gatherCandidatePool(
  taskType: string,
  constraints: readonly Constraints[],
  scene: SelectionContext,
): TaskCandidatePool {
  const roster = expertIndexOf(scene.cast.experts(taskType));
  return {
    roster,
    asked: conditionsFor(taskType, constraints, scene),
    verdicts: rememberVerdicts(roster.verdicts),
    healthScore: rememberHealth(roster, scene),
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

function rememberHealth({ experts, at }: ExpertIndex, { cast }: SelectionContext): TaskCandidatePool["healthScore"] {
  let known: Float64Array | undefined;
  return (row) => {
    known ??= new Float64Array(experts.length).fill(Number.NaN);
    const score = known[row] ?? Number.NaN;
    if (!Number.isNaN(score)) return score;
    const found = healthScore(cast.health(at(row).endpoint));
    known[row] = found;
    return found;
  };
}
