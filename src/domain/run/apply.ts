import type { Dispatch, EndStatus, EventData, Planned, RunEvent, WorkId } from "../events.ts";
import { selectionOptionsOf } from "../selection.ts";
import { addSpent, NOTHING_SPENT } from "../usage.ts";
import { askedBudget, lowerBudget, raiseBudget, understandEdited } from "./asked.ts";
import { failuresAt, withLesson } from "./candidates.ts";
import {
  FRESH_WORK,
  isOpen,
  type RunState,
  taskWork,
  usedTimeMs,
  type Work,
  type WorkStatus,
  workOf,
} from "./state.ts";

const stopClock = (state: RunState, at: number): Pick<RunState, "usedMs" | "clockSince"> => ({
  usedMs: usedTimeMs(state, at),
  clockSince: null,
});

/** The clock runs while the system works, and stands while it waits for a person. */
const startClock = (state: RunState, at: number): Pick<RunState, "clockSince" | "waitingSince"> => ({
  clockSince: state.clockSince ?? at,
  waitingSince: null,
});

function withWork(state: RunState, id: WorkId, change: Partial<Work>): RunState {
  const work = { ...workOf(state, id), ...change };
  if (id === "plan") return { ...state, planning: work };
  if (id === "answer") return { ...state, answering: work };
  return { ...state, tasks: { ...state.tasks, [id]: work } };
}

function started(
  state: RunState,
  id: WorkId,
  dispatch: Dispatch,
  at: number,
  provider: string,
  model: string,
): RunState {
  const { attempts } = workOf(state, id);
  const attempt = { number: dispatch.attempt, provider, model, startedAt: at, endedAt: null, error: null };
  return withWork(state, id, {
    status: "running",
    attempts: [...attempts, attempt],
    deadline: dispatch.deadline,
    shard: dispatch.shard,
    retryAt: null,
    progress: null,
  });
}

function ended(work: Work, at: number, change: Partial<Work>): Partial<Work> {
  const last = work.attempts.at(-1);
  const attempts =
    last && last.endedAt === null
      ? [...work.attempts.slice(0, -1), { ...last, endedAt: at, error: change.error ?? null }]
      : work.attempts;
  return { deadline: null, retryAt: null, progress: null, endedAt: at, ...change, attempts };
}

/** Work that was open when the run ended: the answer that ended it, or what is no longer wanted. */
function closed(work: Work, { status, error }: EventData["run-end"], at: number): Work {
  if (!isOpen(work)) return work;
  const change = { error: error ?? null, status: closedStatus(work, status, error !== undefined) };
  return { ...work, ...ended(work, at, change) };
}

function closedStatus(work: Work, run: EndStatus, isFailed: boolean): WorkStatus {
  if (run === "cancelled") return "cancelled";
  if (work.attempts.length === 0) return "skipped";
  return isFailed ? "failed" : "succeeded";
}

/** The candidate that an attempt runs on: the one that was next, or another where that was too dear or left alone. */
function chosen(
  state: RunState,
  { task, provider, model }: EventData["task-start"],
): Pick<Work, "candidate" | "failures"> {
  const work = taskWork(state, task);
  const { candidate: next, failures } = work;
  const candidates = state.selection?.[task]?.candidates ?? [];
  const places = candidates.flatMap((one, place) => (one.provider === provider && one.model === model ? [place] : []));
  const place = places.find((one) => one >= next) ?? places.at(-1) ?? next;
  const candidate = candidates[place];
  return place === next || !candidate
    ? { candidate: next, failures }
    : { candidate: place, failures: failuresAt(work, candidate) };
}

/** The outcome of planning with the plan that a person has edited. */
const edited = (
  { plan: before, understanding }: Extract<Planned, { as: "plan" }>,
  { plan, notes = [] }: EventData["plan-revised"],
): Planned => ({
  as: "plan",
  plan,
  notes,
  ...(understanding ? { understanding: understandEdited(understanding, before, plan) } : {}),
});

type Applier<Type extends keyof EventData> = (state: RunState, data: EventData[Type], at: number) => RunState;

const APPLY: { readonly [Type in Exclude<keyof EventData, "run-start">]: Applier<Type> } = {
  "plan-start": (state, data, at) => started(state, "plan", data, at, "", ""),

  "plan-end": (state, data, at) => {
    const planning = ended(state.planning, at, {
      status: data.planned.as === "failed" ? "failed" : "succeeded",
      error: data.planned.as === "failed" ? data.planned.error : null,
    });
    const next: RunState = {
      ...withWork(state, "plan", planning),
      planned: data.planned,
      budget: lowerBudget(state.budget, askedBudget(data.planned)),
      controller: data.controller,
      fetched: [...state.fetched, ...data.fetched],
      referenced: data.referenced,
    };
    if (data.planned.as !== "plan") return next;
    const tasks = Object.fromEntries(data.planned.plan.tasks.map((task) => [task.id, FRESH_WORK]));
    return { ...next, plan: data.planned.plan, planVersion: data.version, tasks };
  },

  "selection-end": (state, data) => ({ ...state, selection: data.selection }),

  "approval-required": (state, _data, at) => ({
    ...state,
    ...stopClock(state, at),
    awaitingApproval: true,
    waitingSince: at,
  }),

  "plan-revised": (state, data) => ({
    ...state,
    planned: state.planned?.as === "plan" ? edited(state.planned, data) : state.planned,
    plan: data.plan,
    planVersion: data.version,
    tasks: Object.fromEntries(data.plan.tasks.map((task) => [task.id, FRESH_WORK])),
    planning: {
      ...FRESH_WORK,
      attempts: state.planning.attempts,
      spent: state.planning.spent,
      estimatedUsd: state.planning.estimatedUsd,
    },
    selection: null,
  }),

  "approval-given": (state, data, at) => ({
    ...state,
    awaitingApproval: false,
    approved: data.decision === "approve",
    ...(state.paused ? { waitingSince: at } : startClock(state, at)),
  }),

  "task-start": (state, data, at) =>
    started(
      withWork(state, data.task, { ...chosen(state, data), fingerprint: data.fingerprint ?? null }),
      data.task,
      data,
      at,
      data.provider,
      data.model,
    ),

  "task-progress": (state, data) =>
    withWork(state, data.task, {
      progress: data.fraction === undefined ? { note: data.note } : { note: data.note, fraction: data.fraction },
    }),

  "task-retry": (state, data, at) => {
    const work = workOf(state, data.task);
    const retried = withWork(withLesson(state, data.task, data.error), data.task, {
      ...ended(work, at, { error: data.error }),
      status: "retrying",
      retryAt: data.retryAt,
      endedAt: null,
      candidate: work.candidate + (data.next ? 1 : 0),
      failures: data.next ? 0 : work.failures + (data.lost || data.error.notCalled ? 0 : 1),
      lost: work.lost + (data.lost ? 1 : 0),
    });
    return data.task === "answer" ? { ...retried, answer: "" } : retried;
  },

  "task-end": (state, data, at) =>
    withWork(
      withLesson(state, data.task, data.error),
      data.task,
      ended(taskWork(state, data.task), at, {
        status: data.status,
        outputs: data.outputs,
        notes: data.notes,
        reused: data.reused ?? null,
        called: data.called ?? null,
        error: data.error ?? null,
      }),
    ),

  "budget-reserved": (state, { work, attempt, usd, llmCalls }) => {
    const { estimatedUsd } = workOf(state, work);
    const next = usd === null ? state : withWork(state, work, { estimatedUsd: (estimatedUsd ?? 0) + usd });
    return { ...next, reserved: { ...state.reserved, [work]: { attempt, usd, llmCalls } } };
  },

  "budget-settled": (state, data) => {
    const { [data.work]: _settled, ...reserved } = state.reserved;
    const next = withWork(state, data.work, { spent: addSpent(workOf(state, data.work).spent, data) });
    return { ...next, reserved, spent: addSpent(state.spent, data) };
  },

  "budget-warning": (state, { what, limit, exceeded }) =>
    exceeded ? { ...state, exceededUsd: limit } : { ...state, warned: [...state.warned, what] },

  "run-pause": (state, data, at) => ({
    ...state,
    ...stopClock(state, at),
    paused: true,
    pauseReason: data.reason ?? null,
    waitingSince: at,
  }),

  "run-resume": (state, data, at) => ({
    ...state,
    paused: false,
    pauseReason: null,
    budget: raiseBudget(state.budget, data.budget ?? {}),
    ...(state.awaitingApproval ? { waitingSince: at } : startClock(state, at)),
  }),

  "run-cancel": (state, data) => ({ ...state, cancelReason: data.reason }),

  "answer-start": (state, data, at) => ({ ...started(state, "answer", data, at, "", ""), answer: "" }),

  "answer-delta": (state, data) => ({ ...state, answer: state.answer + data.text }),

  "run-end": (state, data, at) => ({
    ...state,
    ...stopClock(state, at),
    planning: closed(state.planning, data, at),
    answering: closed(state.answering, data, at),
    answer: data.answer,
    structured: data.structured ?? null,
    endedAt: at,
    awaitingApproval: false,
    paused: false,
    pauseReason: null,
    waitingSince: null,
    end: { status: data.status, error: data.error ?? null },
  }),
};

function start(data: EventData["run-start"], at: number): RunState {
  return {
    id: data.run,
    seq: 0,
    text: data.text,
    attached: data.attached,
    approval: data.approval,
    budget: data.budget,
    casting: selectionOptionsOf(data),
    answerFormat: data.answerFormat ?? null,
    tools: data.tools ?? null,
    startedAt: at,
    endedAt: null,
    planning: FRESH_WORK,
    planned: null,
    controller: null,
    plan: null,
    planVersion: 0,
    selection: null,
    fetched: [],
    referenced: [],
    tasks: {},
    answering: FRESH_WORK,
    answer: "",
    structured: null,
    awaitingApproval: false,
    approved: false,
    paused: false,
    pauseReason: null,
    cancelReason: null,
    usedMs: 0,
    clockSince: at,
    warned: [],
    exceededUsd: null,
    refusedBy: [],
    quarantined: [],
    spent: NOTHING_SPENT,
    reserved: {},
    waitingSince: null,
    end: null,
  };
}

/**
 * The state after `event`; `state` is null before the first, `run-start`. The state of a run is the
 * fold of its log by this function and nothing else.
 * @throws {Error} when the log does not begin with `run-start`, or goes on after another.
 */
export function apply(state: RunState | null, event: RunEvent): RunState {
  if (event.type === "run-start") {
    if (state) throw new Error(`Run ${state.id} started twice`);
    return { ...start(event.data, event.at), seq: event.seq };
  }
  if (!state) throw new Error(`The log begins with ${event.type} instead of run-start`);
  // The table pairs each type with its data; TypeScript cannot follow that through an index.
  const applier = APPLY[event.type] as Applier<typeof event.type>;
  return { ...applier(state, event.data as never, event.at), seq: event.seq };
}
