import type { Kind } from "../kinds.ts";
import type { Plan, TaskId } from "../plan.ts";

/** The step that is the goal itself: all others are refined from it. */
export const ROOT = "goal";

/** Steps of a goal, whatever became of them. */
export const MAX_STEPS = 256;
/** Steps that one step is broken into. */
export const MAX_CHILDREN = 100;
/** How often a step of a step of a step may be broken down; the goal itself has depth 0. */
export const MAX_DEPTH = 4;
/** Values and efforts are whole numbers from 1 to this. */
export const MAX_WEIGHT = 10;

/** A value that a step gives, by which others ask for it; its name is unique in the goal. */
export interface StepOutput {
  readonly name: string;
  readonly kind: Kind;
  readonly description: string;
}

/** How a step is carried out. */
export type StepAction =
  /**
   * A plan that is proved for values of the kinds that the step takes. The resources that it is bound to are names of
   * values; `gives` says which output of which task is which output of the step.
   */
  | {
      readonly as: "plan";
      readonly plan: Plan;
      readonly gives: Readonly<Record<string, { readonly task: TaskId; readonly output: string }>>;
    }
  /** A program that a model writes, of the step's description and its inputs. */
  | { readonly as: "program" };

/** A node of a goal's tree. */
export interface Step {
  readonly name: string;
  /** The step that it is a part of; null for the goal itself. */
  readonly parent: string | null;
  readonly depth: number;
  /** In plain words. */
  readonly does: string;
  /** Names of values. */
  readonly inputs: readonly string[];
  readonly outputs: readonly StepOutput[];
  /** What its outputs are worth to the goal, from 1 to 10. */
  readonly value: number;
  /** How much work it is, from 1 to 10, as whoever broke the goal down reckons. */
  readonly effort: number;
  /** Null for one that is, or is to be, broken down. */
  readonly action: StepAction | null;
}

const MAX_NAME_CHARS = 64;

/**
 * The name of a step or value as it is compared: lower-case letters and digits, with dots, hyphens and underscores between
 * them; null for nothing.
 */
export function canonicalName(written: string): string | null {
  const name = written
    .slice(0, 4 * MAX_NAME_CHARS)
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")
    .slice(0, MAX_NAME_CHARS)
    .replaceAll(/^[-._]+|[-._]+$/g, "");
  return name === "" ? null : name;
}
