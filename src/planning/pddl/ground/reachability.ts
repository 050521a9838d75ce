import type { GroundAtom } from "../ast.ts";
import { decide, tupleOf, type VariableBinding } from "./binding.ts";
import type { GroundingBudget } from "./budget.ts";
import type { JoinClause } from "./clauses.ts";
import { Join } from "./join.ts";
import type { Objects } from "./objects.ts";
import type { AtomRelation } from "./relation.ts";
import { type JoinRule, rulesOf, type Schema } from "./schema.ts";

/** An atom of a changing relation. Its place in the list of all of them is its number. */
export interface Fact {
  readonly relation: AtomRelation;
  readonly atom: number;
}

/** An action found to be reachable: values for the slots of the way in which its precondition is met. */
export interface Match {
  readonly schema: Schema;
  readonly way: JoinClause;
  readonly objects: readonly number[];
}

/**
 * Relaxed reachability: what can become true, and what can be done, if nothing is ever deleted and negative
 * preconditions on changing atoms are met. Semi-naive, as in Datalog: a new atom is joined with older ones only,
 * so each action is found once.
 */
export class Reachability {
  readonly facts: Fact[] = [];
  readonly matches: Match[] = [];
  /** How many of the facts hold at the start: they come first. */
  readonly initial: number;
  readonly #budget: GroundingBudget;

  constructor(
    objects: Objects,
    relations: ReadonlyMap<string, AtomRelation>,
    init: readonly GroundAtom[],
    schemas: readonly Schema[],
    budget: GroundingBudget,
  ) {
    this.#budget = budget;
    for (const { predicate, terms } of init) {
      const relation = relations.get(predicate);
      if (relation !== undefined)
        this.#reach(
          relation,
          Int32Array.from(terms, (term) => objects.number(term)),
        );
    }
    this.initial = this.facts.length;
    for (const relation of relations.values()) {
      while (relation.isStatic && relation.published.length < relation.count) relation.publishNext();
    }
    this.#run(schemas.flatMap((schema) => rulesOf(schema)).filter((rule) => rule.fixed.every(isTrue)));
  }

  #run(rules: readonly JoinRule[]): void {
    const wakes = new Map<AtomRelation, { readonly join: Join; readonly index: number }[]>();
    for (const rule of rules) {
      const join = new Join(rule, this.#budget, (of, binding) => this.#apply(of, binding));
      const changing = rule.atoms.flatMap(({ relation }, index) => (relation.isStatic ? [] : [{ relation, index }]));
      if (changing.length === 0) join.all();
      for (const { relation, index } of changing) {
        const woken = wakes.get(relation) ?? [];
        woken.push({ join, index });
        wakes.set(relation, woken);
      }
    }
    for (const { relation } of this.facts) {
      const atom = relation.publishNext();
      for (const { join, index } of wakes.get(relation) ?? []) join.withNew(index, atom);
    }
  }

  #apply(rule: JoinRule, binding: VariableBinding): void {
    if (rule.way !== null) {
      this.#budget.action();
      const objects = rule.way.slots.map((slot) => binding[slot] as number);
      this.matches.push({ schema: rule.schema, way: rule.way, objects });
    }
    for (const pattern of rule.adds) {
      const tuple = tupleOf(pattern, binding);
      if (tuple !== null) this.#reach(pattern.relation, tuple);
    }
  }

  #reach(relation: AtomRelation, tuple: Int32Array): void {
    const atom = relation.intern(tuple);
    if (relation.isStatic || atom < relation.facts.length) return;
    this.#budget.atom();
    relation.facts.push(this.facts.push({ relation, atom }) - 1);
  }
}

function isTrue(literal: Parameters<typeof decide>[0]): boolean {
  return decide(literal, new Int32Array(0)) === true;
}
