import type { ConditionalEffect, GroundAction, GroundTask } from "../ground-task.ts";
import type { GroundingBudget } from "./budget.ts";
import type { LiteralEffect } from "./instantiate.ts";
import type { LiteralSet, LiteralTask } from "./prune.ts";
import { type Conjunction, type FactLiteral, negated } from "./ways.ts";

const NONE = new Int32Array(0);

/**
 * Literals become atoms: a relevant negative one is a complementary atom, added by what deletes its opposite.
 * Actions of one name that do the same become one.
 */
export function assemble(
  { init, goal, actions }: LiteralTask,
  literals: LiteralSet,
  name: (literal: FactLiteral) => string,
  budget: GroundingBudget,
): GroundTask {
  const atoms: string[] = [];
  const atomOf = new Int32Array(literals.length).fill(-1);
  literals.forEach((isRelevant, literal) => {
    if (isRelevant === 1) atomOf[literal] = atoms.push(name(literal)) - 1;
  });
  /** Those of them that are relevant. */
  const numbered = (of: Conjunction) => {
    budget.pass(1 + of.length);
    let count = 0;
    for (const literal of of) count += literals[literal] as number;
    if (count === 0) return NONE;
    const found = new Int32Array(count);
    for (const literal of of) if (literals[literal] === 1) found[--count] = atomOf[literal] as number;
    return found.reverse();
  };
  const grounded = actions.map((action): GroundAction => {
    const { precondition, always, conditional, cost, hidden } = action;
    return {
      name: action.name,
      preconditions: numbered(precondition),
      add: numbered(always),
      delete: numbered(always.map(negated)),
      conditional: conditional.length === 0 ? UNCONDITIONAL : conditionals(conditional, numbered),
      cost,
      hidden,
    };
  });
  return { atoms, init: numbered(init), goal: numbered(goal), actions: withoutTwins(grounded) };
}

const UNCONDITIONAL: readonly ConditionalEffect[] = [];

function conditionals(
  effects: readonly LiteralEffect[],
  numbered: (of: Conjunction) => Int32Array,
): ConditionalEffect[] {
  const groups = new Map<string, { readonly when: Conjunction; readonly made: Set<FactLiteral> }>();
  for (const { when, literal } of effects) {
    const group = groups.get(when.join()) ?? { when, made: new Set() };
    group.made.add(literal);
    groups.set(when.join(), group);
  }
  return [...groups.values()]
    .map(({ when, made }) => ({ when, add: numbered([...made]), delete: numbered([...made].map(negated)) }))
    .filter((effect) => effect.add.length + effect.delete.length > 0)
    .map(({ when, ...changes }) => ({ condition: numbered(when), ...changes }));
}

/** Ways to meet a precondition may turn out the same; only actions of one name are compared. */
function withoutTwins(actions: readonly GroundAction[]): GroundAction[] {
  const seen = new Map<string, Set<string>>();
  return actions.filter((action, index) => {
    const isAlone = actions[index - 1]?.name !== action.name && actions[index + 1]?.name !== action.name;
    if (isAlone && !seen.has(action.name)) return true;
    const twins = seen.get(action.name) ?? new Set();
    seen.set(action.name, twins);
    const content = [...action.preconditions].join();
    if (twins.has(content)) return false;
    twins.add(content);
    return true;
  });
}
