import { candidates, objectOf, tupleOf, UNBOUND, type VariableBinding } from "./binding.ts";
import type { GroundingBudget } from "./budget.ts";
import type { Pattern, Term } from "./condition.ts";
import type { Range } from "./objects.ts";

/** Variables that a quantifier binds, and the static atoms that must hold for an instance to matter. */
export interface Quantifier {
  readonly slots: readonly number[];
  readonly premises: readonly Pattern[];
}

/**
 * Binds the slots of a quantifier in every way for which its premises hold, one after the other; all other slots of
 * the premises are bound before. Joined from the premises, fewest candidates first: of a thousand objects, one task
 * may take two.
 */
export function* instances(
  { slots, premises }: Quantifier,
  binding: VariableBinding,
  ranges: readonly Range[],
  budget: GroundingBudget,
): Generator<void> {
  // A reader that saw enough may have left them bound.
  for (const slot of slots) binding[slot] = UNBOUND;
  yield* byPremises(premises);

  function* byPremises(left: readonly Pattern[]): Generator<void> {
    budget.step(1 + left.length);
    const open: Pattern[] = [];
    let next: Pattern | undefined;
    let fewest: readonly number[] = [];
    for (const premise of left) {
      const tuple = tupleOf(premise, binding);
      if (tuple !== null) {
        if (premise.relation.find(tuple) < 0) return;
        continue;
      }
      open.push(premise);
      const atoms = candidates(premise, binding);
      if (next !== undefined && atoms.length >= fewest.length) continue;
      next = premise;
      fewest = atoms;
    }
    if (next === undefined) {
      yield* byRange(0);
      return;
    }
    for (const atom of fewest) {
      budget.step();
      const bound: number[] = [];
      if (unify(next, atom, bound)) yield* byPremises(open);
      for (const slot of bound) binding[slot] = UNBOUND;
    }
  }
  /** Slots in no premise stand for anything of their type. */
  function* byRange(from: number): Generator<void> {
    let index = from;
    while (index < slots.length && binding[slots[index] as number] !== UNBOUND) index++;
    const slot = slots[index];
    if (slot === undefined) {
      yield;
      return;
    }
    for (const object of ranges[slot]?.objects ?? []) {
      budget.step();
      binding[slot] = object;
      yield* byRange(index + 1);
    }
    binding[slot] = UNBOUND;
  }
  function unify({ relation, terms }: Pattern, atom: number, bound: number[]): boolean {
    return terms.every((term: Term, position) => {
      const object = relation.at(atom, position);
      const known = objectOf(term, binding);
      if (known !== UNBOUND) return known === object;
      if (ranges[term]?.has[object] !== 1) return false;
      binding[term] = object;
      bound.push(term);
      return true;
    });
  }
}
