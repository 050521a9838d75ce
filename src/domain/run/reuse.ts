import type { Reused, Values } from "../events.ts";
import type { Task } from "../plan.ts";
import type { Value } from "../resources.ts";
import type { Candidate } from "../selection.ts";
import type { TaskType } from "../task-types/index.ts";
import type { BoundValues } from "./bindings.ts";
import { isHeld, type RunState } from "./state.ts";

/** A result as its task ended with it. */
export interface KnownResult {
  readonly reused: Reused;
  readonly outputs: Values;
  readonly notes: readonly string[];
}

/** The results of a conversation, by what they were made of. */
export interface KnownResults {
  /** Names all that a task's result depends on, if this candidate does it; null where each result is another. */
  fingerprint(state: RunState, task: Task, candidate: Candidate): string | null;
  /** The result of a task of this fingerprint that succeeded in this conversation; null where there is none. */
  find(fingerprint: string): KnownResult | null;
}

/**
 * All that a result depends on, as text that is equal where all of it is: the task type, the model with its version and
 * default arguments, and every argument by its content, whatever a file is called and whichever task made it.
 * @returns null for a task type that makes something new each time
 */
export function dependenceOf(
  { name, varies }: Pick<TaskType, "name" | "varies">,
  inputs: BoundValues,
  { provider, model, version, defaults }: Pick<Candidate, "provider" | "model" | "version" | "defaults">,
): string | null {
  if (varies) return null;
  const ports = Object.keys(inputs).toSorted();
  return JSON.stringify([
    name,
    provider,
    model,
    version ?? null,
    ports.map((port) => [port, inputs[port]?.map(contentOf)]),
    // Left out where there are none, so that results of before there were any are found.
    ...(defaults ? [defaults] : []),
  ]);
}

function contentOf(value: Value): readonly unknown[] {
  switch (value.as) {
    case "text":
      return ["text", value.text];
    case "data":
      return ["data", value.data];
    case "resource": {
      const { kind, mediaType, sha256 } = value.resource;
      return ["file", kind, mediaType, sha256];
    }
  }
}

/**
 * What spares a task: an earlier result of one of these candidates, or a task of the run that is making it.
 * @param begun fingerprints of tasks that begin in this very moment
 * @returns null where the task has to be done
 */
export function existingResult(
  state: RunState,
  task: Task,
  candidates: readonly Candidate[],
  results: KnownResults | undefined,
  begun: ReadonlySet<string>,
): KnownResult | "under-way" | null {
  for (const candidate of candidates) {
    const fingerprint = fingerprintOf(state, task, candidate, results);
    if (fingerprint === null) continue;
    if (begun.has(fingerprint) || isUnderWay(state, fingerprint)) return "under-way";
    const known = results?.find(fingerprint);
    if (known) return known;
  }
  return null;
}

const isUnderWay = ({ tasks }: RunState, fingerprint: string): boolean =>
  Object.values(tasks).some((work) => work.status === "running" && work.fingerprint === fingerprint);

/** The fingerprint of a task that may be spared; null where each result is another, or a job is paid for already. */
export const fingerprintOf = (
  state: RunState,
  task: Task,
  candidate: Candidate,
  results: KnownResults | undefined,
): string | null => (isHeld(state, task.id) ? null : (results?.fingerprint(state, task, candidate) ?? null));
