import type { Budget, BudgetPart } from "../budget.ts";
import type { ToolOffer } from "../caller-tools.ts";
import type { Failure } from "../errors.ts";
import type { Approval, EndStatus, PauseReason, Planned, Reservable, Reused, Values, WorkId } from "../events.ts";
import type { CalledFunction } from "../inference-arguments.ts";
import type { Plan, Task, TaskId } from "../plan.ts";
import type { ProviderName } from "../provider-names.ts";
import type { Resource } from "../resources.ts";
import type { Candidate, Selection, SelectionOptions } from "../selection.ts";
import type { AnswerFormat, StructuredAnswer } from "../structured/answer-schema.ts";
import { NOTHING_SPENT, type Spent } from "../usage.ts";

export type RunStatus = "planning" | "awaiting-approval" | "running" | "paused" | "responding" | EndStatus;

export type WorkStatus = "waiting" | "running" | "retrying" | "succeeded" | "failed" | "skipped" | "cancelled";

/** One attempt at a unit of work. Times are milliseconds since the epoch. */
export interface Attempt {
  readonly number: number;
  readonly provider: string;
  readonly model: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly error: Failure | null;
}

/** Where one unit of work stands. */
export interface Work {
  readonly status: WorkStatus;
  /** Attempts so far, oldest first; the last is the current one. */
  readonly attempts: readonly Attempt[];
  /** Index of the candidate that is next or current. */
  readonly candidate: number;
  /** Failed attempts at this candidate. */
  readonly failures: number;
  /** Attempts that vanished with the process that held them. */
  readonly lost: number;
  /** When the current attempt is over at the latest; null unless running. */
  readonly deadline: number | null;
  /** Which shard holds the current attempt, or held the last one. */
  readonly shard: number | null;
  /** When the next attempt is due; null unless retrying. */
  readonly retryAt: number | null;
  readonly progress: { readonly note: string; readonly fraction?: number } | null;
  readonly outputs: Values;
  readonly notes: readonly string[];
  /** The earlier task whose result this is; null where it was made here. */
  readonly reused: Reused | null;
  /** The arguments of the model's card that the call took along, each within its bounds; null for none. */
  readonly called: CalledFunction | null;
  /** Of the current attempt, or the last one; null where each result is another. */
  readonly fingerprint: string | null;
  readonly error: Failure | null;
  readonly endedAt: number | null;
  /** The usage of its attempts. */
  readonly spent: Spent;
  /** The sum reserved for them, in US dollars; null if nothing was. */
  readonly estimatedUsd: number | null;
}

/** Set aside for the attempt under way. */
export interface Reservation extends Reservable {
  readonly attempt: number;
}

/** A run as its events tell it. */
export interface RunState {
  readonly id: string;
  /** `seq` of the last event applied. */
  readonly seq: number;
  readonly text: string;
  readonly attached: readonly Resource[];
  readonly approval: Approval;
  /** As the caller set it, or less where the words of the request ask for less. */
  readonly budget: Budget;
  readonly casting: SelectionOptions;
  /** The form that the answer is wanted in besides words; null where words are all. */
  readonly answerFormat: AnswerFormat | null;
  /** Null where the caller offers none. */
  readonly tools: ToolOffer | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly planning: Work;
  readonly planned: Planned | null;
  readonly controller: string | null;
  readonly plan: Plan | null;
  /** 0 before there is a plan; each revision counts one up. */
  readonly planVersion: number;
  readonly selection: Selection | null;
  readonly fetched: readonly Resource[];
  /** Resources of earlier turns that the plan uses. */
  readonly referenced: readonly Resource[];
  readonly tasks: Readonly<Record<string, Work>>;
  readonly answering: Work;
  readonly answer: string;
  /** Null until the run has ended, and where no form was wanted or none could be written. */
  readonly structured: StructuredAnswer | null;
  readonly awaitingApproval: boolean;
  readonly approved: boolean;
  readonly paused: boolean;
  /** Why the run paused by itself; null unless it did. */
  readonly pauseReason: PauseReason | null;
  readonly cancelReason: string | null;
  /** Time spent while the clock ran, up to `clockSince`; milliseconds. */
  readonly usedMs: number;
  /** When the clock of the time budget last started; null while it stands still. */
  readonly clockSince: number | null;
  /** The parts of the budget that were warned of. */
  readonly warned: readonly BudgetPart[];
  /** The budget that calls were found to have cost more than, in US dollars; null where they have not. */
  readonly exceededUsd: number | null;
  /** Providers that refuse the account which this run calls them with. */
  readonly refusedBy: readonly ProviderName[];
  /** Names of the contents that an embedded expert was lost with: see `candidates.ts`. */
  readonly quarantined: readonly string[];
  readonly spent: Spent;
  /** By the work that it is set aside for. */
  readonly reserved: Readonly<Record<string, Reservation>>;
  /** When the current wait for a person (approval, pause) began or one last acted in it; null when nobody is waited for. */
  readonly waitingSince: number | null;
  readonly end: { readonly status: EndStatus; readonly error: Failure | null } | null;
}

export const FRESH_WORK: Work = {
  status: "waiting",
  attempts: [],
  candidate: 0,
  failures: 0,
  lost: 0,
  deadline: null,
  shard: null,
  retryAt: null,
  progress: null,
  outputs: {},
  notes: [],
  reused: null,
  called: null,
  fingerprint: null,
  error: null,
  endedAt: null,
  spent: NOTHING_SPENT,
  estimatedUsd: null,
};

export const isOpen = (work: Work): boolean =>
  work.status === "waiting" || work.status === "running" || work.status === "retrying";

export const taskWork = (state: RunState, id: TaskId): Work => state.tasks[id] ?? FRESH_WORK;

export function workOf(state: RunState, id: WorkId): Work {
  if (id === "plan") return state.planning;
  if (id === "answer") return state.answering;
  return taskWork(state, id);
}

export const findTask = (state: RunState, id: TaskId): Task | undefined =>
  state.plan?.tasks.find((task) => task.id === id);

/** Every unit of work there is so far. */
export function allWork(state: RunState): readonly (readonly [WorkId, Work])[] {
  const tasks = state.plan?.tasks.map((task) => [task.id, taskWork(state, task.id)] as const) ?? [];
  return [["plan", state.planning], ...tasks, ["answer", state.answering]];
}

/** Whether there is anything left to do before the answer. */
export const hasOpenWork = (state: RunState): boolean =>
  isOpen(state.planning) || (state.plan?.tasks ?? []).some(({ id }) => isOpen(taskWork(state, id)));

export function statusOf(state: RunState): RunStatus {
  if (state.end) return state.end.status;
  if (state.paused) return "paused";
  if (state.awaitingApproval) return "awaiting-approval";
  if (state.answering.status !== "waiting") return "responding";
  return state.plan && state.selection ? "running" : "planning";
}

/** Time that counts against the budget, in milliseconds. */
export const usedTimeMs = (state: RunState, now: number): number =>
  state.usedMs + (state.clockSince === null ? 0 : Math.max(0, now - state.clockSince));

/** Why a run is paused: for want of a part of its budget, or because a person wanted it. */
export interface Pause extends Omit<PauseReason, "what"> {
  readonly reason: PauseReason["what"] | "person";
}

/** What a paused run waits for; null for one that is not paused. */
export function pauseOf({ paused, pauseReason }: RunState): Pause | null {
  if (!paused) return null;
  if (!pauseReason) return { reason: "person", message: "It was paused on request" };
  const { what, ...more } = pauseReason;
  return { reason: what, ...more };
}

/** The candidate that the current or last attempt at a task runs on. */
export function currentCandidate(state: RunState, id: TaskId): Candidate | undefined {
  const current = taskWork(state, id).attempts.at(-1);
  return state.selection?.[id]?.candidates.find(
    ({ provider, model }) => provider === current?.provider && model === current.model,
  );
}

/** The model that a task's result is of: of its last attempt, or of the earlier task whose result it is. */
export const madeBy = ({ reused, attempts }: Work): Pick<Attempt, "provider" | "model"> | undefined =>
  reused ?? attempts.at(-1);

/** Whether a reservation is held for a task between two attempts, for the job that the next one resumes. */
export const isHeld = (state: RunState, id: TaskId): boolean =>
  taskWork(state, id).status === "retrying" && state.reserved[id] !== undefined;

/** The files that a run was given, fetched, or uses from an earlier turn. */
export const givenFiles = ({ attached, fetched, referenced }: RunState): readonly Resource[] => [
  ...attached,
  ...fetched,
  ...referenced,
];

/** The files that a task made. */
export const filesOfTask = (state: RunState, id: TaskId): readonly Resource[] =>
  Object.values(taskWork(state, id).outputs).flatMap((value) => (value.as === "resource" ? [value.resource] : []));

/** The files that the tasks made, in the order of the plan. */
export const madeFiles = (state: RunState): readonly Resource[] =>
  (state.plan?.tasks ?? []).flatMap(({ id }) => filesOfTask(state, id));

/** The bytes of the files that a run fetched or made itself, which are stored as long as its conversation. */
export function storedBytes(state: RunState): number {
  const made = (state.plan?.tasks ?? []).flatMap(({ id }) =>
    taskWork(state, id).reused ? [] : filesOfTask(state, id),
  );
  const sizes = new Map([...state.fetched, ...made].map(({ id, bytes }) => [id, bytes]));
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}
