import type { GroundingBudget } from "./budget.ts";
import type { LiteralAction, LiteralEffect } from "./instantiate.ts";
import { type Conjunction, type FactLiteral, negated } from "./ways.ts";

/** Actions over literals, and what starts and ends a plan. */
export interface LiteralTask {
  readonly facts: number;
  readonly init: readonly FactLiteral[];
  readonly goal: Conjunction;
  readonly actions: readonly LiteralAction[];
}

/** By literal: 1 for those that belong. */
export type LiteralSet = Uint8Array;

/**
 * The literals that can come to hold if what holds never ceases to, and the task without the actions and effects
 * that can't happen. Literals that always hold because their atom can't come true are taken out of the conditions.
 */
export function reachable(
  task: LiteralTask,
  budget: GroundingBudget,
): { readonly literals: LiteralSet; readonly task: LiteralTask } {
  const literals = spread(task, budget);
  const canHold = (conditions: Conjunction) => conditions.every((literal) => literals[literal] === 1);
  const isTelling = (literal: FactLiteral) => literal % 2 === 0 || literals[negated(literal)] === 1;
  const telling = (conditions: Conjunction) =>
    conditions.every(isTelling) ? conditions : conditions.filter(isTelling);
  const actions: LiteralAction[] = [];
  for (const action of task.actions) {
    budget.pass(sizeOf(action));
    if (!canHold(action.precondition)) continue;
    const precondition = telling(action.precondition);
    if (action.conditional.length === 0 && precondition === action.precondition) {
      actions.push(action);
      continue;
    }
    const possible = action.conditional
      .filter(({ when }) => canHold(when))
      .map(({ when, literal }) => ({ when: telling(when), literal }));
    actions.push({
      ...action,
      precondition,
      always: [...action.always, ...possible.filter(({ when }) => when.length === 0).map(({ literal }) => literal)],
      conditional: possible.filter(({ when }) => when.length > 0),
    });
  }
  return { literals, task: { ...task, goal: task.goal.filter(isTelling), actions } };
}

/** A rule says that its effects can come to hold when its conditions can; it counts those that can't yet. */
interface Rule {
  missing: number;
  readonly effects: Conjunction;
}

function spread({ facts, init, actions }: LiteralTask, budget: GroundingBudget): LiteralSet {
  const literals = new Uint8Array(2 * facts);
  const waiting: Rule[][] = Array.from({ length: 2 * facts }, () => []);
  const queue: FactLiteral[] = [];
  const reach = (reached: Iterable<FactLiteral>) => {
    for (const literal of reached) {
      if (literals[literal] === 1) continue;
      literals[literal] = 1;
      queue.push(literal);
    }
  };
  const expect = (conditions: Conjunction, effects: Conjunction) => {
    if (conditions.length === 0) return reach(effects);
    const rule = { missing: conditions.length, effects };
    for (const literal of conditions) waiting[literal]?.push(rule);
  };
  for (const action of actions) {
    const { precondition, always, conditional } = action;
    budget.pass(sizeOf(action));
    expect(precondition, always);
    for (const { when, literal } of conditional) {
      budget.pass(precondition.length + when.length);
      expect([...precondition, ...when], [literal]);
    }
  }
  reach(init);
  for (const literal of queue) {
    for (const rule of waiting[literal] ?? []) {
      budget.pass(1 + rule.effects.length);
      rule.missing--;
      if (rule.missing === 0) reach(rule.effects);
    }
  }
  return literals;
}

/** An effect, by the fact it is on. */
interface Changer extends LiteralEffect {
  readonly action: number;
}

const ALWAYS: Conjunction = [];

/**
 * Backward relevance: the literals a goal may depend on, and the actions that may bring one about. No plan needs
 * the others. What a relevant action deletes counts as well: the conditions of such an effect, and what keeps them
 * from holding, as that is a way to act and lose nothing.
 */
export function relevant(
  task: LiteralTask,
  budget: GroundingBudget,
): { readonly literals: LiteralSet; readonly actions: LiteralAction[] } {
  const literals = new Uint8Array(2 * task.facts);
  const chosen = new Uint8Array(task.actions.length);
  const changers: Changer[][] = Array.from({ length: task.facts }, () => []);
  task.actions.forEach((of, action) => {
    const { always, conditional } = of;
    budget.pass(sizeOf(of));
    for (const literal of always) changers[literal >> 1]?.push({ action, literal, when: ALWAYS });
    for (const { literal, when } of conditional) changers[literal >> 1]?.push({ action, literal, when });
  });
  const queue: FactLiteral[] = [];
  const mark = (conditions: Conjunction) => {
    for (const literal of conditions) {
      if (literals[literal] === 1) continue;
      literals[literal] = 1;
      queue.push(literal);
    }
  };
  const weigh = ({ literal, when }: LiteralEffect) => {
    const isLoss = literals[negated(literal)] === 1;
    if (isLoss || literals[literal] === 1) mark(when);
    if (isLoss) mark(when.map(negated));
  };
  const choose = (index: number) => {
    const action = task.actions[index];
    if (action === undefined || chosen[index] === 1) return;
    chosen[index] = 1;
    budget.pass(sizeOf(action));
    mark(action.precondition);
    action.conditional.forEach(weigh);
  };
  mark(task.goal);
  for (const wanted of queue) {
    for (const changer of changers[wanted >> 1] ?? []) {
      budget.pass(1 + changer.when.length);
      if (changer.literal === wanted) choose(changer.action);
      if (chosen[changer.action] === 1) weigh(changer);
    }
  }
  return { literals, actions: task.actions.filter((_, index) => chosen[index] === 1) };
}

/** How long a look at all of it takes, about. */
function sizeOf({ precondition, always, conditional }: LiteralAction): number {
  return 1 + precondition.length + always.length + conditional.length;
}
