import type { AskedBudget, Constraints } from "./constraints.ts";
import type { TaskId } from "./plan.ts";

/** The parts of a request (HIVE, arXiv 2412.12839, section 3.3). A part that is not there is empty. */
export interface RequestParts {
  /** What is to be done, step by step, with the steps that went without saying. */
  readonly instruction: readonly string[];
  /** Texts to work on, and descriptions of what is to be made; the beginning of each. */
  readonly texts: readonly string[];
  readonly questions: readonly string[];
  /** Names of files, tables apart. */
  readonly files: readonly string[];
  readonly urls: readonly string[];
  /** Names of tables, and the beginning of data that stands in the request itself. */
  readonly tables: readonly string[];
  /** Labels to choose from. */
  readonly categories: readonly string[];
  /** BCP 47 or as they were said; a request may ask for several at once. */
  readonly languages: { readonly source: readonly string[]; readonly target: readonly string[] };
}

/** Why a task is in the plan: the words that decided. Empty when it was needed by another. */
export interface TaskReason {
  readonly task: TaskId;
  readonly words: readonly string[];
}

/** What the controller made of the words of a request. */
export interface Understanding {
  readonly constraints: Constraints;
  readonly budget: AskedBudget;
  /** The probability that the plan is right, from 0 to 1, calibrated; `null` for a controller that doesn't know. */
  readonly confidence: number | null;
  readonly reasons: readonly TaskReason[];
}

/** All of what was understood, as it is shown: `null` stands for what the controller doesn't tell. */
export interface Understood {
  readonly parts: RequestParts;
  /** What the words ask of models. */
  readonly constraints: Constraints | null;
  /** What the caller asks of models beside them. */
  readonly given: Constraints | null;
  readonly budget: AskedBudget | null;
  /** Constraints and budget in plain words. */
  readonly conditions: readonly string[];
  readonly confidence: number | null;
  readonly reasons: readonly TaskReason[];
}

/** Probabilities that a plan is right, below which it is not simply run. */
export interface Thresholds {
  /** A language model plans instead: that takes seconds and costs little, and spares a wrong answer. */
  readonly handOver: number;
  /**
   * A person is asked, where no language model can be. That costs them a turn even when the plan is right, and a wrong
   * one is cheap and shown for what it is: so this lies lower.
   */
  readonly ask: number;
}
export const CONFIDENCE_THRESHOLDS: Thresholds = { handOver: 0.6, ask: 0.3 };
