import type { FormulaLiteral, NormalForm, Pattern } from "./condition.ts";

/**
 * One way to meet a condition: a conjunction a join can work through. What a join can't use (universal
 * quantifiers, and disjunctions past the bound) stays in `rest`, to be decided when every variable is bound.
 */
export interface JoinClause {
  /** Slots to bind, those of existential variables among them. */
  readonly slots: readonly number[];
  readonly atoms: readonly Pattern[];
  /** Equalities and negative literals. */
  readonly filters: readonly FormulaLiteral[];
  readonly rest: readonly NormalForm[];
}

/** Past so many ways, a disjunction is left whole: three choices of four, and a few. */
const MAX_CLAUSES = 64;

const ANY: JoinClause = { slots: [], atoms: [], filters: [], rest: [] };

/** Every way to meet the condition; none when it can't be met. */
export function clausesOf(condition: NormalForm): readonly JoinClause[] {
  switch (condition.is) {
    case "atom":
      return [condition.positive ? { ...ANY, atoms: [condition.pattern] } : { ...ANY, filters: [condition] }];
    case "equal":
      return [{ ...ANY, filters: [condition] }];
    case "forall":
      return [{ ...ANY, rest: [condition] }];
    case "exists":
      return clausesOf(condition.of).map((clause) => ({ ...clause, slots: [...condition.slots, ...clause.slots] }));
    case "or": {
      const clauses = condition.of.flatMap((part) => clausesOf(part));
      return clauses.length > MAX_CLAUSES ? [{ ...ANY, rest: [condition] }] : clauses;
    }
    case "and":
      return condition.of.reduce<readonly JoinClause[]>(narrowed, [ANY]);
  }
}

/** The ways that meet the condition too. */
export function narrowed(ways: readonly JoinClause[], condition: NormalForm): readonly JoinClause[] {
  const more = clausesOf(condition);
  return product(ways, ways.length * more.length <= MAX_CLAUSES ? more : [{ ...ANY, rest: [condition] }]);
}

/** Every way to meet one of the left and one of the right. */
function product(left: readonly JoinClause[], right: readonly JoinClause[]): readonly JoinClause[] {
  return left.flatMap((one) =>
    right.map((other) => ({
      slots: [...one.slots, ...other.slots],
      atoms: [...one.atoms, ...other.atoms],
      filters: [...one.filters, ...other.filters],
      rest: [...one.rest, ...other.rest],
    })),
  );
}
