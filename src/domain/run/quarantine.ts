import type { Failure } from "../errors.ts";
import type { WorkId } from "../events.ts";
import { type SingleBinding, singles, type Task, type TaskId } from "../plan.ts";
import type { Candidate } from "../selection.ts";
import { currentCandidate, findTask, type RunState, taskWork } from "./state.ts";

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
export function withQuarantine(state: RunState, id: WorkId, error: Failure | undefined): RunState {
  if (error?.code !== "attempt-lost" || typeof id !== "number") return state;
  const [task, candidate] = [findTask(state, id), currentCandidate(state, id)];
  const isUnderWay = taskWork(state, id).status === "running";
  if (!task || !candidate || !isEmbedded(candidate) || !isUnderWay) return state;
  return { ...state, quarantined: [...new Set([...state.quarantined, ...contentsOf(task)])] };
}

/** Whether a task works on something that is quarantined. */
export function isQuarantined(state: RunState, id: TaskId): boolean {
  if (state.quarantined.length === 0) return false;
  const task = findTask(state, id);
  return task !== undefined && contentsOf(task).some((content) => state.quarantined.includes(content));
}
