import type { Formula } from "../ast.ts";
import type { GroundingBudget } from "./budget.ts";
import { conditionOf, type SchemaScope } from "./condition.ts";
import type { LiteralAction } from "./instantiate.ts";
import type { LiteralTask } from "./prune.ts";
import { type Conjunction, negated, waysToMeet } from "./ways.ts";

/** What a goal with alternatives is called; no predicate's atom looks like it. */
export const HIDDEN_GOAL = "(one of the goals)";

/** The ways to reach the goal, or the part of it that no reachable atom meets. */
export type Goal =
  | { readonly as: "ways"; readonly ways: readonly Conjunction[] }
  | { readonly as: "never"; readonly because: string };

export function goalOf(formula: Formula, scope: SchemaScope, budget: GroundingBudget): Goal {
  const waysTo = (part: Formula) => {
    const condition = conditionOf(part, scope);
    return waysToMeet(condition, new Int32Array(scope.ranges.length), scope.ranges, budget);
  };
  const ways = waysTo(formula);
  if (ways.length > 0) return { as: "ways", ways };
  const parts = formula.is === "and" ? formula.of : [formula];
  const hopeless = parts.find((part) => waysTo(part).length === 0);
  const because = hopeless?.is === "atom" ? `(${[hopeless.predicate, ...hopeless.terms].join(" ")})` : HIDDEN_GOAL;
  return { as: "never", because };
}

/** A single way to the goal is the goal; of several, what all share, and an atom that a hidden action adds. */
export function withGoal(task: LiteralTask, ways: readonly Conjunction[]): LiteralTask {
  const [first = [], ...others] = ways;
  if (others.length === 0) return { ...task, goal: first };
  const reached = 2 * task.facts;
  const hidden = ways.map(
    (precondition): LiteralAction => ({
      name: HIDDEN_GOAL,
      precondition,
      always: [reached],
      conditional: [],
      cost: 0,
      hidden: true,
    }),
  );
  return {
    facts: task.facts + 1,
    init: [...task.init, negated(reached)],
    goal: [...others.reduce((shared, way) => shared.intersection(new Set(way)), new Set(first)), reached],
    actions: [...task.actions, ...hidden],
  };
}
