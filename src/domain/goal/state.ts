import type { BudgetPart } from "../budget.ts";
import type { Constraints } from "../constraints.ts";
import type { Failure } from "../errors.ts";
import type { EndStatus } from "../events.ts";
import type { Value } from "../resources.ts";
import { addMeasured } from "../usage.ts";
import type {
  CheckIns,
  CheckInTopic,
  GoalBudget,
  GoalReservation,
  GoalSpent,
  GoalWork,
  ReflectionVerdict,
  Refuser,
  TreeChange,
} from "./events.ts";
import { ROOT, type Step, type StepOutput } from "./step.ts";
import type { Tree } from "./tree.ts";

export type StepStatus =
  /** It is to be broken down. */
  | "open"
  /** It has been: its parts do it. */
  | "refined"
  | "waiting"
  | "running"
  | "done"
  | "failed"
  | "dropped";

/** A step and how far it is. Times are milliseconds since the epoch. */
export interface StepState extends Step {
  readonly status: StepStatus;
  /** Failed attempts at running it, or at breaking it down. */
  readonly failures: number;
  /** Attempts that ended with their server, which are no failures of the step. */
  readonly losses: number;
  /** What was wrong with the last way of breaking it down. */
  readonly faults: readonly string[];
  /** The program that failed, to be mended. */
  readonly program: string | null;
  readonly error: Failure | null;
  /** Why it was dropped. */
  readonly reason: string | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly spent: GoalSpent;
  /** The runs that did it, oldest first. */
  readonly runs: readonly string[];
  /** It came with a revision, and was not in the tree from the beginning. */
  readonly isRevision: boolean;
}

/** A unit of work under way. */
export interface OpenWork {
  readonly work: GoalWork;
  readonly attempt: number;
  readonly conversation: string;
  readonly run: string;
  readonly reserved: GoalReservation;
  readonly startedAt: number;
  readonly fingerprint: string | null;
  /** What its run waits for; null where it waits for nothing. */
  readonly waits:
    | { readonly for: "approval"; readonly usd: number | null }
    | { readonly for: "money"; readonly neededUsd: number }
    /** Its run is to be stopped. */
    | { readonly for: "stop"; readonly by: Refuser }
    | null;
  /** It may cost what its run was priced at. */
  readonly isApproved: boolean;
  /** What it may cost without asking again, in US dollars; null for as much as was set aside. */
  readonly mayCost: number | null;
}

/** A value that was found: the goal's memory. */
export interface GoalResult {
  readonly value: Value;
  /** The step that gave it; null for a file of the goal's. */
  readonly from: string | null;
}

/** A unit of work that ended; the newest are kept to find circles by. */
export interface EndedWork {
  readonly key: string;
  readonly status: "done" | "failed" | "cancelled";
  readonly fingerprint: string | null;
  readonly error: string | null;
}

export interface CheckIn {
  readonly id: number;
  readonly about: CheckInTopic;
  readonly message: string;
  readonly work: GoalWork | null;
  readonly proposal: TreeChange | null;
  readonly askedAt: number;
}

export interface Reflection {
  readonly n: number;
  readonly verdict: ReflectionVerdict;
  readonly reason: string;
  readonly refused: readonly string[];
  readonly at: number;
  /** How many steps were done by then. */
  readonly doneSteps: number;
  /** How many units of work had been started by then. */
  readonly startedWorks: number;
  /** The person wanted it. */
  readonly isWanted: boolean;
}

/** Why a model is to look at the progress. */
export interface ReflectionReasons {
  readonly isChangeWanted: boolean;
  /** Steps that ended since the last reflection began, those of them that failed, and the counted time when it began. */
  readonly sinceReflection: { readonly ended: number; readonly failed: readonly string[]; readonly at: number };
}

/** A goal as its events tell it. */
export interface GoalState {
  readonly id: string;
  /** `seq` of the last event applied. */
  readonly seq: number;
  readonly text: string;
  readonly files: readonly string[];
  readonly budget: GoalBudget;
  readonly checkIns: CheckIns;
  readonly constraints: Constraints | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** What the goal gives; empty until it has been broken down for the first time. */
  readonly outputs: readonly StepOutput[];
  /** Counts up with each revision of the tree; 0 before the first. */
  readonly version: number;
  /** In the order in which they came. */
  readonly steps: ReadonlyMap<string, StepState>;
  readonly results: ReadonlyMap<string, GoalResult>;
  /** What the person said on the way, in their words. */
  readonly rules: readonly string[];
  readonly works: ReadonlyMap<string, OpenWork>;
  readonly ended: readonly EndedWork[];
  readonly startedWorks: number;
  readonly reflections: readonly Reflection[];
  readonly sinceReflection: ReflectionReasons["sinceReflection"];
  /** What the reflection under way was due for; given back where it fails. */
  readonly lookedAt: ReflectionReasons | null;
  /** Attempts at a reflection that failed, since the last one. */
  readonly failedReflections: number;
  /** A person wants something else: a reflection is due. */
  readonly isChangeWanted: boolean;
  readonly isPlanApproved: boolean;
  /** Steps that had ended when a person was last asked about them, or at the start. */
  readonly endedAtCheckIn: number;
  readonly checkIn: CheckIn | null;
  readonly askedCheckIns: number;
  /** Circles that a person knows of. */
  readonly known: ReadonlySet<string>;
  readonly paused: boolean;
  readonly cancelReason: string | null;
  readonly spent: GoalSpent;
  readonly warned: readonly BudgetPart[];
  readonly usedMs: number;
  /** When the clock of the time budget last started; null while it stands. */
  readonly clockSince: number | null;
  readonly waitingSince: number | null;
  readonly end: { readonly status: EndStatus; readonly answer: string; readonly error: Failure | null } | null;
}

export type GoalStatus = "refining" | "running" | "reflecting" | "paused" | "asking" | "stopping" | EndStatus;

const ENDS: ReadonlySet<GoalStatus> = new Set<EndStatus>(["succeeded", "partial", "failed", "cancelled"]);

/** Whether no goal goes on from there. */
export const isGoalOver = (status: GoalStatus): boolean => ENDS.has(status);

export const NOTHING: GoalSpent = { usd: 0, assumedUsd: 0, llmCalls: 0, tasks: 0 };

export const addGoalSpent = (one: GoalSpent, other: GoalSpent): GoalSpent => ({
  usd: one.usd + other.usd,
  assumedUsd: one.assumedUsd + other.assumedUsd,
  llmCalls: one.llmCalls + other.llmCalls,
  tasks: one.tasks + other.tasks,
  ...(one.tokens || other.tokens ? { tokens: addMeasured(one.tokens ?? {}, other.tokens ?? {}) } : {}),
});

export function goalStatusOf(state: GoalState): GoalStatus {
  if (state.end) return state.end.status;
  if (state.cancelReason !== null) return "stopping";
  if (state.paused) return "paused";
  if (state.checkIn) return "asking";
  if (isUnderWay(state, "step")) return "running";
  if (isUnderWay(state, "reflect")) return "reflecting";
  return state.version === 0 || [...state.steps.values()].some(({ status }) => status === "open")
    ? "refining"
    : "running";
}

/** Whether a unit of work of this sort is under way. */
export const isUnderWay = ({ works }: GoalState, what: GoalWork["do"]): boolean =>
  [...works.values()].some(({ work }) => work.do === what);

const HAS_ENDED: ReadonlySet<StepStatus> = new Set(["done", "failed"]);

/** Steps that ran and are over. */
export const endedSteps = (state: GoalState): readonly StepState[] =>
  [...state.steps.values()].filter(({ name, status }) => name !== ROOT && HAS_ENDED.has(status));

/** Steps that are still to do, and are not broken down into others. */
export const openSteps = (state: GoalState): readonly StepState[] =>
  [...state.steps.values()].filter(
    ({ name, status }) => name !== ROOT && (status === "open" || status === "waiting" || status === "running"),
  );

/** The steps with each before its parts, as a tree is read; the goal itself comes first. */
export function stepsInTreeOrder({ steps }: Pick<GoalState, "steps">): readonly StepState[] {
  const parts = Map.groupBy(steps.values(), ({ parent }) => parent);
  const withParts = (step: StepState): readonly StepState[] => [
    step,
    ...(parts.get(step.name) ?? []).flatMap((part) => withParts(part)),
  ];
  return (parts.get(null) ?? []).flatMap(withParts);
}

/** The tree as it is to be judged: from what is there to what is wanted, over what is still to do. */
export const treeOf = (state: GoalState, leaves: readonly Step[] = openSteps(state)): Tree => ({
  given: new Map([...state.results].map(([name, { value }]) => [name, value.kind])),
  wanted: state.outputs,
  leaves,
});

/** Names of values that no step will make any more: their makers failed or were dropped, and what depends on them cannot run. */
export function unreachable(state: GoalState): ReadonlySet<string> {
  const open = openSteps(state);
  const there = new Set(state.results.keys());
  for (let grew = true; grew; ) {
    grew = false;
    for (const step of open) {
      if (step.outputs.every(({ name }) => there.has(name)) || !step.inputs.every((name) => there.has(name))) continue;
      for (const { name } of step.outputs) there.add(name);
      grew = true;
    }
  }
  const asked = [...open.flatMap(({ inputs, outputs }) => [...inputs, ...outputs.map(({ name }) => name)])];
  return new Set([...asked, ...state.outputs.map(({ name }) => name)].filter((name) => !there.has(name)));
}

/** Time that counts against the budget, in milliseconds. */
export const usedGoalMs = (state: GoalState, now: number): number =>
  state.usedMs + (state.clockSince === null ? 0 : Math.max(0, now - state.clockSince));

/** What is neither spent nor set aside; null where there is no limit. */
export function leftOfGoal({ budget, spent, works }: GoalState): {
  readonly usd: number | null;
  readonly llmCalls: number | null;
  readonly tasks: number | null;
} {
  const reserved = [...works.values()].map((one) => one.reserved);
  const left = (limit: number | undefined, used: number, set: readonly number[]): number | null =>
    limit === undefined ? null : Math.max(0, limit - set.reduce((sum, one) => sum + one, used));
  return {
    usd: left(
      budget.usd,
      spent.usd,
      reserved.map(({ usd }) => usd ?? 0),
    ),
    llmCalls: left(
      budget.llmCalls,
      spent.llmCalls,
      reserved.map(({ llmCalls }) => llmCalls),
    ),
    tasks: left(
      budget.tasks,
      spent.tasks,
      reserved.map(({ tasks }) => tasks),
    ),
  };
}
