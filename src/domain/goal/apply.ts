import type { Failure } from "../errors.ts";
import { raiseBudget } from "../run/asked.ts";
import type { GoalEvent, GoalEventData, GoalWork } from "./events.ts";
import { workKey } from "./events.ts";
import { MAX_REFLECT_FAILURES } from "./policy.ts";
import {
  addGoalSpent,
  endedSteps,
  type GoalState,
  NOTHING,
  type OpenWork,
  type ReflectionReasons,
  type StepState,
  usedGoalMs,
} from "./state.ts";
import { ROOT, type Step } from "./step.ts";

/** As many ended units of work are kept to find circles by. */
const MAX_ENDED = 64;

type Applier<Type extends keyof GoalEventData> = (state: GoalState, data: GoalEventData[Type], at: number) => GoalState;

const fresh = (step: Step, isRevision = false): StepState => ({
  ...step,
  status: step.action ? "waiting" : "open",
  failures: 0,
  losses: 0,
  faults: [],
  program: null,
  error: null,
  reason: null,
  startedAt: null,
  endedAt: null,
  spent: NOTHING,
  runs: [],
  isRevision,
});

/** What ended with its server is counted apart. */
const withFailure = ({ failures, losses }: StepState, error: Failure | undefined): Partial<StepState> =>
  error?.code === "attempt-lost" ? { losses: losses + 1 } : { failures: failures + 1 };

function withStep(state: GoalState, name: string, change: Partial<StepState>): GoalState {
  const step = state.steps.get(name);
  return step ? { ...state, steps: new Map(state.steps).set(name, { ...step, ...change }) } : state;
}

function withWork(state: GoalState, work: GoalWork, change: Partial<OpenWork>): GoalState {
  const key = workKey(work);
  const open = state.works.get(key);
  return open ? { ...state, works: new Map(state.works).set(key, { ...open, ...change }) } : state;
}

/** Nothing is left to be looked at. */
const withoutReasons = (state: GoalState, at: number): ReflectionReasons => ({
  isChangeWanted: false,
  sinceReflection: { ended: 0, failed: [], at: usedGoalMs(state, at) },
});

/** What a reflection was due for stays, until it has failed too often. */
function withFailedReflection(state: GoalState, error: Failure | undefined): GoalState {
  const { lookedAt, sinceReflection: since } = state;
  const failedReflections = state.failedReflections + 1;
  // It took all of its time, and would again; what a person wants changed is worth that.
  const isHopeless = error?.code === "timeout" && !error.retryable && !lookedAt?.isChangeWanted;
  if (!lookedAt || isHopeless || failedReflections >= MAX_REFLECT_FAILURES)
    return { ...state, lookedAt: null, failedReflections: 0 };
  const { ended, failed, at } = lookedAt.sinceReflection;
  return {
    ...{ ...state, lookedAt: null, failedReflections },
    isChangeWanted: state.isChangeWanted || lookedAt.isChangeWanted,
    sinceReflection: { ended: ended + since.ended, failed: [...failed, ...since.failed], at },
  };
}

/** The clock runs unless a person is waited for, and nothing is under way but what waits for that person itself. */
function withClock(state: GoalState, at: number): GoalState {
  const isIdle = [...state.works.values()].every(({ waits }) => waits?.for === "approval" || waits?.for === "money");
  const isWaiting = (state.paused || state.checkIn !== null) && isIdle;
  const stands = isWaiting || state.end !== null;
  const waitingSince = isWaiting && state.end === null ? (state.waitingSince ?? at) : null;
  if (stands && state.clockSince !== null) {
    const usedMs = state.usedMs + Math.max(0, at - state.clockSince);
    return { ...state, usedMs, clockSince: null, waitingSince };
  }
  return { ...state, clockSince: stands ? null : (state.clockSince ?? at), waitingSince };
}

const APPLY: { readonly [Type in Exclude<keyof GoalEventData, "goal-start">]: Applier<Type> } = {
  "work-start": (state, { work, attempt, conversation, run, reserved, fingerprint }, at) => {
    const open: OpenWork = {
      ...{ work, attempt, conversation, run, reserved, startedAt: at },
      ...{ fingerprint: fingerprint ?? null, waits: null, isApproved: false, mayCost: null },
    };
    const next: GoalState = {
      ...state,
      works: new Map(state.works).set(workKey(work), open),
      startedWorks: state.startedWorks + 1,
    };
    if (work.do === "reflect") {
      const { isChangeWanted, sinceReflection } = state;
      return { ...next, ...withoutReasons(state, at), lookedAt: { isChangeWanted, sinceReflection } };
    }
    const step = state.steps.get(work.step);
    if (!step) return next;
    // Whoever breaks the goal down sees what the person said so far.
    const isFirst = work.do === "refine" && work.step === ROOT;
    return withStep(isFirst ? { ...next, isChangeWanted: false } : next, work.step, {
      ...(work.do === "step" ? { status: "running" as const } : {}),
      startedAt: step.startedAt ?? at,
      runs: [...step.runs, run],
    });
  },

  "work-priced": (state, { work, usd }) => withWork(state, work, { waits: { for: "approval", usd } }),

  "work-short": (state, { work, neededUsd }) => withWork(state, work, { waits: { for: "money", neededUsd } }),

  "work-raised": (state, { work, usd }) => {
    const open = state.works.get(workKey(work));
    return open ? withWork(state, work, { reserved: { ...open.reserved, usd }, waits: null }) : state;
  },

  "work-approved": (state, { work, usd }) => withWork(state, work, { waits: null, isApproved: true, mayCost: usd }),

  "work-refused": (state, { work, by }) => withWork(state, work, { waits: { for: "stop", by } }),

  "work-end": (state, data, at) => {
    const key = workKey(data.work);
    const open = state.works.get(key);
    const works = new Map(state.works);
    works.delete(key);
    const ended = {
      ...{ key, status: data.status, fingerprint: open?.fingerprint ?? null },
      error: data.error ? `${data.error.code}: ${data.error.message}` : null,
    };
    const asked = state.checkIn?.work ?? null;
    const next: GoalState = {
      ...state,
      works,
      spent: addGoalSpent(state.spent, data.spent),
      ended: [...state.ended, ended].slice(-MAX_ENDED),
      // Nothing is left of what was asked about.
      checkIn: asked !== null && workKey(asked) === key ? null : state.checkIn,
    };
    if (data.work.do === "reflect") return data.status === "done" ? next : withFailedReflection(next, data.error);
    const { step: name } = data.work;
    const step = next.steps.get(name);
    if (!step) return next;
    const spent = addGoalSpent(step.spent, data.spent);
    if (data.status === "done" && data.work.do === "refine") return withStep(next, name, { spent });
    if (data.status === "done") {
      const results = new Map(next.results);
      for (const [output, value] of Object.entries(data.results ?? {})) results.set(output, { value, from: name });
      const { ended: before, ...since } = next.sinceReflection;
      return withStep({ ...next, results, sinceReflection: { ...since, ended: before + 1 } }, name, {
        status: "done",
        endedAt: at,
        spent,
        error: null,
        program: null,
      });
    }
    // One that was dropped meanwhile stays so.
    if (step.status !== (data.work.do === "refine" ? "open" : "running")) return withStep(next, name, { spent });
    return withStep(next, name, {
      ...{
        status: data.work.do === "refine" ? "open" : "waiting",
        spent,
        error: data.error ?? null,
        program: data.program ?? step.program,
      },
      ...(data.status === "failed" ? withFailure(step, data.error) : {}),
    });
  },

  "step-failed": (state, { step, error }, at) => {
    const { ended, failed, ...since } = state.sinceReflection;
    // To look for another way helps where something went wrong, and not where the means are used up.
    const isNews = error.code !== "budget-exceeded";
    const next = { ...since, ended: ended + 1, failed: isNews ? [...failed, step] : failed };
    return withStep({ ...state, sinceReflection: next }, step, { status: "failed", error, endedAt: at });
  },

  "refinement-refused": (state, { step, faults }) =>
    withStep(state, step, { faults, failures: (state.steps.get(step)?.failures ?? 0) + 1 }),

  "tree-revised": (state, { version, by, refined, outputs, added, dropped, reordered }, at) => {
    const steps = new Map(state.steps);
    const change = (name: string, to: Partial<StepState>): void => {
      const step = steps.get(name);
      if (step) steps.set(name, { ...step, ...to });
    };
    if (refined !== undefined) change(refined, { status: "refined", faults: [], failures: 0, endedAt: null });
    for (const step of added) steps.set(step.name, fresh(step, by !== "refinement"));
    for (const { step, reason } of dropped) change(step, { status: "dropped", reason, endedAt: at });
    for (const { step, value } of reordered) change(step, { value });
    return { ...state, version, steps, outputs: outputs ?? state.outputs };
  },

  reflection: (state, { n, verdict, reason, refused = [] }, at) => ({
    ...state,
    reflections: [
      ...state.reflections,
      {
        ...{ n, verdict, reason, refused, at, doneSteps: countDone(state) },
        ...{ startedWorks: state.startedWorks, isWanted: state.lookedAt?.isChangeWanted ?? false },
      },
    ],
    ...{ lookedAt: null, failedReflections: 0 },
  }),

  "check-in": (state, { id, about, message, work, proposal, evidence }, at) => ({
    ...state,
    checkIn: { id, about, message, work: work ?? null, proposal: proposal ?? null, askedAt: at },
    askedCheckIns: id,
    endedAtCheckIn: about === "steps" ? endedSteps(state).length : state.endedAtCheckIn,
    known: evidence === undefined ? state.known : new Set([...state.known, evidence]),
  }),

  "check-in-answered": (state, { decision, words }) => ({
    ...state,
    checkIn: null,
    isPlanApproved: state.isPlanApproved || (state.checkIn?.about === "plan" && decision === "approve"),
    rules: words === undefined ? state.rules : [...state.rules, words],
    isChangeWanted: state.isChangeWanted || decision === "change",
  }),

  "goal-pause": (state) => ({ ...state, paused: true }),

  "goal-resume": (state, { budget = {} }) => ({
    ...state,
    paused: false,
    budget: raiseBudget(state.budget, budget),
    warned: Object.keys(budget).length > 0 ? [] : state.warned,
  }),

  "goal-cancel": (state, { reason }) => ({ ...state, cancelReason: reason, checkIn: null, paused: false }),

  "budget-warning": (state, { what }) => ({ ...state, warned: [...state.warned, what] }),

  "goal-end": (state, { status, answer, error }, at) => ({
    ...state,
    ...{ endedAt: at, end: { status, answer, error: error ?? null }, checkIn: null, paused: false },
    steps: new Map(
      [...state.steps].map(([name, step]) => [
        name,
        name === ROOT && status === "succeeded" ? { ...step, status: "done" as const, endedAt: at } : step,
      ]),
    ),
  }),
};

const countDone = (state: GoalState): number => endedSteps(state).filter(({ status }) => status === "done").length;

function start(data: GoalEventData["goal-start"], at: number): GoalState {
  const root: Step = {
    ...{ name: ROOT, parent: null, depth: 0, does: data.text, outputs: [], value: 1, effort: 1, action: null },
    inputs: data.files.map(({ name }) => name),
  };
  return {
    ...{ id: data.goal, seq: 0, text: data.text, files: root.inputs, budget: data.budget, checkIns: data.checkIns },
    constraints: data.constraints ?? null,
    ...{ startedAt: at, endedAt: null, outputs: [], version: 0, steps: new Map([[ROOT, fresh(root)]]) },
    results: new Map(
      data.files.map(({ name, resource }) => [
        name,
        { value: { as: "resource", kind: resource.kind, resource }, from: null },
      ]),
    ),
    ...{ rules: [], works: new Map(), ended: [], startedWorks: 0, reflections: [] },
    sinceReflection: { ended: 0, failed: [], at: 0 },
    ...{
      lookedAt: null,
      failedReflections: 0,
      isChangeWanted: false,
      isPlanApproved: false,
      endedAtCheckIn: 0,
      checkIn: null,
      askedCheckIns: 0,
    },
    ...{ known: new Set<string>(), paused: false, cancelReason: null, spent: NOTHING, warned: [] },
    ...{ usedMs: 0, clockSince: at, waitingSince: null, end: null },
  };
}

/**
 * The state after `event`; `state` is null before the first, `goal-start`. The state of a goal is the fold of its log by
 * this function and nothing else.
 * @throws {Error} when the log does not begin with `goal-start`, or goes on after another
 */
export function applyGoal(state: GoalState | null, event: GoalEvent): GoalState {
  if (event.type === "goal-start") {
    if (state) throw new Error(`Goal ${state.id} started twice`);
    return { ...start(event.data, event.at), seq: event.seq };
  }
  if (!state) throw new Error(`The log begins with ${event.type} instead of goal-start`);
  // The table pairs each type with its data; TypeScript cannot follow that through an index.
  const applier = APPLY[event.type] as Applier<typeof event.type>;
  return withClock({ ...applier(state, event.data as never, event.at), seq: event.seq }, event.at);
}
