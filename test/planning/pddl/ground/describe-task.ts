import {
  type Grounding,
  type GroundTask,
  ground,
  parseDomain,
  parseProblem,
} from "../../../../src/planning/pddl/index.ts";

const LIMITS = { maxActions: 1000, maxAtoms: 1000 };

export interface Texts {
  /** What follows the name of a domain. */
  readonly domain: string;
  readonly objects?: string;
  readonly init: string;
  readonly goal: string;
  readonly metric?: string;
}

export function groundTexts({ domain, objects = "", init, goal, metric = "" }: Texts, limits = LIMITS): Grounding {
  const parsed = parseDomain(`(define (domain d) ${domain})`);
  const problem = `(define (problem p) (:domain d) (:objects ${objects}) (:init ${init}) (:goal ${goal}) ${metric})`;
  return ground(parsed, parseProblem(problem, parsed), limits);
}

export function taskOf(texts: Texts): GroundTask {
  const grounding = groundTexts(texts);
  if (grounding.as !== "task") throw new Error(`No task came of it: ${JSON.stringify(grounding)}`);
  return grounding.task;
}

/** Its actions in words, sorted: `(name) needs (a) (b) adds (c) deletes (a) when (d) adds (e)`. */
export function actionsOf(texts: Texts): string[] {
  const { atoms, actions } = taskOf(texts);
  const say = (what: string, of: Int32Array) =>
    of.length === 0
      ? ""
      : ` ${what} ${Array.from(of, (atom) => atoms[atom])
          .sort()
          .join(" ")}`;
  return actions
    .map(
      ({ name, preconditions, add, delete: deleted, conditional }) =>
        name +
        say("needs", preconditions) +
        say("adds", add) +
        say("deletes", deleted) +
        conditional
          .map((effect) => say("when", effect.condition) + say("adds", effect.add) + say("deletes", effect.delete))
          .sort()
          .join(""),
    )
    .sort();
}
