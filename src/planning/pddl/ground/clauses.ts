import type { FormulaLiteral, NormalForm, Pattern } from "./condition.ts";

/**
 * One way to meet a condition: a conjunction as a join can work through it. What it can't use is decided when every
 * variable is bound.
 */
export interface JoinClause {
  readonly atoms: readonly Pattern[];
  /** Equalities and negative literals. */
  readonly filters: readonly FormulaLiteral[];
  /** Quantifiers, and disjunctions past the bound. */
  readonly rest: readonly NormalForm[];
}

/** Past so many ways, a disjunction is left whole: three choices of four. */
const MAX_CLAUSES = 64;

const ANY: JoinClause = { atoms: [], filters: [], rest: [] };

/** Every way to meet the condition, and one of those given; none when it can't be met. */
export function clausesOf(condition: NormalForm, given: readonly JoinClause[] = [ANY]): readonly JoinClause[] {
  if (condition.is === "and") return condition.of.reduce((clauses, part) => clausesOf(part, clauses), given);
  const ways = condition.is === "or" ? condition.of.flatMap((part) => clausesOf(part)) : [clauseOf(condition)];
  const kept = ways.length * given.length <= MAX_CLAUSES ? ways : [{ ...ANY, rest: [condition] }];
  return given.flatMap((one) =>
    kept.map((other) => ({
      atoms: [...one.atoms, ...other.atoms],
      filters: [...one.filters, ...other.filters],
      rest: [...one.rest, ...other.rest],
    })),
  );
}

function clauseOf(condition: NormalForm): JoinClause {
  if (condition.is === "atom" && condition.positive) return { ...ANY, atoms: [condition.pattern] };
  if (condition.is === "atom" || condition.is === "equal") return { ...ANY, filters: [condition] };
  return { ...ANY, rest: [condition] };
}
