import type { Constraints } from "../domain/constraints.ts";
import type { Task } from "../domain/plan.ts";
import type { TaskSelection } from "../domain/selection.ts";
import { applyFilters } from "./apply-filters.ts";
import { bestOn } from "./benchmark/best.ts";
import type { TaskCandidatePool } from "./candidate-pool.ts";
import { byCost } from "./cheapest.ts";
import type { Condition, SelectionContext } from "./condition.ts";
import type { ExpertIndex } from "./expert-index.ts";
import { namedIsNotHere, nothingDoes, nothingSatisfies } from "./missing.ts";
import { isNamed, languagesOf, needsOf } from "./needs.ts";
import { firstKeys, orderOf } from "./order.ts";
import { type Preference, wishesIn } from "./preference.ts";
import { compareKeys, firstOf, type RowOrder } from "./rank.ts";
import { reasonFor } from "./reasons.ts";
import { hasAny, listRows, type RowSet } from "./rows.ts";
import { bySize } from "./size.ts";

/** Candidates kept for each task: the choice and its fallbacks. */
export const MAX_CANDIDATES = 5;
/** Of one model, as long as others wait: what fails at two places is likely to fail at the next. */
const MAX_PLACES_OF_A_MODEL = 2;

/** What is selected for a task. */
export interface TaskChoice {
  readonly selection: TaskSelection;
  /** How many of the first candidates are alike in all that the caller cares for: a choice among them breaks no wish. */
  readonly level: number;
  /** What a person has to know of wishes that changed nothing, one sentence each. */
  readonly notes: readonly string[];
}

/** What a task asks of its model and what was asked of all. */
export const conditionsOf = (task: Task, { asked }: TaskCandidatePool): readonly Condition[] => [
  ...needsOf(task),
  ...asked,
];

/** Casts one task, by rules. It depends on the type of the task, the model it names, and the languages that it needs. */
export function selectForTask(
  task: Task,
  troupe: TaskCandidatePool,
  constraints: readonly Constraints[],
  scene: SelectionContext,
): TaskChoice {
  const { cast } = scene;
  const { roster, verdicts, healthScore } = troupe;
  const { at, experts } = roster;
  const none = (missing: string, told: Partial<TaskSelection> = {}): TaskChoice => ({
    selection: { candidates: [], ...told, missing },
    level: 0,
    notes: [],
  });
  if (experts.length === 0) return none(nothingDoes(task.type, cast));
  const { model } = task;
  if (model !== undefined && !experts.some((expert) => isNamed(expert, model))) {
    return none(namedIsNotHere(model, task.type, roster));
  }
  const conditions = conditionsOf(task, troupe);
  const sifted = applyFilters(roster, conditions, verdicts);
  const told = conditions.length === 0 ? {} : { considered: experts.length, removed: sifted.removed };
  if (!hasAny(sifted.left)) return none(nothingSatisfies(task.type, troupe, conditions, sifted), told);

  const isAboutLanguage = languagesOf(task).length > 0;
  const preferences = preferencesFor(task.type, troupe, sifted.left, constraints, scene);
  const order = orderOf(roster, { isAboutLanguage, preferences, healthScore });
  const satisfying = listRows(sifted.left);
  const first = firstOf(satisfying, order, {
    count: MAX_CANDIDATES,
    ofAKind: MAX_PLACES_OF_A_MODEL,
    kindOf: (row) => at(row).facts.id,
  });
  const rows = scene.hasMoneyLimit ? withCheapest(first, satisfying, roster, order) : first;
  const candidates = rows.map((row) => {
    const expert = at(row);
    const { endpoint } = expert;
    const reason = reasonFor(expert, {
      task,
      decided: preferences.map(({ why }) => why(row)),
      evidence: roster.evidence.get(expert.facts.id) ?? null,
      health: cast.health(endpoint),
    });
    const { provider, model, version } = endpoint;
    const prices = provider === "embedded" || expert.prices.length === 0 ? {} : { prices: expert.prices };
    return { provider, model, reason, ...(version === undefined ? {} : { version }), ...prices };
  });
  const isLevel = (row: number): boolean => compareKeys(firstKeys(roster, isAboutLanguage), row, rows[0] ?? row) === 0;
  return {
    selection: { candidates, ...told },
    level: preferences.length > 0 ? 1 : rows.filter(isLevel).length,
    notes: preferences.flatMap(({ note }) => note ?? []),
  };
}

/** Where calls are paid from a budget the cheapest has the last place, so that none that could be paid is out of reach. */
function withCheapest(
  first: readonly number[],
  satisfying: readonly number[],
  { costs }: ExpertIndex,
  order: RowOrder,
): readonly number[] {
  if (first.length < MAX_CANDIDATES) return first;
  const [cheapest = 0] = firstOf(satisfying, { ...order, keys: [costs] }, { count: 1, ofAKind: 1, kindOf: String });
  const isThere = first.some((row) => (costs[row] ?? 0) <= (costs[cheapest] ?? 0));
  return isThere ? first : [...first.slice(0, -1), cheapest];
}

/** Benchmarks before sizes, and sizes before prices: of one size there are many, as of one model in several places. */
function preferencesFor(
  taskType: string,
  { roster }: TaskCandidatePool,
  satisfying: RowSet,
  constraints: readonly Constraints[],
  scene: SelectionContext,
): readonly Preference[] {
  const { benchmarks, sizes, wantsCheapest } = wishesIn(constraints);
  return [
    ...benchmarks.flatMap((benchmark) => bestOn(benchmark, taskType, roster, satisfying, scene) ?? []),
    ...sizes.map((prefer) => bySize(prefer, taskType, roster, satisfying)),
    ...(wantsCheapest ? [byCost(taskType, roster, satisfying)] : []),
  ];
}
