import type { GroundAtom } from "../ast.ts";
import type { GroundingBudget } from "./budget.ts";
import type { JoinClause } from "./clauses.ts";
import { decide, join, type NewestAtom, tupleOf, type VariableBinding } from "./join.ts";
import type { Objects } from "./objects.ts";
import type { AtomRelation } from "./relation.ts";
import { type JoinRule, rulesOf, type Schema } from "./schema.ts";

/** An atom of a changing relation. Its place in the list of all of them is its number. */
export interface Fact {
  readonly relation: AtomRelation;
  readonly atom: number;
}

/** An action found to be reachable in one way: objects for its parameters. */
export interface Match {
  readonly schema: Schema;
  readonly way: JoinClause;
  readonly objects: Int32Array;
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
    this.#run(schemas.flatMap(rulesOf).filter((rule) => rule.fixed.every(isTrue)));
  }

  #run(rules: readonly JoinRule[]): void {
    const wakes = new Map<AtomRelation, { readonly rule: JoinRule; readonly index: number }[]>();
    for (const rule of rules) {
      const changing = rule.atoms.flatMap(({ relation }, index) => (relation.isStatic ? [] : [{ relation, index }]));
      if (changing.length === 0) this.#join(rule, null);
      for (const { relation, index } of changing) {
        const woken = wakes.get(relation) ?? [];
        woken.push({ rule, index });
        wakes.set(relation, woken);
      }
    }
    for (const { relation } of this.facts) {
      const atom = relation.publishNext();
      for (const { rule, index } of wakes.get(relation) ?? []) this.#join(rule, { index, atom });
    }
  }

  #join(rule: JoinRule, newest: NewestAtom | null): void {
    const binding = new Int32Array(rule.schema.ranges.length);
    for (const _ of join(rule, binding, rule.schema.ranges, this.#budget, newest)) this.#apply(rule, binding);
  }

  #apply(rule: JoinRule, binding: VariableBinding): void {
    if (rule.way !== null) {
      this.#budget.action();
      this.matches.push({ schema: rule.schema, way: rule.way, objects: binding.slice(0, rule.schema.parameters) });
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
