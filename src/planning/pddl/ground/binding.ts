import type { FormulaLiteral, Pattern, Term } from "./condition.ts";

/** Objects by slot. */
export type VariableBinding = Int32Array;

/** What an unbound slot holds. */
export const UNBOUND = -1;

/** The object a term stands for, or `UNBOUND`. */
export function objectOf(term: Term, binding: VariableBinding): number {
  return term < 0 ? ~term : (binding[term] as number);
}

/** The tuple of a pattern, valid until the next call; `null` while a term is unbound. */
export function tupleOf(pattern: Pattern, binding: VariableBinding): Int32Array | null {
  const { terms } = pattern;
  const tuple = scratch(terms.length);
  for (let position = 0; position < terms.length; position++) {
    const object = objectOf(terms[position] as Term, binding);
    if (object === UNBOUND) return null;
    tuple[position] = object;
  }
  return tuple;
}

/**
 * Published atoms among which are all that match the pattern: the shortest list there is by an object bound, or
 * all of its relation.
 */
export function candidates({ relation, terms }: Pattern, binding: VariableBinding): readonly number[] {
  let fewest = relation.published;
  for (let position = 0; position < terms.length; position++) {
    const object = objectOf(terms[position] as Term, binding);
    if (object === UNBOUND) continue;
    const list = relation.publishedWith(position, object);
    if (list.length < fewest.length) fewest = list;
  }
  return fewest;
}

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

/** By arity: tuples are looked up at once, so one of each length serves all. */
const scratches: Int32Array[] = [];

function scratch(arity: number): Int32Array {
  let tuple = scratches[arity];
  if (tuple === undefined) {
    tuple = new Int32Array(arity);
    scratches[arity] = tuple;
  }
  return tuple;
}
