import type { ActionSchema, Cost, Effect, Problem } from "../ast.ts";
import { clausesOf, type JoinClause } from "./clauses.ts";
import {
  conditionOf,
  type FormulaLiteral,
  type NormalForm,
  type Pattern,
  premisesOf,
  SchemaScope,
  type Term,
} from "./condition.ts";
import type { Objects, Range } from "./objects.ts";
import type { AtomRelation } from "./relation.ts";

/** An action schema with its variables as slots: the parameters first, in order. */
export interface Schema {
  readonly name: string;
  readonly parameters: number;
  readonly ranges: readonly Range[];
  /** Ways to meet the precondition. */
  readonly ways: readonly JoinClause[];
  readonly effects: readonly SchemaEffect[];
  readonly cost: SchemaCost;
}

export interface SchemaEffect {
  readonly adds: boolean;
  readonly pattern: Pattern;
  /** Slots it holds for all of. */
  readonly slots: readonly number[];
  readonly condition: NormalForm | null;
  /** Static atoms without which the condition is false. */
  readonly premises: readonly Pattern[];
}

export type SchemaCost = number | { readonly function: string; readonly terms: readonly Term[] };

/** What a join finds the matches of. */
export interface JoinRule {
  readonly schema: Schema;
  /** Of a rule whose matches are actions, the way to act; `null` where the rule only says what can be added. */
  readonly way: JoinClause | null;
  readonly slots: readonly number[];
  readonly atoms: readonly Pattern[];
  /** What can be decided before anything is bound. */
  readonly fixed: readonly FormulaLiteral[];
  /** By slot: what can be decided once it is bound, along with the other slots of the filter. */
  readonly filters: readonly (readonly FormulaLiteral[])[];
  /** Atoms that a match makes reachable. */
  readonly adds: readonly Pattern[];
}

export function schemaOf(
  action: ActionSchema,
  objects: Objects,
  relations: ReadonlyMap<string, AtomRelation>,
  metric: Problem["metric"],
): Schema {
  const { scope, slots } = new SchemaScope(objects, relations).within(action.parameters);
  const ways = clausesOf(conditionOf(action.precondition, scope));
  return {
    name: action.name,
    parameters: slots.length,
    ways,
    effects: action.effect.map((effect) => effectOf(effect, scope)),
    cost: costOf(action.cost, scope, metric),
    ranges: scope.ranges,
  };
}

function effectOf(effect: Effect, outer: SchemaScope): SchemaEffect {
  const { scope, slots } = outer.within(effect.variables);
  const condition = effect.condition === null ? null : conditionOf(effect.condition, scope);
  return {
    adds: effect.do === "add",
    pattern: scope.pattern(effect.atom),
    slots,
    condition,
    premises: condition === null ? [] : premisesOf(condition),
  };
}

function costOf(cost: Cost | null, scope: SchemaScope, metric: Problem["metric"]): SchemaCost {
  if (metric === null) return 1;
  if (cost === null) return 0;
  if (cost.is === "number") return cost.value;
  return { function: cost.function, terms: cost.terms.map((term) => scope.term(term)) };
}

/** One rule for each way to act, and one for each effect that needs more than the action does. */
export function rulesOf(schema: Schema): readonly JoinRule[] {
  const adding = schema.effects.filter((effect) => effect.adds);
  const parameters = Array.from({ length: schema.parameters }, (_, slot) => slot);
  const plain = adding.filter(isPlain).map(({ pattern }) => pattern);
  const others = adding.filter((effect) => !isPlain(effect));
  return [
    ...schema.ways.map((way) => ruleOf(schema, way, { way, slots: parameters, adds: plain })),
    ...others.flatMap(({ condition, slots, pattern }) => {
      const bodies = condition === null ? schema.ways : clausesOf(condition, schema.ways);
      const rule = { way: null, slots: [...parameters, ...slots], adds: [pattern] };
      return bodies.map((body) => ruleOf(schema, body, rule));
    }),
  ];
}

/** It happens whenever the action does, once. */
export function isPlain(effect: SchemaEffect): boolean {
  return effect.condition === null && effect.slots.length === 0;
}

function ruleOf(
  schema: Schema,
  { atoms, filters }: JoinClause,
  rule: Pick<JoinRule, "way" | "slots" | "adds">,
): JoinRule {
  const decidable = filters.filter(
    (filter) => filter.is === "equal" || (!filter.positive && filter.pattern.relation.isStatic),
  );
  return {
    ...rule,
    schema,
    atoms,
    fixed: decidable.filter((filter) => termsOf(filter).every((term) => term < 0)),
    filters: schema.ranges.map((_, slot) => decidable.filter((filter) => termsOf(filter).includes(slot))),
  };
}

function termsOf(literal: FormulaLiteral): readonly Term[] {
  return literal.is === "equal" ? [literal.left, literal.right] : [...literal.pattern.terms];
}
