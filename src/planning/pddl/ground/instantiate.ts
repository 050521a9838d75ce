import { PddlError } from "../error.ts";
import type { GroundingBudget } from "./budget.ts";
import type { JoinClause } from "./clauses.ts";
import type { FormulaLiteral, Pattern } from "./condition.ts";
import { join, objectOf, tupleOf, type VariableBinding } from "./join.ts";
import type { Objects } from "./objects.ts";
import type { Match } from "./reachability.ts";
import { isPlain, type Schema, type SchemaEffect } from "./schema.ts";
import { both, type Conjunction, conjunctionOf, type FactLiteral, negated, waysToMeet } from "./ways.ts";

/** An action over literals, before complements are made: an even effect adds, an odd one deletes. */
export interface LiteralAction {
  readonly name: string;
  readonly precondition: Conjunction;
  readonly always: Conjunction;
  readonly conditional: readonly LiteralEffect[];
  readonly cost: number;
  readonly hidden: boolean;
}

export interface LiteralEffect {
  /** What it needs beyond the precondition. */
  readonly when: Conjunction;
  readonly literal: FactLiteral;
}

/** Initial values of functions, by `functionKey`. */
export type FunctionValues = ReadonlyMap<string, number>;

export function functionKey(name: string, objects: Iterable<number>): string {
  return `${name} ${[...objects].join(" ")}`;
}

/**
 * The ground actions of a match: several where its precondition can be met in several ways.
 * @throws PddlError `meaning` when what it costs is a function without a value
 */
export function instantiate(
  match: Match,
  objects: Objects,
  values: FunctionValues,
  budget: GroundingBudget,
): LiteralAction[] {
  const { schema, way } = match;
  budget.pass(1 + way.atoms.length + schema.effects.length);
  const binding = new Int32Array(schema.ranges.length);
  binding.set(match.objects);
  const cost = costOf(schema, binding, objects, values);
  let name = `(${schema.name}`;
  for (let index = 0; index < schema.parameters; index++) name += ` ${objects.names[match.objects[index] as number]}`;
  name += ")";
  const ways = preconditions(way, schema, binding, budget);
  // The match was counted when it was found.
  budget.action(Math.max(0, ways.length - 1));
  return ways.map((precondition) => ({
    name,
    precondition,
    ...effectsOf(schema, precondition, binding, budget),
    cost,
    hidden: false,
  }));
}

function costOf({ cost }: Schema, binding: VariableBinding, { names }: Objects, values: FunctionValues): number {
  if (typeof cost === "number") return cost;
  const terms = cost.terms.map((term) => objectOf(term, binding));
  const value = values.get(functionKey(cost.function, terms));
  if (value !== undefined) return value;
  const name = [cost.function, ...terms.map((term) => names[term])].join(" ");
  throw new PddlError("meaning", `the function (${name}) has no value`, null);
}

function preconditions(
  way: JoinClause,
  schema: Schema,
  binding: VariableBinding,
  budget: GroundingBudget,
): readonly Conjunction[] {
  const literals: FactLiteral[] = [];
  for (const pattern of way.atoms) {
    const fact = factOf(pattern, binding);
    if (fact !== undefined) literals.push(2 * fact);
  }
  for (const filter of way.filters) {
    const fact = isNegative(filter) ? factOf(filter.pattern, binding) : undefined;
    if (fact !== undefined) literals.push(2 * fact + 1);
  }
  const certain = conjunctionOf(literals);
  if (certain === null) return [];
  return way.rest.reduce<readonly Conjunction[]>(
    (ways, condition) => both(ways, waysToMeet(condition, binding, schema.ranges, budget), budget),
    [certain],
  );
}

function isNegative(literal: FormulaLiteral): literal is Extract<FormulaLiteral, { is: "atom" }> {
  return literal.is === "atom" && !literal.positive;
}

/** `undefined` for atoms that are static, or can't be reached. */
function factOf(pattern: Pattern, binding: VariableBinding): number | undefined {
  const tuple = tupleOf(pattern, binding);
  return tuple === null ? undefined : pattern.relation.facts[pattern.relation.find(tuple)];
}

type Effects = Pick<LiteralAction, "always" | "conditional">;

const NONE: readonly LiteralEffect[] = [];

function effectsOf(
  schema: Schema,
  precondition: Conjunction,
  binding: VariableBinding,
  budget: GroundingBudget,
): Effects {
  const always: FactLiteral[] = [];
  const conditional: LiteralEffect[] = [];
  for (const effect of schema.effects) {
    if (isPlain(effect)) collect(effect, []);
    else forAll(effect);
  }
  return conditional.length === 0
    ? { always: additionsFirst(always), conditional: NONE }
    : apart(always, conditional, budget);

  function forAll(effect: SchemaEffect): void {
    const { condition, slots, premises } = effect;
    for (const _ of join({ slots, atoms: premises }, binding, schema.ranges, budget)) {
      const ways = condition === null ? [[]] : waysToMeet(condition, binding, schema.ranges, budget);
      for (const way of ways) collect(effect, way);
    }
  }
  function collect(effect: SchemaEffect, way: Conjunction): void {
    // Each condition is compared with the precondition here, and joined with it later.
    budget.step(way.length * precondition.length);
    const fact = factOf(effect.pattern, binding);
    if (fact === undefined || way.some((literal) => precondition.includes(negated(literal)))) return;
    const literal = 2 * fact + (effect.adds ? 0 : 1);
    const when = way.filter((needed) => !precondition.includes(needed));
    if (when.length === 0) always.push(literal);
    else {
      budget.action();
      conditional.push({ when, literal });
    }
  }
}

/** Each effect once; an atom both added and deleted is added. */
function additionsFirst(always: readonly FactLiteral[]): FactLiteral[] {
  const made = new Set(always);
  return [...made].filter((literal) => literal % 2 === 0 || !made.has(negated(literal)));
}

/**
 * The same where some effects have conditions, said so that no two effects clash, which complements need: a
 * deletion happens only when no addition of the same atom does.
 */
function apart(
  always: readonly FactLiteral[],
  conditional: readonly LiteralEffect[],
  budget: GroundingBudget,
): Effects {
  const certain = new Set(additionsFirst(always));
  const additions = new Map<FactLiteral, Conjunction[]>();
  for (const { literal, when } of conditional) {
    if (literal % 2 === 1) continue;
    const conditions = additions.get(literal);
    if (conditions === undefined) additions.set(literal, [when]);
    else conditions.push(when);
  }
  const unless = (when: Conjunction, literal: FactLiteral): LiteralEffect[] =>
    (additions.get(negated(literal)) ?? [])
      .reduce<readonly Conjunction[]>(
        (ways, addition) =>
          both(
            ways,
            addition.map((needed) => [negated(needed)]),
            budget,
          ),
        [when],
      )
      .map((way) => ({ when: way, literal }));
  const isOpen = (literal: FactLiteral) => literal % 2 === 1 && additions.has(negated(literal));
  return {
    always: [...certain].filter((literal) => !isOpen(literal)),
    conditional: [...[...certain].filter(isOpen).map((literal) => ({ when: [], literal })), ...conditional]
      .filter(({ when, literal }) => when.length === 0 || !(certain.has(literal) || certain.has(literal & ~1)))
      .flatMap((effect) => (isOpen(effect.literal) ? unless(effect.when, effect.literal) : [effect])),
  };
}
