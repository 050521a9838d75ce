import type { Budget, BudgetPart, Raise } from "./budget.ts";
import type { CallerToolCall, ToolOffer } from "./caller-tools.ts";
import type { Failure } from "./errors.ts";
import type { CalledFunction } from "./inference-arguments.ts";
import type { Plan, PlanNote, TaskId } from "./plan.ts";
import type { Mended } from "./repair.ts";
import type { Resource, Value } from "./resources.ts";
import type { Selection, SelectionOptions } from "./selection.ts";
import type { AnswerFormat, StructuredAnswer } from "./structured/answer-schema.ts";
import type { Understanding } from "./understanding.ts";
import type { Measured, StepUsage } from "./usage.ts";

/** One unit of work that is attempted on a shard: a language step or a task. */
export type WorkId = "plan" | "answer" | TaskId;

/** An attempt as it is recorded before it is dispatched. Times are milliseconds since the epoch. */
export interface Dispatch {
  readonly attempt: number;
  /** The attempt is over by then, whether or not anybody hears of it. */
  readonly deadline: number;
  /** Which shard of the conversation holds it. */
  readonly shard: number;
}

export type Approval = "none" | "plan";
export type EndStatus = "succeeded" | "partial" | "failed" | "cancelled";

/**
 * How planning ended. `notes` say in plain words how the request was read, `mended` what it took to make the plan
 * sound; it is left out when that took nothing. `choices` are messages that the person may well send next, where there is
 * no plan, or none that can run here. `calls` are those that the caller is asked to make before there can be an answer.
 * `plain` is the text as a program needs it, without Markdown's escapes; left out where that is the same.
 */
export type Planned =
  | {
      readonly as: "plan";
      readonly plan: Plan;
      readonly notes: readonly PlanNote[];
      readonly mended?: Mended;
      readonly understanding?: Understanding;
      readonly choices?: readonly string[];
    }
  | {
      readonly as: "reply" | "ask";
      readonly text: string;
      readonly plain?: string;
      readonly choices?: readonly string[];
      readonly calls?: readonly CallerToolCall[];
    }
  | { readonly as: "failed"; readonly error: Failure };

/** What the person may well send next. */
export const choicesOf = (planned: Planned | null): readonly string[] =>
  (planned !== null && planned.as !== "failed" && planned.choices) || [];

/** The calls of its own tools that a caller is asked to make; empty where there are none. */
export const callsIn = (planned: Planned | null): readonly CallerToolCall[] =>
  (planned?.as === "reply" && planned.calls) || [];

/** What is set aside for an attempt. */
export interface Reservable {
  readonly usd: number | null;
  readonly llmCalls: number;
}

/** Which part of the budget a run waits for, and why in plain words. */
export interface PauseReason {
  readonly what: BudgetPart;
  readonly message: string;
  /** The least limit in US dollars that the next task may be paid from; left out where money is not what is short. */
  readonly neededUsd?: number;
  /** How many tasks the plan has; left out where their number is not what is short. */
  readonly neededTasks?: number;
}

/** Outputs of a task by port name. */
export type Values = Readonly<Record<string, Value>>;

/** The task that made a result which another uses again. */
export interface Reused {
  readonly run: string;
  readonly task: TaskId;
  readonly provider: string;
  readonly model: string;
}

/** Every event type and what it carries. Whatever changes the state of a run is one of these. */
export interface EventData {
  "run-start": {
    readonly run: string;
    readonly text: string;
    readonly attached: readonly Resource[];
    readonly approval: Approval;
    readonly budget: Budget;
    readonly answerFormat?: AnswerFormat;
    readonly tools?: ToolOffer;
  } & SelectionOptions;
  "plan-start": Dispatch;
  "plan-end": {
    readonly attempt: number;
    readonly version: number;
    readonly planned: Planned;
    readonly controller: string;
    /** Fetched because the request names their addresses. */
    readonly fetched: readonly Resource[];
    /** Of earlier turns, and used by the plan: so that the log alone can name them. */
    readonly referenced: readonly Resource[];
    readonly durationMs: number;
  };
  "selection-end": { readonly version: number; readonly selection: Selection };
  "approval-required": { readonly planVersion: number };
  /** `notes` as in `Planned`, of how the edited plan was read; left out where there is nothing to say. */
  "plan-revised": { readonly version: number; readonly plan: Plan; readonly notes?: readonly PlanNote[] };
  "approval-given": { readonly planVersion: number; readonly decision: "approve" | "reject" };
  /** `fingerprint` names all that the result depends on; left out for a task that makes something new each time. */
  "task-start": Dispatch & {
    readonly task: TaskId;
    readonly provider: string;
    readonly model: string;
    readonly fingerprint?: string;
  };
  "task-progress": {
    readonly task: TaskId;
    readonly attempt: number;
    readonly note: string;
    readonly fraction?: number;
  };
  /** An attempt failed or was lost, and another follows at `retryAt`, with the next candidate if `next` says so. */
  "task-retry": {
    readonly task: WorkId;
    readonly attempt: number;
    readonly error: Failure;
    readonly lost: boolean;
    readonly next: boolean;
    readonly retryAt: number;
  };
  "task-end": {
    readonly task: TaskId;
    readonly attempt: number;
    readonly status: "succeeded" | "failed" | "skipped" | "cancelled";
    readonly outputs: Values;
    readonly notes: readonly string[];
    readonly error?: Failure;
    /** The earlier task whose result this is: nothing was called. */
    readonly reused?: Reused;
    /**
     * The model's signed function with those of its default arguments that were sent along, each within its bounds; left
     * out where there were none.
     */
    readonly called?: CalledFunction;
  };
  /**
   * Set aside before an attempt that may cost, where the run has a limit: nothing else may spend it. `usd` is null where
   * money has no limit.
   */
  "budget-reserved": { readonly work: WorkId; readonly attempt: number } & Reservable;
  /** What an attempt that is over came to, which ends its reservation; `usd` is null where nobody knows. */
  "budget-settled": { readonly work: WorkId; readonly attempt: number } & StepUsage;
  /** Milliseconds, US dollars, or calls. `exceeded` where a call measured more than was estimated, and than there was. */
  "budget-warning": {
    readonly what: BudgetPart;
    readonly used: number;
    readonly limit: number;
    readonly exceeded?: true;
  };
  /** By a person, or because the budget is used up: then `reason` says so. */
  "run-pause": { readonly reason?: PauseReason };
  "run-resume": { readonly budget?: Raise };
  "run-cancel": { readonly reason: string };
  "answer-start": Dispatch;
  "answer-delta": { readonly attempt: number; readonly text: string };
  /** `structured`, where the answer was wanted in a form besides words, and one was written. */
  "run-end": {
    readonly status: EndStatus;
    readonly answer: string;
    readonly structured?: StructuredAnswer;
    readonly error?: Failure;
  };
}

export type EventType = keyof EventData;

/** Every event type; complete, so that a new one fails to compile here. */
const TYPES: Readonly<Record<EventType, true>> = {
  "run-start": true,
  "plan-start": true,
  "plan-end": true,
  "selection-end": true,
  "approval-required": true,
  "plan-revised": true,
  "approval-given": true,
  "task-start": true,
  "task-progress": true,
  "task-retry": true,
  "task-end": true,
  "budget-reserved": true,
  "budget-settled": true,
  "budget-warning": true,
  "run-pause": true,
  "run-resume": true,
  "run-cancel": true,
  "answer-start": true,
  "answer-delta": true,
  "run-end": true,
};
export const EVENT_TYPES: readonly string[] = Object.keys(TYPES);

/** A fact about to be recorded. */
export type EventBody = {
  readonly [Type in EventType]: { readonly type: Type; readonly data: EventData[Type] };
}[EventType];

/** A recorded fact: the `seq`th of its run, counted from 1, at `at` milliseconds since the epoch. */
export type RunEvent = EventBody & { readonly seq: number; readonly at: number };

/** What a shard says of an attempt once it is over. */
export interface Outcome {
  readonly work: WorkId;
  readonly attempt: number;
  readonly result: OutcomeResult;
}

export type OutcomeResult =
  | {
      readonly as: "planned";
      readonly planned: Planned;
      readonly selection: Selection;
      readonly controller: string;
      readonly fetched: readonly Resource[];
      readonly referenced: readonly Resource[];
      readonly durationMs: number;
      readonly usage?: StepUsage;
    }
  | {
      readonly as: "done";
      readonly outputs: Values;
      readonly notes: readonly string[];
      /** What the provider says that it took. */
      readonly measured?: Measured;
      /** As `task-end` has it. */
      readonly called?: CalledFunction;
    }
  | {
      readonly as: "answered";
      readonly text: string;
      readonly structured?: StructuredAnswer;
      readonly usage?: StepUsage;
    }
  | {
      readonly as: "failed";
      readonly error: Failure;
      /** Of a language step. */
      readonly usage?: StepUsage;
      /** Of a task: its call was answered, and what came after failed. */
      readonly measured?: Measured;
    }
  /** The shard has never heard of it, or lost it in a crash. */
  | { readonly as: "lost" };
