import type { RunState } from "./state.ts";
import { taskWork } from "./state.ts";

/** What the files take, in bytes, that a run fetched or made: they stay as long as its conversation. */
export function storedBytes(state: RunState): number {
  const sizes = new Map(state.fetched.map(({ id, bytes }) => [id, bytes]));
  for (const { id } of state.plan?.tasks ?? []) {
    for (const value of Object.values(taskWork(state, id).outputs)) {
      if (value.as === "resource") sizes.set(value.resource.id, value.resource.bytes);
    }
  }
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}
