import { type GroundingBudget, GroundingExhausted } from "./budget.ts";
import type { FormulaLiteral, Junction, NormalForm, Quantified } from "./condition.ts";
import { decide, join, tupleOf, type VariableBinding } from "./join.ts";
import type { Range } from "./objects.ts";

/** A fact that must hold, `2 * fact`, or must not, `2 * fact + 1`. */
export type FactLiteral = number;

/** Literals that must all hold, ascending and without repetition. */
export type Conjunction = readonly FactLiteral[];

/** Ways to meet one condition: past so many, the disjunctive normal form is the wrong tool. */
const MAX_WAYS = 16_384;

const TRUE: readonly Conjunction[] = [[]];
const FALSE: readonly Conjunction[] = [];

export function negated(literal: FactLiteral): FactLiteral {
  return literal ^ 1;
}

/**
 * The disjunctive normal form of a condition whose free slots are bound. Static atoms, equality and atoms that
 * can't be reached are decided: a quantifier over a false static premise leaves nothing behind.
 */
export function waysToMeet(
  condition: NormalForm,
  binding: VariableBinding,
  ranges: readonly Range[],
  budget: GroundingBudget,
): readonly Conjunction[] {
  const ways = (of: NormalForm): readonly Conjunction[] => {
    budget.step();
    switch (of.is) {
      case "atom":
      case "equal":
        return waysOfLiteral(of, binding);
      case "and":
        return all(parts(of), budget);
      case "or":
        return any(parts(of));
      case "forall":
        return all(each(of), budget);
      case "exists":
        return any(each(of));
    }
  };
  function* parts(of: Junction): Generator<readonly Conjunction[]> {
    for (const part of of.of) yield ways(part);
  }
  function* each(of: Quantified): Generator<readonly Conjunction[]> {
    for (const _ of join({ slots: of.slots, atoms: of.premises }, binding, ranges, budget)) yield ways(of.of);
  }
  return ways(condition);
}

function waysOfLiteral(literal: FormulaLiteral, binding: VariableBinding): readonly Conjunction[] {
  if (literal.is === "equal" || literal.pattern.relation.isStatic) return decide(literal, binding) ? TRUE : FALSE;
  const { relation } = literal.pattern;
  const tuple = tupleOf(literal.pattern, binding);
  const fact = tuple === null ? undefined : relation.facts[relation.find(tuple)];
  if (fact === undefined) return literal.positive ? FALSE : TRUE;
  return [[2 * fact + (literal.positive ? 0 : 1)]];
}

function all(parts: Iterable<readonly Conjunction[]>, budget: GroundingBudget): readonly Conjunction[] {
  const certain: FactLiteral[] = [];
  const choices: (readonly Conjunction[])[] = [];
  for (const part of parts) {
    const [way, ...others] = part;
    if (way === undefined) return FALSE;
    if (others.length === 0) certain.push(...way);
    else choices.push(part);
  }
  const way = conjunctionOf(certain);
  return way === null ? FALSE : choices.reduce((ways, choice) => both(ways, choice, budget), [way]);
}

function any(parts: Iterable<readonly Conjunction[]>): readonly Conjunction[] {
  const found = new Map<string, Conjunction>();
  for (const part of parts) {
    for (const way of part) {
      if (way.length === 0) return TRUE;
      found.set(way.join(), way);
      if (found.size > MAX_WAYS) throw new GroundingExhausted("actions");
    }
  }
  return [...found.values()];
}

/** Every way to meet one of the left and one of the right. */
export function both(
  left: readonly Conjunction[],
  right: readonly Conjunction[],
  budget: GroundingBudget,
): readonly Conjunction[] {
  if (left.length * right.length > MAX_WAYS) throw new GroundingExhausted("actions");
  const found = new Map<string, Conjunction>();
  for (const one of left) {
    for (const other of right) {
      budget.step(one.length + other.length);
      const way = conjunctionOf([...one, ...other]);
      if (way !== null) found.set(way.join(), way);
    }
  }
  return [...found.values()];
}

/** The literals sorted, each once; `null` when two contradict each other. */
export function conjunctionOf(literals: readonly FactLiteral[]): Conjunction | null {
  const sorted = literals.toSorted((a, b) => a - b);
  let isPlain = true;
  for (let index = 1; index < sorted.length; index++) {
    const [before, here] = [sorted[index - 1] as number, sorted[index] as number];
    if (here === negated(before)) return null;
    if (here === before) isPlain = false;
  }
  return isPlain ? sorted : [...new Set(sorted)];
}
