import type { Budget, BudgetPart } from "../budget.ts";
import type { Constraints } from "../constraints.ts";
import type { Failure } from "../errors.ts";
import type { EndStatus } from "../events.ts";
import type { Resource, Value } from "../resources.ts";
import type { Measured } from "../usage.ts";
import type { Step, StepOutput } from "./step.ts";

/** What a goal may spend as a whole; a part that is left out has no limit. */
export type GoalBudget = Omit<Budget, "onExhausted">;

/** When a person is asked. */
export interface CheckIns {
  /** Before the first step runs, and before each revision of the tree counts. */
  readonly plan?: true;
  /** After every so many ended steps. */
  readonly afterSteps?: number;
  /** Before anything that may cost more than this, in US dollars. */
  readonly beforeSpending?: number;
}

/** One unit of what a goal does; each is a run in a conversation of its own. */
export type GoalWork =
  /** A model breaks a step down. */
  | { readonly do: "refine"; readonly step: string }
  /** A step's plan runs, or its program is written and runs. */
  | { readonly do: "step"; readonly step: string }
  /** A model looks at the progress; `n` counts from 1. */
  | { readonly do: "reflect"; readonly n: number };

export const workKey = (work: GoalWork): string =>
  work.do === "reflect" ? `reflect:${work.n}` : `${work.do}:${work.step}`;

/** What is set aside for a unit of work before it starts; `usd` is null where money has no limit. */
export interface GoalReservation {
  readonly usd: number | null;
  readonly llmCalls: number;
  readonly tasks: number;
}

/** What a unit of work took. */
export interface GoalSpent {
  readonly usd: number;
  /** How much of it nobody measured, so that it counts as what was set aside. */
  readonly assumedUsd: number;
  readonly llmCalls: number;
  readonly tasks: number;
  /** Of its language models, as far as their providers told; left out where none did. */
  readonly tokens?: Tokens;
}

export type Tokens = Pick<Measured, "inputTokens" | "outputTokens">;

/** Who wants no run of a unit of work: the budget, which is not enough for it, or the person. */
export type Refuser = "money" | "person";

/** What a revision changes of the tree; what has begun stays as it is. */
export interface TreeChange {
  readonly added: readonly Step[];
  readonly dropped: readonly { readonly step: string; readonly reason: string }[];
  /** Steps whose value is another from now on. */
  readonly reordered: readonly { readonly step: string; readonly value: number }[];
}

export type CheckInTopic =
  /** The tree, before its first step. */
  | "plan"
  /** Steps have ended. */
  | "steps"
  /** A unit of work may cost more than was allowed without asking. */
  | "spending"
  | "revision"
  /** The goal turns in a circle. */
  | "loop"
  /** A reflection asks the person something. */
  | "question";

export const CHECK_IN_DECISIONS = ["approve", "change", "stop"] as const;
/** `change` comes with words, which hold as a rule of the goal from then on. */
export type CheckInDecision = (typeof CHECK_IN_DECISIONS)[number];

export const REFLECTION_VERDICTS = ["on-way", "off", "stuck"] as const;
export type ReflectionVerdict = (typeof REFLECTION_VERDICTS)[number];

/** Every event of a goal and what it carries. Whatever changes the state of a goal is one of these. */
export interface GoalEventData {
  "goal-start": {
    readonly goal: string;
    readonly text: string;
    /** The files that it was given, by the names that steps take them by. */
    readonly files: readonly { readonly name: string; readonly resource: Resource }[];
    readonly budget: GoalBudget;
    readonly checkIns: CheckIns;
    /** On the models of all that is done for it. */
    readonly constraints?: Constraints;
  };
  /** Marks a unit of work as under way; its run is started once this is durable. `why` says why now. */
  "work-start": {
    readonly work: GoalWork;
    readonly attempt: number;
    /** Its own part of the conversation's id. */
    readonly conversation: string;
    readonly run: string;
    readonly reserved: GoalReservation;
    readonly why: string;
    /** Names what a step does with what: equal for equal work. */
    readonly fingerprint?: string;
  };
  /** Its run waits for a yes to what it may cost at most; null where nobody knows. */
  "work-priced": { readonly work: GoalWork; readonly usd: number | null };
  /** Its run waits for more money: `neededUsd` in all. */
  "work-short": { readonly work: GoalWork; readonly neededUsd: number };
  "work-raised": { readonly work: GoalWork; readonly usd: number };
  /** Its run may go on and cost what it is priced at. */
  "work-approved": {
    readonly work: GoalWork;
    /** What it may cost without asking again; null for as much as was set aside. */
    readonly usd: number | null;
  };
  /** Its run is to be stopped: the money for it is not there, or a person does not want it. */
  "work-refused": { readonly work: GoalWork; readonly by: Refuser };
  "work-end": {
    readonly work: GoalWork;
    readonly attempt: number;
    readonly status: "done" | "failed" | "cancelled";
    readonly spent: GoalSpent;
    /** The outputs of a step, by name. */
    readonly results?: Readonly<Record<string, Value>>;
    readonly error?: Failure;
    /** Of a program that failed, to be mended. */
    readonly program?: string;
  };
  /** No further attempt is made at it: what depends on it cannot be had unless a revision finds another way. */
  "step-failed": { readonly step: string; readonly error: Failure };
  /** A model broke a step down in a way that cannot be; it is asked once more. */
  "refinement-refused": { readonly step: string; readonly faults: readonly string[] };
  "tree-revised": {
    readonly version: number;
    readonly by: "refinement" | "reflection" | "person";
    readonly reason: string;
    /** The step that was broken down; left out for other revisions. */
    readonly refined?: string;
    /** What the goal gives; only with the first. */
    readonly outputs?: readonly StepOutput[];
  } & TreeChange;
  reflection: {
    readonly n: number;
    readonly verdict: ReflectionVerdict;
    readonly reason: string;
    /** What of it could not be taken over, and why. */
    readonly refused?: readonly string[];
  };
  "check-in": {
    readonly id: number;
    readonly about: CheckInTopic;
    readonly message: string;
    /** The unit of work that waits for the answer. */
    readonly work?: GoalWork;
    readonly proposal?: TreeChange;
    /** Names what was found, so that it is not asked about again. */
    readonly evidence?: string;
  };
  "check-in-answered": { readonly id: number; readonly decision: CheckInDecision; readonly words?: string };
  "goal-pause": Readonly<Record<string, never>>;
  "goal-resume": { readonly budget?: Partial<GoalBudget> };
  "goal-cancel": { readonly reason: string };
  /** Most of a part of the budget is used; `reachable` are the steps that the rest is likely to be enough for. */
  "budget-warning": {
    readonly what: BudgetPart;
    readonly used: number;
    readonly limit: number;
    readonly reachable: readonly string[];
  };
  "goal-end": { readonly status: EndStatus; readonly answer: string; readonly error?: Failure };
}

export type GoalEventType = keyof GoalEventData;
/** Complete, so that a new event type fails to compile here. */
const TYPES: Readonly<Record<GoalEventType, true>> = {
  "goal-start": true,
  "work-start": true,
  "work-priced": true,
  "work-short": true,
  "work-raised": true,
  "work-approved": true,
  "work-refused": true,
  "work-end": true,
  "step-failed": true,
  "refinement-refused": true,
  "tree-revised": true,
  reflection: true,
  "check-in": true,
  "check-in-answered": true,
  "goal-pause": true,
  "goal-resume": true,
  "goal-cancel": true,
  "budget-warning": true,
  "goal-end": true,
};
export const GOAL_EVENT_TYPES: readonly string[] = Object.keys(TYPES);
export type GoalEventBody = {
  [Type in GoalEventType]: { readonly type: Type; readonly data: GoalEventData[Type] };
}[GoalEventType];
/** An event as the log has it; `at` in milliseconds since the epoch. */
export type GoalEvent = GoalEventBody & { readonly seq: number; readonly at: number };
