/** A classical planner: PDDL text in, plan out. It imports nothing and knows nothing of AI tasks. */
export type * from "./ast.ts";
export { PddlError } from "./error.ts";
export { ground } from "./ground/index.ts";
export type * from "./ground-task.ts";
export { parseDomain, parseProblem } from "./parse/index.ts";
export { search } from "./search/index.ts";
