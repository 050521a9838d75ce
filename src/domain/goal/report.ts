import type { BudgetPart } from "../budget.ts";
import type { Failure } from "../errors.ts";
import type { Kind } from "../kinds.ts";
import type { CheckInDecision, CheckInTopic, GoalBudget, GoalSpent, ReflectionVerdict } from "./events.ts";
import type { GoalStatus, StepStatus } from "./state.ts";
import type { StepAction } from "./step.ts";

/** One start of a step, or of breaking it down. */
export interface ReportedStart {
  readonly at: string;
  readonly run: string;
  readonly attempt: number;
  /** `refine` breaks it down. */
  readonly do: "refine" | "step";
  /** Why it started then, and not another in its place. */
  readonly why: string;
}

export interface ReportedStep {
  readonly name: string;
  readonly parent: string | null;
  readonly depth: number;
  readonly does: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly value: number;
  readonly effort: number;
  readonly status: StepStatus;
  readonly how: StepAction["as"] | "steps";
  /** The task types of its plan; empty without one. */
  readonly tasks: readonly string[];
  readonly starts: readonly ReportedStart[];
  readonly startedAt: string | null;
  /** Null until it has ended. */
  readonly tookMs: number | null;
  readonly spent: GoalSpent;
  readonly error: Pick<Failure, "code" | "message"> | null;
  /** Ways of breaking it down that could not be, with what was wrong. */
  readonly refused: readonly (readonly string[])[];
}

/** A version of the tree: what was changed, by whom and why. */
export interface ReportedVersion {
  readonly version: number;
  readonly at: string;
  readonly by: "refinement" | "reflection" | "person";
  readonly reason: string;
  readonly added: readonly string[];
  readonly dropped: readonly { readonly step: string; readonly reason: string }[];
  readonly reordered: readonly { readonly step: string; readonly value: number }[];
}

export interface ReportedCheckIn {
  readonly id: number;
  readonly about: CheckInTopic;
  readonly message: string;
  readonly askedAt: string;
  /** Null where nobody has answered. */
  readonly answer: { readonly at: string; readonly decision: CheckInDecision; readonly words: string | null } | null;
}

/** The explanation of a goal. Times are RFC 3339; durations milliseconds; money US dollars. */
export interface GoalReport {
  readonly goal: string;
  readonly text: string;
  readonly status: GoalStatus;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** Names of the files that it was given. */
  readonly files: readonly string[];
  readonly outputs: readonly {
    readonly name: string;
    readonly kind: Kind;
    readonly description: string;
    readonly reached: boolean;
    /** The step that gave it; null for one that was not reached. */
    readonly from: string | null;
  }[];
  /** Each before its parts; the first is the goal itself. */
  readonly steps: readonly ReportedStep[];
  readonly versions: readonly ReportedVersion[];
  readonly reflections: readonly {
    readonly n: number;
    readonly at: string;
    /** Why a model looked at the progress then. */
    readonly why: string;
    readonly verdict: ReflectionVerdict;
    readonly reason: string;
    /** What of it could not be taken over, and why. */
    readonly refused: readonly string[];
  }[];
  readonly checkIns: readonly ReportedCheckIn[];
  /** Events of a long log, its first, that the report leaves out: what they tell of starts, versions and check-ins is missing. */
  readonly eventsLeftOut: number;
  readonly rules: readonly string[];
  /** Parts of the budget of which most was used, and the steps that the rest was likely to be enough for. */
  readonly warnings: readonly {
    readonly at: string;
    readonly what: BudgetPart;
    readonly used: number;
    readonly limit: number;
    readonly reachable: readonly string[];
  }[];
  readonly budget: GoalBudget;
  readonly spent: GoalSpent & { readonly timeMs: number };
  /** Of `spent`, what looking at the progress took. */
  readonly spentOnReflections: GoalSpent;
  /**
   * Why the outputs that can be reached are reached by the steps that did not fail and were not dropped: texts that any PDDL
   * planner or validator can check. Null before the goal has been broken down.
   */
  readonly proof: { readonly domain: string; readonly problem: string; readonly solution: string } | null;
  readonly answer: string | null;
  readonly error: Pick<Failure, "code" | "message"> | null;
}
