/** Units of work of one goal under way at once: each is a run with objects of its own. */
export const MAX_OPEN_WORKS = 100;
/** Units of work that one goal starts in all: a bound on what a mistake can cost. */
export const MAX_WORKS = 1_000;
/** Ways of breaking a step down that cannot be, or calls for them that fail, before it is given up: it is asked once more. */
export const MAX_REFINE_FAILURES = 2;
/** Failed attempts at a step before it is given up. Each is a run, with tries and other models of its own. */
export const MAX_STEP_FAILURES = 2;
/**
 * Attempts at running a step, or at breaking it down, that are lost with the server: a few of those are chance, and what
 * ends the server itself must not go on. Each run of them has lost `MAX_LOST_ATTEMPTS` of its own by then.
 */
export const MAX_STEP_LOSSES = 4;
/** A model looks at the progress after so many ended steps, … */
export const REFLECT_AFTER_STEPS = 6;
/** … or after so long, if anything has ended by then. */
export const REFLECT_AFTER_MS = 10 * 60_000;
export const MAX_REFLECTIONS = 32;
/** Failed attempts at a reflection before what it was due for is let go. */
export const MAX_REFLECT_FAILURES = 2;
/** A goal that waits for a person this long is cancelled. */
export const MAX_GOAL_WAIT_MS = 30 * 24 * 60 * 60_000;
/** Time of a goal that states none; waits for a person do not count. */
export const DEFAULT_GOAL_TIME_MS = 2 * 60 * 60_000;
/** Calls of a language model of a goal that states none. */
export const DEFAULT_GOAL_LLM_CALLS = 200;
/** Tasks of a goal that states none. */
export const DEFAULT_GOAL_TASKS = 1_000;
/** A higher limit of tasks is taken for a typing error. */
export const MAX_GOAL_TASKS = 10_000;
/** The same error so often is a circle. */
export const MAX_SAME_ERRORS = 3;
/** Outputs of steps that came with revisions, alike so often, are one. */
export const MAX_SAME_OUTPUTS = 3;
/** It stands in every question to a model; what is longer belongs in a file. */
export const MAX_GOAL_CHARS = 20_000;
/** Of what a person says on the way: it holds from then on, and stands in every question to a model. */
export const MAX_RULE_CHARS = 2_000;
