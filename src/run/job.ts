import type { Budget } from "../domain/budget.ts";
import type { ToolOffer } from "../domain/caller-tools.ts";
import type { Outcome, WorkId } from "../domain/events.ts";
import type { TenantModelFacts } from "../domain/experts.ts";
import type { JsonValue } from "../domain/json.ts";
import type { Plan, PlanNote } from "../domain/plan.ts";
import type { Resource } from "../domain/resources.ts";
import type { BoundValues } from "../domain/run/bindings.ts";
import type { NameParts } from "../domain/run/result-names.ts";
import type { RunState } from "../domain/run/state.ts";
import type { Candidate, SelectionOptions } from "../domain/selection.ts";
import type { Understanding } from "../domain/understanding.ts";
import type { Allowance } from "../domain/usage.ts";
import type { ChatLogEntry } from "../planning/controller.ts";
import type { ProvedPlan } from "./prove-plan.ts";

/** A job for a runner. Everything in it crosses RPC by value; bytes never do. */
export type StageJob =
  | ({
      readonly do: "plan";
      readonly text: string;
      readonly attached: readonly Resource[];
      /** Addresses given as resources, to be fetched first. */
      readonly urls: readonly string[];
      readonly log: readonly ChatLogEntry[];
      /** All resources of the conversation, which a plan may refer to. */
      readonly known: readonly Resource[];
      readonly given: GivenPlan | null;
      /** What the tenant knew of models as it admitted the run; it is asked where this is left out. */
      readonly models?: TenantModelFacts;
      readonly isUnattended?: true;
      /** Whether one of them is called is decided before anything is planned. */
      readonly tools?: ToolOffer;
      /** The budget that the caller set; the words of the request may lower it. */
      readonly budget?: Pick<Budget, "usd" | "tasks" | "onExhausted">;
      /** The share of it that this attempt may take; no limits where it is left out. */
      readonly allowance?: Allowance;
    } & SelectionOptions)
  | {
      readonly do: "task";
      readonly task: number;
      readonly type: string;
      readonly inputs: BoundValues;
      readonly candidate: Pick<Candidate, "provider" | "model" | "version" | "defaults">;
      readonly names: NameParts;
    }
  | { readonly do: "answer"; readonly state: RunState; readonly allowance: Allowance };

/** A plan that no controller has to make: the caller's own on the wire, or one approved after editing. */
export type GivenPlan =
  | { readonly as: "wire"; readonly json: JsonValue }
  /** The same, to be judged as an approval judges an edited plan: nothing is fetched for it, and nothing repaired. */
  | { readonly as: "edited"; readonly json: JsonValue }
  /**
   * `understanding` is of the request that it was made from: what that asks for still holds. `notes` are of how the plan
   * itself was read.
   */
  /** One that was proved in the moment in which the run began. */
  | ({ readonly as: "proved" } & GatedPlan)
  | {
      readonly as: "plan";
      readonly plan: Plan;
      readonly understanding?: Understanding;
      readonly notes?: readonly PlanNote[];
    };

/** A plan that came with a message, proved, and repaired where it had to be. */
export interface GatedPlan {
  readonly proved: ProvedPlan;
  /** On how it was read. */
  readonly notes: readonly PlanNote[];
}

/** What is known as a run begins, and need not be found out again. */
export interface AtHand {
  /** Null where its message brought no plan, or one that is still to be proved. */
  readonly plan: GatedPlan | null;
  /** Null where the tenant is to be asked. */
  readonly models: TenantModelFacts | null;
}

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

/** A line of a runner on a run's work, in JSON. */
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

/** Progress that a runner tells before the outcome. */
export interface Watcher {
  progress(note: string, fraction?: number): void;
  answer(text: string): void;
}
