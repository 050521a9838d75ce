/** Those who do the language steps of a run: `embedded` without a language model, the others with the one that is theirs. */
export const CONTROLLERS = ["embedded", "openai", "workers-ai"] as const;
export type ControllerName = (typeof CONTROLLERS)[number];

/** How a language model plans: the whole plan, or the actions alone, which the planner orders, links and completes. */
export const PLANNING_MODES = ["global", "formal"] as const;
export type PlanningMode = (typeof PLANNING_MODES)[number];
