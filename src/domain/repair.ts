import type { TaskId } from "./plan.ts";

/** One change that made a plan sound, in plain words for the report. */
export interface Repair {
  /** `dropped` was one too many; `left-out` was asked for, and is not done. */
  readonly kind: "read" | "renamed" | "rebound" | "converted" | "dropped" | "left-out";
  /** The task it was made in; `null` when it concerns the whole plan. */
  readonly task: TaskId | null;
  readonly port: string | null;
  readonly message: string;
  /** How sure it is that this was meant, from 0 to 1; left out where there is nothing to be unsure of. */
  readonly certainty?: number;
}

/** How much repair changed: shares of the tasks and of the links, from 0 to 1. */
export interface Changed {
  readonly nodes: number;
  readonly links: number;
}

/** What it took to make a plan sound. */
export interface Mended {
  readonly repairs: readonly Repair[];
  readonly changed: Changed;
}
