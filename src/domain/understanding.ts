import type { AskedBudget, Constraints } from "./constraints.ts";
import type { TaskId } from "./plan.ts";

/** The parts of a request (HIVE, arXiv 2412.12839, section 3.3). A part that is not there is empty. */
export interface RequestParts {
  /** What is to be done, step by step, with the steps that went without saying. */
  readonly instruction: readonly string[];
  readonly texts: readonly string[];
  readonly questions: readonly string[];
  /** Names of files, tables apart. */
  readonly files: readonly string[];
  readonly urls: readonly string[];
  readonly tables: readonly string[];
  /** Labels to choose from. */
  readonly categories: readonly string[];
  /** BCP 47 or as it was said. */
  readonly languages: { readonly source?: string; readonly target?: string };
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
