import type { ProviderName } from "./provider-names.ts";

/** A model that may run a task, with the reason it stands where it stands. */
export interface Candidate {
  readonly provider: ProviderName;
  readonly model: string;
  readonly reason: string;
}

/** What one condition took away. */
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
  /** What the conditions removed, each from what those before it had left. */
  readonly removed?: readonly Removal[];
  readonly missing?: string;
}

/** By task id. */
export type Selection = Readonly<Record<string, TaskSelection>>;
