import type { Budget } from "./budget.ts";
import type { AskedBudget } from "./constraints.ts";
import type { Failure, Issue } from "./errors.ts";
import type { Approval } from "./events.ts";
import type { JsonValue } from "./json.ts";
import type { Kind } from "./kinds.ts";
import type { Changed, Repair } from "./repair.ts";
import type { Pause, RunStatus, WorkStatus } from "./run/state.ts";
import type { SelectionOptions, TaskSelection } from "./selection.ts";
import type { Understood } from "./understanding.ts";
import type { SpentView } from "./usage.ts";

/** What the HTTP API shows. Times are RFC 3339 strings in UTC, durations milliseconds. */

export interface ResourceView {
  readonly id: string;
  readonly name: string;
  readonly kind: Kind;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly createdAt: string;
  /** A signed link that needs no API key, until `urlExpiresAt`. */
  readonly url: string;
  readonly urlExpiresAt: string;
  /** When an upload that no conversation has adopted is deleted. */
  readonly expiresAt?: string;
}

export type ValueView =
  | { readonly kind: Kind; readonly text: string }
  | { readonly kind: Kind; readonly data: JsonValue }
  | { readonly kind: Kind; readonly resource: ResourceView; readonly excerpt?: string };

/** A task on the wire, in HuggingGPT's template. `dep` is `[-1]` when it waits for nothing. */
export interface WireTask {
  readonly task: string;
  readonly id: number;
  readonly dep: readonly number[];
  readonly args: { readonly [port: string]: JsonValue };
  readonly model?: string;
}

export interface AttemptView {
  readonly number: number;
  readonly model: string;
  readonly startedAt: string;
  readonly durationMs: number | null;
  readonly error?: Failure;
}

export interface TaskView extends WireTask, TaskSelection {
  readonly status: WorkStatus;
  readonly attempts: readonly AttemptView[];
  readonly progress?: { readonly note: string; readonly fraction?: number };
  readonly outputs: { readonly [port: string]: ValueView };
  readonly notes: readonly string[];
  readonly usage: SpentView;
  readonly error?: Failure;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
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

/** What a request would come to: nothing of it has run. */
export interface PlanView {
  /** `reply` and `ask` need no plan: `text` is what the controller says. */
  readonly as: "plan" | "reply" | "ask";
  readonly text: string | null;
  readonly controller: string;
  /** How the request was understood, in plain words. */
  readonly understanding: readonly string[];
  /** Null without a plan. */
  readonly understood: Understood | null;
  readonly tasks: readonly PlannedTaskView[];
  /** What was changed to make the plan sound. */
  readonly repairs: readonly Repair[];
  readonly changed: Changed;
  readonly proof: ProofView | null;
  /** The most that one call for each task should cost, in US dollars; null where a price is not known. */
  readonly estimate: number | null;
  readonly budget: BudgetView;
}

/** What a run of a plan should take, part by part, beside what it may. */
export type BudgetView = Readonly<Record<keyof AskedBudget, BudgetPartView>>;

/** In the unit of its part: US dollars, calls, tasks, milliseconds. */
export interface BudgetPartView {
  /** Null where nobody knows. */
  readonly estimate: number | null;
  /** Null where there is none. */
  readonly limit: number | null;
  /** Null where that cannot be told. */
  readonly isEnough: boolean | null;
}

export interface PlannedTaskView extends WireTask, TaskSelection {
  /** The most that a call of each candidate should cost, in US dollars; null where a price is not known. */
  readonly estimates: readonly (number | null)[];
}

export interface UsageView extends SpentView {
  /** Wall-clock time the run worked, waits for a person not counted. */
  readonly timeMs: number;
  readonly llmCalls: number;
  readonly tasks: number;
  readonly attempts: number;
}

export interface RunView {
  readonly id: string;
  readonly conversation: string;
  readonly status: RunStatus;
  readonly queuePosition: number;
  readonly text: string;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** Who its caller wanted to take part; left out while the run waits its turn. */
  readonly casting?: SelectionOptions;
  /** What it may spend, as raised since and as the words of the request lower it; left out while the run waits its turn. */
  readonly budget?: Budget;
  /** Whether its plan was to be approved first; left out while the run waits its turn. */
  readonly approval?: Approval;
  /** Who made the plan: a controller, or `user`; left out before there is one. */
  readonly controller?: string;
  /** What it waits for; left out unless it is paused. */
  readonly pause?: Pause;
  readonly planVersion: number;
  /** How the request was understood, in plain words. */
  readonly understanding: readonly string[];
  /** What was changed to make the plan sound. */
  readonly repairs: readonly Repair[];
  readonly tasks: readonly TaskView[];
  readonly usage: UsageView;
  /** Markdown; links to files are paths of this API. */
  readonly answer: string | null;
  /** What the tasks made, in the order of the plan. */
  readonly files: readonly ResourceView[];
  readonly error?: Failure;
}

export interface LogEntryView {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly run: string;
  readonly at: string;
  readonly resources: readonly string[];
}

export interface ConversationView {
  readonly id: string;
  readonly createdAt: string;
  readonly log: readonly LogEntryView[];
  readonly runs: readonly Pick<RunView, "id" | "status" | "text" | "createdAt">[];
  readonly resources: readonly ResourceView[];
}

/** `application/problem+json` (RFC 9457) with our stable `code`. */
export interface ProblemView {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId?: string;
  /** For `invalid-request` and `plan-unsound`: what is wrong where. */
  readonly issues?: readonly Issue[];
}
