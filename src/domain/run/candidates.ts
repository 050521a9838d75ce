import { type Failure, failure } from "../errors.ts";
import type { WorkId } from "../events.ts";
import { type SingleBinding, singles, type Task, type TaskId } from "../plan.ts";
import type { Candidate } from "../selection.ts";
import {
  type Attempt,
  allWork,
  currentCandidate,
  findTask,
  isHeld,
  type RunState,
  taskWork,
  type Work,
} from "./state.ts";

/*
 * Whose turn it is among a task's candidates. One at a time is tried until it is spent, and then the next. Those of a
 * provider that refused the run's account, at whichever task, are spent too, as are embedded ones for a task whose input
 * is quarantined. A model that the gate leaves alone, as its
 * circuit is open, is not spent but shut for a while: the ones behind it have their turn at once, and only where there
 * are none the task waits for the one that is back the soonest, wherever it stands.
 */

/** Nothing to do with another model for: within as long a gate that was just restarted can be asked again. */
const SHORT_WAIT_MS = 1_000;

/** Whether a call was refused because its endpoint's circuit is open, for longer than `SHORT_WAIT_MS`. */
export const isLeftAlone = ({ code, notCalled, retryAfterMs }: Failure): boolean =>
  notCalled === true && code === "provider-unavailable" && (retryAfterMs ?? 0) > SHORT_WAIT_MS;

interface Standing {
  readonly candidate: Candidate;
  /** `spent` never has another turn. */
  readonly is: "open" | "shut" | "spent";
  /** When one that is shut is back; milliseconds since the epoch. */
  readonly backAt: number;
}

function standingOf(candidate: Candidate, isCurrent: boolean, { attempts, status }: Work): Standing {
  const last = attempts.findLast((attempt) => isAt(attempt, candidate));
  if (!last) return { candidate, is: "open", backAt: 0 };
  if (last.error && isLeftAlone(last.error)) {
    return { candidate, is: "shut", backAt: (last.endedAt ?? 0) + (last.error.retryAfterMs ?? 0) };
  }
  const isRetried = isCurrent && status === "retrying" && last === attempts.at(-1);
  return { candidate, is: isRetried ? "open" : "spent", backAt: 0 };
}

function standingsOf(state: RunState, id: TaskId): readonly Standing[] {
  const work = taskWork(state, id);
  const candidates = state.selection?.[id]?.candidates ?? [];
  const quarantined = isQuarantined(state, id);
  const isBarred = (candidate: Candidate): boolean =>
    state.refusedBy.includes(candidate.provider) || (quarantined && isEmbedded(candidate));
  return candidates.map((candidate, place) =>
    isBarred(candidate) ? { candidate, is: "spent", backAt: 0 } : standingOf(candidate, place === work.candidate, work),
  );
}

/** The state with the consequences of a failed attempt for the run's other calls: refused providers and quarantine. */
export const withLesson = (state: RunState, id: WorkId, error: Failure | undefined): RunState =>
  withQuarantine(withRefusal(state, id, error), id, error);

/** The state with a provider that refused the run's account recorded, so that the run does not call it again. */
function withRefusal(state: RunState, id: WorkId, error: Failure | undefined): RunState {
  if (error?.access?.to !== "provider" || typeof id !== "number") return state;
  const provider = currentCandidate(state, id)?.provider;
  return provider === undefined || state.refusedBy.includes(provider)
    ? state
    : { ...state, refusedBy: [...state.refusedBy, provider] };
}

/** The failure by which the run's account was refused; undefined if it was not. */
const refusalIn = (state: RunState): Failure | undefined =>
  allWork(state)
    .flatMap(([, { attempts }]) => attempts.flatMap(({ error }) => (error?.access?.to === "provider" ? [error] : [])))
    .at(0);

/** Why a task that waits for its turn will never have one, as no candidate is left to call; null where one is. */
export function nobodyLeft(state: RunState, id: TaskId): Failure | null {
  const isAnyBarred = state.refusedBy.length > 0 || isQuarantined(state, id);
  if (!isAnyBarred || isHeld(state, id) || standingsOf(state, id).some(({ is }) => is !== "spent")) return null;
  const refusal = refusalIn(state);
  if (refusal) return failure(refusal.code, `No model is left to call: ${refusal.message}`);
  return failure(
    "attempt-lost",
    "The server ended while a model inside it worked on the same input, so none there is given it again in this run",
  );
}

export const isDue = (work: Work, now: number): boolean =>
  work.status === "waiting" || (work.status === "retrying" && work.retryAt !== null && work.retryAt <= now);

/** The candidates that a task may run on at this moment, whose turn is first before the others. */
export function turnsOf(state: RunState, id: TaskId, now: number): readonly Candidate[] {
  const work = taskWork(state, id);
  const due = isDue(work, now);
  const standings = standingsOf(state, id);
  const current = standings[work.candidate];
  // Its job is paid for.
  if (isHeld(state, id)) return due && current ? [current.candidate] : [];
  const waits = current?.is !== "open";
  if (!due && !waits) return [];
  const open = standings.slice(work.candidate).filter(({ is }) => is === "open");
  const shut = due && waits ? shutOf(standings) : [];
  return [...open, ...shut].map(({ candidate }) => candidate);
}

const shutOf = (standings: readonly Standing[]): readonly Standing[] =>
  standings.filter(({ is }) => is === "shut").toSorted((a, b) => a.backAt - b.backAt);

/** When the first of a task's other candidates that are shut is back; infinity where none is. */
export function othersBackAt(state: RunState, id: TaskId): number {
  const { candidate } = taskWork(state, id);
  const others = standingsOf(state, id).filter((_, place) => place !== candidate);
  return shutOf(others)[0]?.backAt ?? Number.POSITIVE_INFINITY;
}

/** Whether there is another candidate left after the current one. */
export const hasNext = (state: RunState, id: TaskId): boolean =>
  standingsOf(state, id).some(({ is }, place) => place > taskWork(state, id).candidate && is !== "spent");

/** Whether one of them can be called at once. */
export const hasOpenNext = (state: RunState, id: TaskId): boolean =>
  standingsOf(state, id).some(({ is }, place) => place > taskWork(state, id).candidate && is === "open");

/** Failed attempts at a candidate in which it was called. */
export const failuresAt = ({ attempts }: Work, candidate: Candidate): number =>
  attempts.filter(
    (attempt) =>
      isAt(attempt, candidate) && attempt.error && !attempt.error.notCalled && attempt.error.code !== "attempt-lost",
  ).length;

export const isAt = (attempt: Attempt, { provider, model }: Pick<Candidate, "provider" | "model">): boolean =>
  attempt.provider === provider && attempt.model === model;

/*
 * An embedded expert shares the thread and memory of the server, so an input that it chokes on ends the server with it,
 * and every attempt after a restart would end it again. What such an expert worked on when its attempt was lost is
 * therefore quarantined for the rest of the run: no embedded expert is given it again. Models elsewhere are.
 */

/** Shorter literals are parameters, such as a question or a language, which many tasks of a run share. */
const MIN_LITERAL_CHARS = 1_000;

/** Whether calls of a candidate run inside the server. */
export const isEmbedded = ({ provider }: Pick<Candidate, "provider">): boolean => provider === "embedded";

/**
 * Names of the contents that a task works on: resources, outputs of other tasks, long literals; where it has nothing but
 * short literals, all of them together. A task without arguments works on nothing.
 */
function contentsOf({ type, args }: Task): readonly string[] {
  const names = Object.values(args).flatMap(singles).flatMap(nameOf);
  return names.length > 0 || Object.keys(args).length === 0 ? names : [`${type} of ${JSON.stringify(args)}`];
}

function nameOf(binding: SingleBinding): readonly string[] {
  if (binding.from === "resource") return [`resource ${binding.resource}`];
  if (binding.from === "task") return [`task ${binding.task} ${binding.output}`];
  const literal = typeof binding.value === "string" ? binding.value : JSON.stringify(binding.value);
  return literal.length < MIN_LITERAL_CHARS ? [] : [`literal ${literal}`];
}

/** The state once an attempt has failed so: what an embedded expert was lost with is quarantined. */
function withQuarantine(state: RunState, id: WorkId, error: Failure | undefined): RunState {
  if (error?.code !== "attempt-lost" || typeof id !== "number") return state;
  const [task, candidate] = [findTask(state, id), currentCandidate(state, id)];
  const isUnderWay = taskWork(state, id).status === "running";
  if (!task || !candidate || !isEmbedded(candidate) || !isUnderWay) return state;
  return { ...state, quarantined: [...new Set([...state.quarantined, ...contentsOf(task)])] };
}

/** Whether a task works on something that is quarantined. */
function isQuarantined(state: RunState, id: TaskId): boolean {
  if (state.quarantined.length === 0) return false;
  const task = findTask(state, id);
  return task !== undefined && contentsOf(task).some((content) => state.quarantined.includes(content));
}
