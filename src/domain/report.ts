import type { Budget } from "./budget.ts";
import type { CalledFunction } from "./inference-arguments.ts";
import type { Changed, Repair } from "./repair.ts";
import type { Resource } from "./resources.ts";
import type { Pause, RunStatus, WorkStatus } from "./run/state.ts";
import type { SelectionOptions, TaskSelection } from "./selection.ts";
import type { Understood } from "./understanding.ts";
import type { SpentView } from "./usage.ts";

interface Fault {
  readonly code: string;
  readonly message: string;
}

/** Why a plan is sound, in plain words and in PDDL. */
export interface ProofView {
  /** Groups of tasks in order; those of one group may run side by side. */
  readonly levels: readonly (readonly number[])[];
  /** Each task's preconditions as PDDL atoms, and what establishes each. */
  readonly tasks: readonly {
    readonly task: number;
    readonly preconditions: readonly { readonly atom: string; readonly establishedBy: string }[];
  }[];
  readonly pddl: {
    readonly domain: string;
    readonly problem: string;
    /** The plan in IPC form: one action a line. */
    readonly solution: string;
  };
}

/** What attempts took, and what was set aside for them at most, in US dollars; null where nothing was. */
export interface ReportCost extends SpentView {
  readonly estimatedUsd: number | null;
}

export interface ReportTask extends TaskSelection {
  readonly id: number;
  readonly type: string;
  /** What it does with what, in words. */
  readonly title: string;
  /** What tasks of its type do. */
  readonly description: string;
  /** Argument by argument, what it was bound to, in words. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly waitsFor: readonly number[];
  readonly status: WorkStatus;
  readonly model: string | null;
  /** The earlier task whose result this is; null where it was made here. */
  readonly reused: { readonly run: string; readonly task: number } | null;
  /** The model's function with the arguments of its card that it was called with; null where there were none. */
  readonly called: CalledFunction | null;
  readonly attempts: readonly {
    readonly model: string;
    readonly startMs: number;
    readonly durationMs: number | null;
    readonly error: string | null;
  }[];
  /** Output by output, in words; files as Markdown links. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly cost: ReportCost;
  readonly error: Fault | null;
}

/** The explanation of a run. Times are milliseconds; `startMs` counts from the start of the run. */
export interface RunReport {
  readonly run: string;
  readonly request: string;
  readonly status: RunStatus;
  /** What it waits for; null unless it is paused. */
  readonly pause: Pause | null;
  readonly startedAt: string;
  readonly controller: string | null;
  /** Who the caller wanted to take part. */
  readonly casting: SelectionOptions;
  /** What there was to say of how the request was read. */
  readonly understanding: readonly string[];
  /** Null without a plan. */
  readonly understood: Understood | null;
  readonly planVersion: number;
  /** What was changed to make the plan sound, and how much of it. */
  readonly repairs: readonly Repair[];
  readonly changed: Changed;
  /** Null without a plan, and when the deployment can no longer prove it. */
  readonly proof: ProofView | null;
  /** Groups of tasks that may run side by side, in order: the plan's levels. */
  readonly levels: readonly (readonly number[])[];
  readonly tasks: readonly ReportTask[];
  /** The chain of tasks that decided how long the run took. */
  readonly criticalPath: { readonly tasks: readonly number[]; readonly durationMs: number };
  readonly usage: { readonly timeMs: number; readonly llmCalls: number; readonly attempts: number } & SpentView;
  readonly budget: Budget;
  /** Of planning and answering; that of each task stands with it. */
  readonly stepCosts: { readonly plan: ReportCost; readonly answer: ReportCost };
  readonly files: readonly Pick<Resource, "id" | "name" | "kind" | "mediaType" | "bytes" | "sha256">[];
  readonly answer: string | null;
  /** Why the run as a whole failed. */
  readonly error: Fault | null;
}
