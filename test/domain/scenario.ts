import type { Budget } from "../../src/domain/budget.ts";
import type { Price } from "../../src/domain/catalogue.ts";
import type { Approval, Planned, RunEvent, WorkId } from "../../src/domain/events.ts";
import type { Plan, TaskId } from "../../src/domain/plan.ts";
import type { Decision } from "../../src/domain/run/decide.ts";
import type { KnownResults } from "../../src/domain/run/reuse.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import type { AnswerFormat } from "../../src/domain/structured/answer-schema.ts";
import type { Understanding } from "../../src/domain/understanding.ts";
import type { Measured } from "../../src/domain/usage.ts";

/** A run to be simulated. What is left out is the plainest case. */
export interface Scenario {
  /** What planning makes of the request, the first time. */
  readonly plan: Plan;
  /** What planning comes to when that is not a plan; from the attempt named on. */
  readonly planned?: { readonly fromAttempt: number; readonly as: Exclude<Planned, { readonly as: "plan" }> };
  /** What the controller says that it understood. */
  readonly understanding?: Understanding;
  /** How many candidates a task has; one unless this says otherwise. */
  readonly candidates?: (id: TaskId) => number;
  /** Whether a candidate runs inside the server; none does unless this says otherwise. */
  readonly isEmbedded?: (id: TaskId, candidate: number) => boolean;
  readonly approval?: Approval;
  /** The form that the answer is wanted in; words alone unless this says otherwise. */
  readonly answerFormat?: AnswerFormat;
  readonly budgetMs?: number;
  readonly budget?: Omit<Budget, "timeMs">;
  readonly prices?: (id: TaskId, candidate: number) => readonly Price[];
  readonly measured?: Measured;
  /** What calls take where their providers do not tell. */
  readonly took?: Measured;
  /** How many calls of a language model planning and answering want; they make as many as they are allowed. */
  readonly llmCalls?: number;
  readonly timeoutMs?: number;
  readonly maxRunning?: number;
  /** Whether an attempt's call is answered with a job; none is unless this says otherwise. */
  readonly beginsJob?: (id: TaskId, attempt: number) => boolean;
  /** What was made before in the run's conversation. */
  readonly results?: KnownResults;
  /** Time that passes between a decision and its record. */
  readonly lagMs?: number;
}

/** Is told of everything as it happens, and throws what it finds wrong. */
export interface Watcher {
  readonly event?: (event: RunEvent, before: RunState, after: RunState) => void;
  /** The scheduler has nothing to do before `decision.wakeAt`. */
  readonly quiet?: (state: RunState, now: number, decision: Decision) => void;
}

/** An attempt that a runner may still speak of. */
export interface Flight {
  readonly work: WorkId;
  readonly attempt: number;
  /** Its runner died with it: whatever is asked of it, the answer is "lost". */
  readonly lost: boolean;
}
