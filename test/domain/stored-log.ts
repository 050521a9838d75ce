import type { RunEvent } from "../../src/domain/events.ts";
import { apply } from "../../src/domain/run/apply.ts";
import type { RunState } from "../../src/domain/run/state.ts";

/** The state as a new process reads it from storage. */
export function foldStored(log: readonly RunEvent[]): RunState {
  const stored: RunEvent[] = JSON.parse(JSON.stringify(log));
  const state = stored.reduce<RunState | null>(apply, null);
  if (!state) throw new Error("The log is empty");
  return state;
}

export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
