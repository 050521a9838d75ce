import type { Domain, Problem } from "../ast.ts";
import type { Grounding, GroundingLimits } from "../ground-task.ts";
import { assemble } from "./assemble.ts";
import { GroundingBudget, GroundingExhausted } from "./budget.ts";
import { SchemaScope } from "./condition.ts";
import { goalOf, HIDDEN_GOAL, withGoal } from "./goal.ts";
import { type FunctionValues, functionKey, instantiate } from "./instantiate.ts";
import { Objects } from "./objects.ts";
import { reachable, relevant } from "./prune.ts";
import { type Fact, Reachability } from "./reachability.ts";
import { AtomRelation } from "./relation.ts";
import { schemaOf } from "./schema.ts";
import type { FactLiteral } from "./ways.ts";

/**
 * The task of a domain and a problem without variables, by relaxed reachability: only actions that could be
 * reached, and that a plan could need, are made. What is decided at the start is gone.
 */
export function ground(
  domain: Domain,
  problem: Problem,
  limits: GroundingLimits & { readonly isOverdue?: () => boolean },
): Grounding {
  try {
    return grounded(domain, problem, new GroundingBudget(limits, limits.isOverdue));
  } catch (error) {
    if (error instanceof GroundingExhausted) return { as: "limits", limit: error.limit };
    throw error;
  }
}

function grounded(domain: Domain, problem: Problem, budget: GroundingBudget): Grounding {
  const objects = new Objects(domain, problem, budget);
  const relations = relationsOf(domain, objects);
  const schemas = domain.actions.map((action) => schemaOf(action, objects, relations, problem.metric));
  const { facts, matches, initial } = new Reachability(objects, relations, problem.init, schemas, budget);
  const values = valuesOf(problem, objects);
  const actions = matches.flatMap((match) => instantiate(match, objects, values, budget));

  const goal = goalOf(problem.goal, new SchemaScope(objects, relations), budget);
  if (goal.as === "never") return { as: "no-plan", unreachable: goal.because };
  const init = facts.map((_, fact) => (fact < initial ? 2 * fact : 2 * fact + 1));
  const { literals, task } = reachable(withGoal({ facts: facts.length, init, actions, goal: [] }, goal.ways), budget);
  const nameOf = (literal: FactLiteral) => nameOfLiteral(literal, facts, objects);
  const unreachable = task.goal.find((literal) => literals[literal] === 0);
  if (unreachable !== undefined) return { as: "no-plan", unreachable: nameOf(unreachable) };
  const needed = relevant(task, budget);
  return { as: "task", task: assemble({ ...task, actions: needed.actions }, needed.literals, nameOf, budget) };
}

function relationsOf({ predicates, actions }: Domain, { names }: Objects): ReadonlyMap<string, AtomRelation> {
  const changing = new Set(actions.flatMap(({ effect }) => effect.map(({ atom }) => atom.predicate)));
  return new Map(
    [...predicates].map(([name, { length }]) => [
      name,
      new AtomRelation(name, length, !changing.has(name), names.length),
    ]),
  );
}

function valuesOf(problem: Problem, objects: Objects): FunctionValues {
  const values = new Map<string, number>();
  for (const { predicate, terms, value } of problem.values) {
    const key = functionKey(
      predicate,
      terms.map((term) => objects.number(term)),
    );
    values.set(key, value);
  }
  return values;
}

function nameOfLiteral(literal: FactLiteral, facts: readonly Fact[], objects: Objects): string {
  const fact = facts[literal >> 1];
  if (fact === undefined) return HIDDEN_GOAL;
  let name = `(${fact.relation.name}`;
  for (let position = 0; position < fact.relation.arity; position++) {
    name += ` ${objects.names[fact.relation.at(fact.atom, position)]}`;
  }
  return literal % 2 === 0 ? `${name})` : `(not ${name}))`;
}
