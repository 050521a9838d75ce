import type { Cast, Expert } from "../domain/experts.ts";
import type { Task } from "../domain/plan.ts";
import { gradeOf, isBuiltIn } from "./grade.ts";
import { isSureToKnow, languagesOf } from "./needs.ts";
import type { Preference } from "./preference.ts";
import type { Order } from "./rank.ts";
import type { Roster } from "./roster.ts";
import { healthScore, MAX_HEALTH_SCORE } from "./score.ts";
import { keyOf } from "./words.ts";

/**
 * The order that experts for a task stand in: grade, what is known of the languages that it needs, what was asked for,
 * what is built in, the score, and at last the name, `provider:model`, which no two experts for a task type share.
 */
export function orderOf(
  { experts, scores }: Roster,
  task: Task,
  preferences: readonly Preference[],
  cast: Cast,
): Order {
  const keys = [
    gradeOf,
    ...(languagesOf(task).length > 0 ? [(expert: Expert) => Number(!isSureToKnow(expert))] : []),
    ...preferences.flatMap((preference) => preference.keys),
    (expert: Expert) => Number(!isBuiltIn(expert)),
  ];
  const at = (row: number): Expert => {
    const expert = experts[row];
    if (!expert) throw new RangeError(`There is no expert ${row}`);
    return expert;
  };
  return {
    keys: keys.map((key) => (row: number) => key(at(row))),
    score: (row) => (scores[row] ?? 0) + healthScore(cast.health(at(row).endpoint)),
    scoreBound: (row) => (scores[row] ?? 0) + MAX_HEALTH_SCORE,
    name: (row) => keyOf(at(row)),
  };
}
