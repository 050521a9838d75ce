import type { ProviderName } from "./endpoints.ts";

/** A model that may run a task, with the reason it stands where it stands. */
export interface Candidate {
  readonly provider: ProviderName;
  readonly model: string;
  readonly reason: string;
}

/** Candidates in the order they will be tried; with none, `missing` says why and what to set. */
export interface TaskSelection {
  readonly candidates: readonly Candidate[];
  readonly missing?: string;
}

/** By task id. */
export type Selection = Readonly<Record<string, TaskSelection>>;
