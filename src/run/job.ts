import type { Budget } from "../domain/budget.ts";
import type { Outcome, WorkId } from "../domain/events.ts";
import type { JsonValue } from "../domain/json.ts";
import type { Plan } from "../domain/plan.ts";
import type { Resource } from "../domain/resources.ts";
import type { BoundValues } from "../domain/run/bindings.ts";
import type { RunState } from "../domain/run/state.ts";
import type { Candidate, SelectionOptions } from "../domain/selection.ts";
import type { Understanding } from "../domain/understanding.ts";
import type { Allowance } from "../domain/usage.ts";
import type { ChatLogEntry } from "../planning/controller.ts";

/** What a runner is asked to do. Everything in it crosses RPC by value; bytes never do. */
export type StageJob =
  | ({
      readonly do: "plan";
      readonly text: string;
      readonly attached: readonly Resource[];
      /** Addresses given as resources, to be fetched first. */
      readonly urls: readonly string[];
      readonly log: readonly ChatLogEntry[];
      /** What else a plan may refer to: everything the conversation holds. */
      readonly known: readonly Resource[];
      readonly given: GivenPlan | null;
      /** What the run may spend before its words are read; left out where nobody said. */
      readonly budget?: Pick<Budget, "usd" | "tasks">;
      /** What this attempt may take of it; without limits where it is left out. */
      readonly allowance?: Allowance;
    } & SelectionOptions)
  | {
      readonly do: "task";
      readonly task: number;
      readonly type: string;
      readonly inputs: BoundValues;
      readonly candidate: Pick<Candidate, "provider" | "model" | "version">;
    }
  | { readonly do: "answer"; readonly state: RunState; readonly allowance: Allowance };

/** A plan that no controller has to make: the caller's own on the wire, or one approved after editing. */
export type GivenPlan =
  | { readonly as: "wire"; readonly json: JsonValue }
  /** `understanding` is of the request that it was made from: what that asks for still holds. */
  | { readonly as: "plan"; readonly plan: Plan; readonly understanding?: Understanding };

/** An attempt as it is handed to a runner. */
export interface Assignment {
  readonly tenant: string;
  readonly conversation: string;
  readonly run: string;
  readonly work: WorkId;
  readonly attempt: number;
  /** From the moment it holds a slot; a deadline crosses RPC as a value, an AbortSignal does not. */
  readonly timeoutMs: number;
  /** The caller's own token of Hugging Face for this run. */
  readonly sealedHfToken?: string;
  readonly job: StageJob;
}

/** What a runner says of a run's work, one JSON line each. */
export type RunnerLine = { readonly run: string } & (
  | { readonly say: "outcome"; readonly outcome: Outcome }
  | {
      readonly say: "progress";
      readonly work: WorkId;
      readonly attempt: number;
      readonly note: string;
      readonly fraction?: number;
    }
  | { readonly say: "answer"; readonly attempt: number; readonly text: string }
);

/** What a runner may tell before the outcome. */
export interface Watcher {
  progress(note: string, fraction?: number): void;
  answer(text: string): void;
}
