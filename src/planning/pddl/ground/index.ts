import type { Domain, Problem } from "../ast.ts";
import type { Grounding, GroundingLimits } from "../ground-task.ts";
import { assemble } from "./assemble.ts";
import { Budget, Exhausted } from "./budget.ts";
import { type Condition, conditionOf, Scope } from "./condition.ts";
import { functionKey, instantiate, type LiteralAction, type Values } from "./instantiate.ts";
import { Objects } from "./objects.ts";
import { type LiteralTask, reachable, relevant } from "./prune.ts";
import { Reachability } from "./reachability.ts";
import { Relation } from "./relation.ts";
import { changingPredicates, schemaOf } from "./schema.ts";
import { type Conjunction, type FactLiteral, negated, waysToMeet } from "./ways.ts";

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
    return grounded(domain, problem, new Budget(limits, limits.isOverdue));
  } catch (error) {
    if (error instanceof Exhausted) return { as: "limits", limit: error.limit };
    throw error;
  }
}

function grounded(domain: Domain, problem: Problem, budget: Budget): Grounding {
  const objects = new Objects(domain, problem);
  const changing = changingPredicates(domain);
  const relations = new Map<string, Relation>();
  for (const [name, { length }] of domain.predicates) {
    relations.set(name, new Relation(name, length, !changing.has(name), objects.names.length));
  }
  const schemas = domain.actions.map((action) => schemaOf(action, objects, relations, problem.metric));
  const { facts, matches, initial } = new Reachability(objects, relations, problem.init, schemas, budget);
  const values = valuesOf(problem, objects);
  const actions = matches.flatMap((match) => instantiate(match, objects, values, budget));

  const scope = new Scope(objects, relations);
  const goal = conditionOf(problem.goal, scope);
  const waysTo = (part: Condition) => waysToMeet(part, new Int32Array(scope.ranges.length), scope.ranges, budget);
  const ways = waysTo(goal);

  const name = (literal: FactLiteral) => {
    const fact = facts[literal >> 1];
    if (fact === undefined) return HIDDEN_GOAL;
    const terms = Array.from(
      { length: fact.relation.arity },
      (_, at) => objects.names[fact.relation.at(fact.atom, at)],
    );
    const atom = `(${[fact.relation.name, ...terms].join(" ")})`;
    return literal % 2 === 0 ? atom : `(not ${atom})`;
  };
  const init = facts.map((_, fact) => (fact < initial ? 2 * fact : 2 * fact + 1));
  if (ways.length === 0) {
    const parts = problem.goal.is === "and" ? problem.goal.of : [problem.goal];
    const hopeless = parts.find((part) => waysTo(conditionOf(part, scope)).length === 0);
    return {
      as: "no-plan",
      unreachable: hopeless?.is === "atom" ? `(${[hopeless.predicate, ...hopeless.terms].join(" ")})` : HIDDEN_GOAL,
    };
  }
  const { literals, task } = reachable(withGoal({ facts: facts.length, init, actions, goal: [] }, ways));
  const unreachable = task.goal.find((literal) => literals[literal] === 0);
  if (unreachable !== undefined) return { as: "no-plan", unreachable: name(unreachable) };
  const needed = relevant(task);
  return { as: "task", task: assemble({ ...task, actions: needed.actions }, needed.literals, name) };
}

/** What a goal with alternatives is called; no predicate's atom looks like it. */
const HIDDEN_GOAL = "(one of the goals)";

/** A single way to the goal is the goal; of several, what all share, and an atom that a hidden action adds. */
function withGoal(task: LiteralTask, ways: readonly Conjunction[]): LiteralTask {
  const [first, ...others] = ways;
  if (first !== undefined && others.length === 0) return { ...task, goal: first };
  const reached = 2 * task.facts;
  const hidden = ways.map(
    (precondition): LiteralAction => ({
      name: HIDDEN_GOAL,
      precondition,
      always: [reached],
      conditional: [],
      cost: 0,
      hidden: true,
    }),
  );
  return {
    facts: task.facts + 1,
    init: [...task.init, negated(reached)],
    goal: [...(first ?? []).filter((literal) => others.every((way) => way.includes(literal))), reached],
    actions: [...task.actions, ...hidden],
  };
}

function valuesOf(problem: Problem, objects: Objects): Values {
  return new Map(
    problem.values.map(({ predicate, terms, value }) => [
      functionKey(
        predicate,
        terms.map((term) => objects.number(term)),
      ),
      value,
    ]),
  );
}
