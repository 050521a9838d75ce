/**
 * Reads PDDL: text in, checked syntax tree out. As competition files do, a text may use what it does not
 * require, spell names in any case, leave out empty parts, repeat atoms and order its sections freely. What the
 * planner cannot do is refused by name. Time is linear in the text.
 *
 * Types: an object must be of a type that is asked for; a variable need only be able to stand for an object that
 * is, so one of a wider type is accepted. No variable hides another: the inner one is renamed.
 */
export { parseDomain } from "./domain.ts";
export { parseProblem } from "./problem.ts";
