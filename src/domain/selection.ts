import type { Price } from "./catalogue.ts";
import type { Constraints } from "./constraints.ts";
import type { InferenceArguments } from "./inference-arguments.ts";
import type { ProviderName } from "./provider-names.ts";

/** How models are chosen among the candidates: `rules` by facts alone, `language` by a language model, in one call for all tasks. */
export const SELECTORS = ["rules", "language"] as const;
export type Selector = (typeof SELECTORS)[number];

/** The options of a caller for controller and models of a run, besides what the words of the request ask for. */
export interface SelectionOptions {
  /** On the models of tasks. */
  readonly constraints?: Constraints;
  /** `rules` where it is left out. */
  readonly selection?: Selector;
  /** Does the language steps; the deployment says who does where it is left out. */
  readonly controller?: ControllerName;
  /** How its language model plans; as the deployment says where it is left out. */
  readonly planning?: PlanningMode;
}

/**
 * Picks the selection options out of a larger object. What was stored may name a way of planning that is no more: it is
 * left out, and the deployment says.
 */
export const selectionOptionsOf = ({
  constraints,
  selection,
  controller,
  planning,
}: SelectionOptions): SelectionOptions => ({
  ...(constraints ? { constraints } : {}),
  ...(selection ? { selection } : {}),
  ...(controller ? { controller } : {}),
  ...(planning && PLANNING_MODES.includes(planning) ? { planning } : {}),
});

/** A model that may run a task, with the reason for its rank. */
export interface Candidate {
  readonly provider: ProviderName;
  readonly model: string;
  readonly reason: string;
  /** The version of the endpoint that was judged; another version of that name is not called in its place. */
  readonly version?: string;
  /** Left out where nothing is known, and for what runs inside the Worker. */
  readonly prices?: readonly Price[];
  /** What the model's card calls it with, where its endpoint may take that. */
  readonly defaults?: InferenceArguments;
}

/** The number of models that one condition removed. */
export interface Removal {
  /** In plain words: "Only models under MIT". */
  readonly condition: string;
  readonly count: number;
  /** The first few, as `provider:model`. */
  readonly models: readonly string[];
}

/** Candidates in the order they will be tried; with none, `missing` says why and what to set. */
export interface TaskSelection {
  readonly candidates: readonly Candidate[];
  /** Models that can do it here, before any condition; left out where none was set. */
  readonly considered?: number;
  /** Models removed by each condition, among those that the conditions before it had left. */
  readonly removed?: readonly Removal[];
  readonly missing?: string;
}

/** Before models are selected there are none. */
export const UNSELECTED: TaskSelection = { candidates: [] };

/** By task id. */
export type Selection = Readonly<Record<string, TaskSelection>>;

/** The controllers of the language steps of a run: `embedded` works without a language model, each other one with its own. */
export const CONTROLLERS = ["embedded", "openai", "workers-ai"] as const;
export type ControllerName = (typeof CONTROLLERS)[number];

/**
 * How a language model plans: the whole plan, or only which of the likeliest task types, and the planner the rest.
 */
export const PLANNING_MODES = ["global", "light"] as const;
export type PlanningMode = (typeof PLANNING_MODES)[number];
