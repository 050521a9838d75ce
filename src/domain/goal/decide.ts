import { affords } from "../budget.ts";
import { type Failure, failure } from "../errors.ts";
import type { EndStatus } from "../events.ts";
import { answerOf } from "./answer.ts";
import { contentHash, findCircle, hashOf, repeats } from "./circles.ts";
import { type GoalEventBody, type GoalReservation, type GoalWork, workKey } from "./events.ts";
import {
  MAX_GOAL_WAIT_MS,
  MAX_OPEN_WORKS,
  MAX_REFINE_FAILURES,
  MAX_REFLECTIONS,
  MAX_STEP_FAILURES,
  MAX_STEP_LOSSES,
  MAX_WORKS,
  REFLECT_AFTER_MS,
  REFLECT_AFTER_STEPS,
} from "./policy.ts";
import { readySteps } from "./priority.ts";
import { answerShort, dueGoalWarning, refusalOf, reservationFor, waitsForMoney } from "./reservations.ts";
import {
  endedSteps,
  type GoalState,
  isUnderWay,
  type OpenWork,
  openSteps,
  type StepState,
  usedGoalMs,
} from "./state.ts";
import { MAX_DEPTH, ROOT } from "./step.ts";

/** `record` appends an event; `start` marks a unit of work as under way and, once that is durable, starts its run. */
export type GoalCommand =
  | { readonly do: "record"; readonly event: GoalEventBody }
  | {
      readonly do: "start";
      readonly work: GoalWork;
      readonly attempt: number;
      readonly reserved: GoalReservation;
      readonly why: string;
      readonly fingerprint?: string;
    };

/** A unit of work whose run is to be stopped, and why. */
export interface Stop {
  readonly open: OpenWork;
  readonly reason: string;
}

export interface GoalDecision {
  readonly commands: readonly GoalCommand[];
  /** Once their runs have ended they are no longer among them. */
  readonly stops: readonly Stop[];
  /** When to decide again if nothing happens before; milliseconds since the epoch, null for never. */
  readonly wakeAt: number | null;
}

/**
 * What a goal in this state needs now. Pure. Apply the events of the commands and decide again until there are none;
 * then sleep until `wakeAt`, or until a run or a person says something.
 * @param maxStarts as many units of work may be started by one decision
 */
export function decideGoal(state: GoalState, now: number, maxStarts = MAX_OPEN_WORKS): GoalDecision {
  if (state.end) return { commands: [], stops: [], wakeAt: null };
  const isHeld = state.paused || state.checkIn !== null || isStopping(state, now);
  const commands =
    firstOf(
      () => ending(state, now),
      () => (isStopping(state, now) ? [] : record(priced(state))),
      () => record(limits(state, now)),
      () => record(givenUp(state)),
      () => (isHeld ? [] : asking(state, now)),
      () => (isHeld ? [] : starting(state, now).slice(0, Math.max(0, maxStarts))),
      () => (isHeld || state.works.size > 0 || maxStarts === 0 ? [] : over(state)),
    ) ?? [];
  return { commands, stops: stops(state, now), wakeAt: commands.length > 0 ? now : nextWake(state, now) };
}

const firstOf = <T>(...steps: readonly (() => readonly T[])[]): readonly T[] | undefined => {
  for (const step of steps) {
    const result = step();
    if (result.length > 0) return result;
  }
  return undefined;
};

const record = (events: readonly GoalEventBody[]): readonly GoalCommand[] =>
  events.map((event) => ({ do: "record", event }));

/** Nothing new starts any more: a person has cancelled it, or its time is up. */
const isStopping = (state: GoalState, now: number): boolean =>
  state.cancelReason !== null || usedGoalMs(state, now) >= state.budget.timeMs;

function stops(state: GoalState, now: number): readonly Stop[] {
  const stopping = state.cancelReason ?? (isStopping(state, now) ? TIME_IS_UP : null);
  return [...state.works.values()].flatMap((open) => {
    const reason = stopping ?? pointless(state, open) ?? refusalOf(open)?.message;
    return reason === undefined ? [] : [{ open, reason }];
  });
}

const TIME_IS_UP = "The time of its goal was up";

const pointless = ({ steps }: GoalState, { work }: OpenWork): string | undefined =>
  work.do === "refine" && steps.get(work.step)?.status !== "open" ? "It need not be broken down any more" : undefined;

/** A goal that is cancelled, out of time or forgotten ends once everything under way has ended. */
function ending(state: GoalState, now: number): readonly GoalCommand[] {
  if (state.waitingSince !== null && now >= state.waitingSince + MAX_GOAL_WAIT_MS && state.cancelReason === null) {
    return record([{ type: "goal-cancel", data: { reason: "Nobody answered in a month" } }]);
  }
  if (state.works.size > 0) return [];
  if (state.cancelReason !== null) return end(state, "cancelled", failure("cancelled", state.cancelReason));
  if (!isStopping(state, now) || state.paused) return [];
  return end(state, null, failure("budget-exceeded", `The time budget of ${state.budget.timeMs / 1000} s is used up`));
}

/** The answers to runs that wait: for more money, or for a yes to what they may cost. */
function priced(state: GoalState): readonly GoalEventBody[] {
  const short = answerShort(state);
  if (short?.type === "work-raised" && isBeyondAllowed(state, short.data)) {
    return state.checkIn || state.paused ? [] : [askToSpend(state, short.data)];
  }
  if (short) return [short];
  for (const open of state.works.values()) {
    const { waits, work } = open;
    if (waits?.for !== "approval" || open.isApproved) continue;
    const allowed = state.checkIns.beforeSpending;
    if (allowed === undefined || (waits.usd !== null && affords(allowed, waits.usd))) {
      return [{ type: "work-approved", data: { work, usd: allowed ?? null } }];
    }
    if (state.checkIn || state.paused) continue;
    return [askToSpend(state, { work, usd: waits.usd })];
  }
  return [];
}

/** @param usd what it may cost at most; null where nobody knows */
function askToSpend(state: GoalState, { work, usd }: { work: GoalWork; usd: number | null }): GoalEventBody {
  const cost = usd === null ? "cost nobody knows how much" : `cost up to ${dollars(usd)}`;
  return checkIn(state, "spending", `${inWords(state, work)} may ${cost}. May it?`, { work });
}

/** Whether a unit of work needs more than what may be spent on it without asking. */
function isBeyondAllowed({ checkIns, works }: GoalState, { work, usd }: { work: GoalWork; usd: number }): boolean {
  if (checkIns.beforeSpending === undefined) return false;
  const { isApproved = false, mayCost = null } = works.get(workKey(work)) ?? {};
  return !affords(isApproved && mayCost === null ? usd : Math.max(checkIns.beforeSpending, mayCost ?? 0), usd);
}

const dollars = (usd: number): string => `${Number(usd.toPrecision(3))} dollars`;

function inWords({ steps }: GoalState, work: GoalWork): string {
  if (work.do === "reflect") return "Looking at the progress";
  if (work.do === "step") return `The step "${work.step}"`;
  return work.step === ROOT ? "Breaking the goal down" : `Breaking the step "${steps.get(work.step)?.name ?? ""}" down`;
}

const checkIn = (
  { askedCheckIns }: GoalState,
  about: Extract<GoalEventBody, { type: "check-in" }>["data"]["about"],
  message: string,
  more: Partial<Extract<GoalEventBody, { type: "check-in" }>["data"]> = {},
): GoalEventBody => ({ type: "check-in", data: { id: askedCheckIns + 1, about, message, ...more } });

function limits(state: GoalState, now: number): readonly GoalEventBody[] {
  if (state.clockSince === null) return [];
  const warning = dueGoalWarning(state, now);
  return warning ? [warning] : [];
}

/** Steps that nothing more is tried for. */
function givenUp(state: GoalState): readonly GoalEventBody[] {
  const isBusy = (step: StepState): boolean =>
    state.works.has(`refine:${step.name}`) || state.works.has(`step:${step.name}`);
  const failed = [...state.steps.values()].flatMap((step): GoalEventBody[] => {
    const error = isBusy(step) ? null : lastError(step);
    return error ? [{ type: "step-failed", data: { step: step.name, error } }] : [];
  });
  return failed;
}

function lastError({ status, failures, losses, faults, error, depth, program }: StepState): Failure | null {
  if (status !== "open" && status !== "waiting") return null;
  if (status === "open" && depth > MAX_DEPTH)
    return failure("plan-unsound", `It would have to be broken down more than ${MAX_DEPTH} times`);
  if (error?.code === "attempt-lost") return losses < MAX_STEP_LOSSES ? null : error;
  if (status === "open") {
    if (failures < MAX_REFINE_FAILURES && (error === null || error.retryable || failures === 0)) return null;
    if (error) return error;
    return failure("plan-unsound", `It could not be broken down: ${faults.join("; ")}`);
  }
  if (failures === 0 || !error) return null;
  // A program that was written gets a second chance with its error; anything else where the same may succeed later.
  const again = error.retryable || (program !== null && error.code !== "budget-exceeded");
  return again && failures < MAX_STEP_FAILURES ? null : error;
}

const attemptOf = ({ failures, losses }: StepState): number => failures + losses + 1;

/** Questions to the person that are due before anything else starts. */
function asking(state: GoalState, now: number): readonly GoalCommand[] {
  const circle = findCircle(state);
  if (circle) return record([askAbout(state, circle)]);
  // What a person wants changed is looked at before anything else is asked.
  if (isUnderWay(state, "reflect") || (state.isChangeWanted && dueReflection(state, now))) return [];
  const { plan, afterSteps } = state.checkIns;
  if (plan && !state.isPlanApproved && isBrokenDown(state) && openSteps(state).length > 0) {
    return record([checkIn(state, "plan", planInWords(state))]);
  }
  const ended = endedSteps(state).length;
  if (afterSteps === undefined || ended < state.endedAtCheckIn + afterSteps || openSteps(state).length === 0) return [];
  return record([checkIn(state, "steps", progressInWords(state))]);
}

const askAbout = (state: GoalState, { evidence, message }: { evidence: string; message: string }): GoalEventBody =>
  checkIn(state, "loop", `${message} Is it to go on?`, { evidence });

/** Whether nothing is left to be broken down. */
const isBrokenDown = (state: GoalState): boolean =>
  state.version > 0 && [...state.steps.values()].every(({ status }) => status !== "open");

function planInWords(state: GoalState): string {
  const steps = openSteps(state).map(({ name, does }) => `${name}: ${does}`);
  return `It is to be done in ${steps.length} ${steps.length === 1 ? "step" : "steps"}: ${steps.join("; ")}. Shall it begin?`;
}

function progressInWords(state: GoalState): string {
  const done = endedSteps(state)
    .filter(({ status }) => status === "done")
    .map(({ name }) => name);
  const open = openSteps(state).map(({ name }) => name);
  const cost = `${dollars(state.spent.usd)} and ${state.spent.llmCalls} calls of a language model so far`;
  return `Done: ${done.join(", ") || "nothing"}. Still to do: ${open.join(", ")}. ${cost}. Shall it go on?`;
}

/**
 * What starts now: a look at the progress, what is to be broken down, steps that are ready. Nothing, while a run waits for
 * money that is not left: it has the first claim on what comes free.
 */
function starting(state: GoalState, now: number): readonly GoalCommand[] {
  if (waitsForMoney(state)) return [];
  if (state.works.size >= MAX_OPEN_WORKS || state.startedWorks >= MAX_WORKS) return [];
  const reflection = dueReflection(state, now);
  if (reflection) return reflection;
  // What a person wants changed is looked at before anything else begins; nor is the tree changed from two sides at once.
  const isReflected = isUnderWay(state, "reflect");
  const isRefining = isUnderWay(state, "refine");
  if (isReflected ? state.lookedAt?.isChangeWanted : state.isChangeWanted && isRefining && state.version > 0) return [];
  const open = [...state.steps.values()].find(
    ({ name, status }) => status === "open" && !state.works.has(`refine:${name}`),
  );
  const refine =
    open && !isReflected && start(state, { do: "refine", step: open.name }, attemptOf(open), "it is to be broken down");
  if (refine && refine.length > 0) return refine;
  // Nothing runs before all of it is known, but where no more calls are left to break the rest down.
  if (state.version === 0 || isRefining) return [];
  for (const { step, why } of readySteps(state)) {
    const fingerprint = fingerprintOf(state, step);
    const circle = repeats(state, step, fingerprint);
    if (circle) return record([askAbout(state, circle)]);
    const command = start(state, { do: "step", step: step.name }, attemptOf(step), why, fingerprint);
    if (command.length > 0) return command;
  }
  return [];
}

function start(
  state: GoalState,
  work: GoalWork,
  attempt: number,
  why: string,
  fingerprint?: string,
): readonly GoalCommand[] {
  const reserved = reservationFor(state, work);
  if (!reserved) return [];
  return [{ do: "start", work, attempt, reserved, why, ...(fingerprint === undefined ? {} : { fingerprint }) }];
}

function dueReflection(state: GoalState, now: number): readonly GoalCommand[] | null {
  const n = state.reflections.length + 1;
  const isRefined = isUnderWay(state, "refine");
  // What a person wants is looked at however often.
  const isEnough = n > MAX_REFLECTIONS && !state.isChangeWanted;
  if (isRefined || isUnderWay(state, "reflect") || isEnough || state.version === 0 || isReached(state)) return null;
  const why = reflectionReason(state, now);
  if (why === null) return null;
  const command = start(state, { do: "reflect", n }, state.failedReflections + 1, why);
  return command.length > 0 ? command : null;
}

function reflectionReason(state: GoalState, now: number): string | null {
  const { ended, failed, at } = state.sinceReflection;
  if (state.isChangeWanted) return "the person wants something changed";
  if (failed.length > 0) return `${failed.join(", ")} failed`;
  if (openSteps(state).length === 0 || ended === 0) return null;
  if (ended >= REFLECT_AFTER_STEPS) return `${ended} steps have ended since the last look`;
  return usedGoalMs(state, now) >= at + REFLECT_AFTER_MS ? "it is time to look at the progress" : null;
}

const isReached = ({ outputs, results, version }: GoalState): boolean =>
  version > 0 && outputs.length > 0 && outputs.every(({ name }) => results.has(name));

/** Names what a step does with what. */
function fingerprintOf(state: GoalState, { action, does, inputs }: StepState): string {
  const values = inputs.map((name) => {
    const result = state.results.get(name);
    return result ? contentHash(result.value) : "";
  });
  return hashOf(JSON.stringify([action?.as === "plan" ? action.plan : does, values]));
}

/** Nothing is under way, and nothing can start: it ends with what there is. */
function over(state: GoalState): readonly GoalCommand[] {
  if (isReached(state)) return end(state, "succeeded");
  const root = state.steps.get(ROOT);
  if (root?.status === "failed") return end(state, "failed", root.error ?? undefined);
  const unstarted = openSteps(state).some(({ inputs }) => inputs.every((name) => state.results.has(name)));
  if (!unstarted && root?.status !== "open") return end(state, null);
  return end(state, null, failure("budget-exceeded", "The calls or tasks that were allowed are used up"));
}

function end(state: GoalState, status: EndStatus | null, error?: Failure): readonly GoalCommand[] {
  const isAny = state.outputs.some(({ name }) => state.results.has(name));
  const became = status ?? (isReached(state) ? "succeeded" : isAny ? "partial" : "failed");
  const data = { status: became, answer: answerOf(state, became, error ?? null), ...(error ? { error } : {}) };
  return record([{ type: "goal-end", data }]);
}

function nextWake(state: GoalState, now: number): number | null {
  const times = [
    state.clockSince === null ? null : now + Math.max(0, state.budget.timeMs - usedGoalMs(state, now)),
    state.waitingSince === null ? null : state.waitingSince + MAX_GOAL_WAIT_MS,
    state.sinceReflection.ended > 0 && state.clockSince !== null
      ? now + Math.max(0, state.sinceReflection.at + REFLECT_AFTER_MS - usedGoalMs(state, now))
      : null,
  ].filter((time): time is number => time !== null && time > now);
  return times.length === 0 ? null : Math.min(...times);
}
