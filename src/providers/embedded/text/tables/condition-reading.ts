import type { Explained, ReadingFeatures } from "./features.ts";
import type { RowCondition } from "./query.ts";

/** One way to understand a part of a question as a condition. */
export interface ConditionReading {
  readonly condition: RowCondition;
  readonly explained: Explained;
  readonly features: ReadingFeatures;
  /** Whether it names values of which no cell has two, so that several of one column are alternatives. */
  readonly names: boolean;
}

/** Ways to understand one part of a question, of which at most one is meant. */
export type ConditionSlot = readonly ConditionReading[];
