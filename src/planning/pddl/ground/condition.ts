import type { Formula, TypedName } from "../ast.ts";
import type { Objects, Range } from "./objects.ts";
import type { AtomRelation } from "./relation.ts";

/** A variable by its slot in a binding, 0 or more; an object as its complement `~object`, below 0. */
export type Term = number;

/** An atom whose terms are yet to be bound. */
export interface Pattern {
  readonly relation: AtomRelation;
  readonly terms: Int32Array;
}

/** A formula in negation normal form: `not` and `imply` are gone, negation is on atoms and equality only. */
export type NormalForm = FormulaLiteral | Junction | Quantified;

export type FormulaLiteral =
  | { readonly is: "atom"; readonly pattern: Pattern; readonly positive: boolean }
  | { readonly is: "equal"; readonly left: Term; readonly right: Term; readonly positive: boolean };

export interface Junction {
  readonly is: "and" | "or";
  readonly of: readonly NormalForm[];
}

export interface Quantified {
  readonly is: "forall" | "exists";
  readonly slots: readonly number[];
  /** Static atoms without which an instance of `of` is false (of "exists") or true (of "forall"): they tell nothing. */
  readonly premises: readonly Pattern[];
  readonly of: NormalForm;
}

/** The variables of one action schema: every one of them, quantified ones too, has a slot of its own. */
export class SchemaScope {
  readonly ranges: Range[];
  readonly #objects: Objects;
  readonly #relations: ReadonlyMap<string, AtomRelation>;
  readonly #slots: ReadonlyMap<string, number>;

  constructor(
    objects: Objects,
    relations: ReadonlyMap<string, AtomRelation>,
    ranges: Range[] = [],
    slots: ReadonlyMap<string, number> = new Map(),
  ) {
    this.#objects = objects;
    this.#relations = relations;
    this.ranges = ranges;
    this.#slots = slots;
  }

  /** The scope inside a quantifier, and the slots of its variables. The ranges are shared. */
  within(variables: readonly TypedName[]): { readonly scope: SchemaScope; readonly slots: readonly number[] } {
    const named = new Map(this.#slots);
    const slots = variables.map((variable) => {
      const slot = this.ranges.push(this.#objects.range(variable)) - 1;
      named.set(variable.name, slot);
      return slot;
    });
    return { scope: new SchemaScope(this.#objects, this.#relations, this.ranges, named), slots };
  }

  term(name: string): Term {
    return this.#slots.get(name) ?? ~this.#objects.number(name);
  }

  pattern(atom: { readonly predicate: string; readonly terms: readonly string[] }): Pattern {
    const relation = this.#relations.get(atom.predicate);
    if (relation === undefined) throw new Error(`No predicate is called ${atom.predicate}.`);
    return { relation, terms: Int32Array.from(atom.terms, (term) => this.term(term)) };
  }
}

/** The formula, or its negation, in negation normal form. */
export function conditionOf(formula: Formula, scope: SchemaScope, positive = true): NormalForm {
  switch (formula.is) {
    case "atom":
      return { is: "atom", pattern: scope.pattern(formula), positive };
    case "equal":
      return { is: "equal", left: scope.term(formula.left), right: scope.term(formula.right), positive };
    case "not":
      return conditionOf(formula.of, scope, !positive);
    case "and":
    case "or":
      return {
        is: (formula.is === "and") === positive ? "and" : "or",
        of: formula.of.map((part) => conditionOf(part, scope, positive)),
      };
    case "imply":
      return {
        is: positive ? "or" : "and",
        of: [conditionOf(formula.if, scope, !positive), conditionOf(formula.then, scope, positive)],
      };
    case "forall":
    case "exists": {
      const inner = scope.within(formula.variables);
      const is = (formula.is === "forall") === positive ? "forall" : "exists";
      const of = conditionOf(formula.of, inner.scope, positive);
      return { is, slots: inner.slots, premises: premisesOf(of, is === "exists"), of };
    }
  }
}

/** The static atoms without which the condition is false (`holds`), or without which its negation is. */
export function premisesOf(condition: NormalForm, holds = true): readonly Pattern[] {
  if (condition.is === "atom") {
    return condition.pattern.relation.isStatic && condition.positive === holds ? [condition.pattern] : [];
  }
  return condition.is === (holds ? "and" : "or") ? condition.of.flatMap((part) => premisesOf(part, holds)) : [];
}
