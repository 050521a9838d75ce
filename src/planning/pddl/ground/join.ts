import type { GroundingBudget } from "./budget.ts";
import type { FormulaLiteral, Pattern, Term } from "./condition.ts";
import type { Range } from "./objects.ts";

/** Objects by slot. */
export type VariableBinding = Int32Array;

/** What an unbound slot holds. */
const UNBOUND = -1;

/** The object a term stands for, or `UNBOUND`. */
export function objectOf(term: Term, binding: VariableBinding): number {
  return term < 0 ? ~term : (binding[term] as number);
}

/** The tuple of a pattern, valid until the next call; `null` while a term is unbound. */
export function tupleOf({ terms }: Pattern, binding: VariableBinding): Int32Array | null {
  scratches[terms.length] ??= new Int32Array(terms.length);
  const tuple = scratches[terms.length] as Int32Array;
  for (let position = 0; position < terms.length; position++) {
    const object = objectOf(terms[position] as Term, binding);
    if (object === UNBOUND) return null;
    tuple[position] = object;
  }
  return tuple;
}

/** By arity: tuples are looked up at once, so one of each length serves all. */
const scratches: Int32Array[] = [];

/** Whether an equality or a literal of a static relation holds; `null` while a term is unbound. */
export function decide(literal: FormulaLiteral, binding: VariableBinding): boolean | null {
  if (literal.is === "equal") {
    const left = objectOf(literal.left, binding);
    const right = objectOf(literal.right, binding);
    if (left === UNBOUND || right === UNBOUND) return null;
    return (left === right) === literal.positive;
  }
  const tuple = tupleOf(literal.pattern, binding);
  if (tuple === null) return null;
  return literal.pattern.relation.find(tuple) >= 0 === literal.positive;
}

/**
 * Published atoms among which are all that match the pattern: the shortest list there is by an object bound, or
 * all of its relation.
 */
function candidates({ relation, terms }: Pattern, binding: VariableBinding): readonly number[] {
  let fewest = relation.published;
  for (let position = 0; position < terms.length; position++) {
    const object = objectOf(terms[position] as Term, binding);
    if (object === UNBOUND) continue;
    const list = relation.publishedWith(position, object);
    if (list.length < fewest.length) fewest = list;
  }
  return fewest;
}

/** Slots to bind so that atoms are published and filters hold. */
export interface JoinQuery {
  readonly slots: readonly number[];
  readonly atoms: readonly Pattern[];
  /** By slot: what can be decided once it is bound, along with the other slots of the filter. */
  readonly filters?: readonly (readonly FormulaLiteral[])[];
}

/** The atom just published, and which of the query's atoms it is. */
export interface NewestAtom {
  readonly index: number;
  readonly atom: number;
}

/**
 * Binds the slots of a query in every way there is, one after the other; all other slots of its atoms are bound
 * before. Depth first: the next atom is always the one with the fewest candidates, as listed by the objects bound so
 * far, so that static atoms of few tuples come first and a dead end is seen at once.
 * @param newest the atom that one of the query's must be: those before it must match older ones, or a way came twice
 */
export function* join(
  { slots, atoms, filters }: JoinQuery,
  binding: VariableBinding,
  ranges: readonly Range[],
  budget: GroundingBudget,
  newest: NewestAtom | null = null,
): Generator<void> {
  const all = [...atoms.keys()];
  // A reader that saw enough may have left them bound.
  for (const slot of slots) binding[slot] = UNBOUND;
  if (newest === null) yield* extend(all);
  else yield* match(newest.index, newest.atom, all);

  function* extend(left: readonly number[]): Generator<void> {
    budget.step(1 + left.length);
    const open: number[] = [];
    let next = -1;
    let fewest: readonly number[] = [];
    for (const index of left) {
      const pattern = atoms[index] as Pattern;
      const tuple = tupleOf(pattern, binding);
      if (tuple !== null) {
        if (!isVisible(index, pattern.relation.find(tuple))) return;
        continue;
      }
      const found = candidates(pattern, binding);
      if (found.length === 0) return;
      open.push(index);
      if (next >= 0 && found.length >= fewest.length) continue;
      next = index;
      fewest = found;
    }
    if (next < 0) yield* bindTheRest(0);
    for (const atom of fewest) {
      budget.step();
      if (isVisible(next, atom)) yield* match(next, atom, open);
    }
  }
  /** Goes on with the atoms left where this one is the atom of the index. */
  function* match(index: number, atom: number, left: readonly number[]): Generator<void> {
    const { relation, terms } = atoms[index] as Pattern;
    const bound: number[] = [];
    const fits = terms.every((term, position) => {
      const object = relation.at(atom, position);
      const known = objectOf(term, binding);
      if (known !== UNBOUND) return known === object;
      bound.push(term);
      return bind(term, object);
    });
    if (fits) yield* extend(left.filter((other) => other !== index));
    for (const slot of bound) binding[slot] = UNBOUND;
  }
  /** Slots in no atom stand for anything of their type. */
  function* bindTheRest(from: number): Generator<void> {
    let index = from;
    while (index < slots.length && binding[slots[index] as number] !== UNBOUND) index++;
    const slot = slots[index];
    if (slot === undefined) {
      yield;
      return;
    }
    for (const object of ranges[slot]?.objects ?? []) {
      budget.step();
      if (bind(slot, object)) yield* bindTheRest(index + 1);
    }
    binding[slot] = UNBOUND;
  }
  /** False when the object is out of range, or a filter now decided fails. */
  function bind(slot: number, object: number): boolean {
    if (ranges[slot]?.has[object] !== 1) return false;
    binding[slot] = object;
    return filters?.[slot]?.every((filter) => decide(filter, binding) !== false) ?? true;
  }
  function isVisible(index: number, atom: number): boolean {
    const { relation } = atoms[index] as Pattern;
    if (atom < 0 || atom >= relation.published.length) return false;
    if (newest === null || index >= newest.index || atom !== newest.atom) return true;
    return relation !== atoms[newest.index]?.relation;
  }
}
