import { allWork, type RunState } from "./state.ts";

/** Tasks on one runner at once: the connections one invocation gets from the platform. */
export const TASKS_PER_SHARD = 6;

/** Running attempts by shard. */
export function shardLoads(state: RunState): number[] {
  const loads: number[] = [];
  for (const [, work] of allWork(state)) {
    if (work.status !== "running" || work.shard === null) continue;
    addLoad(loads, work.shard);
  }
  return loads;
}

/** Counts one more on a shard. */
export function addLoad(loads: number[], shard: number): void {
  while (loads.length <= shard) loads.push(0);
  loads[shard] = (loads[shard] ?? 0) + 1;
}

/**
 * Where the attempt before was, if there is room: that runner knows of a job that is paid for already. Null where there
 * is none, and only that one will do.
 */
export function shardFor(loads: readonly number[], before: number | null, only: boolean): number | null {
  if (before !== null && (loads[before] ?? 0) < TASKS_PER_SHARD) return before;
  return only ? null : firstFreeShard(loads);
}

/** One more than there are where all are full. */
export function firstFreeShard(loads: readonly number[]): number {
  const free = loads.findIndex((load) => load < TASKS_PER_SHARD);
  return free === -1 ? loads.length : free;
}
