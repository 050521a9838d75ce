import { baseKind, type Kind } from "../kinds.ts";
import type { Candidate } from "../selection.ts";
import { allWork, type RunState } from "./state.ts";

/** Attempts on a runner at once: the connections one object gets from the platform. */
export const PLACES_ON_RUNNER = 6;
/** The same in a conversation's own object: the other two are for webhooks whose receivers never answer. */
export const PLACES_HERE = 4;

/** The shard that is the conversation's own object: what is done there wakes no other, and crosses no RPC. */
export const HERE = 0;

export const placesOn = (shard: number): number => (shard === HERE ? PLACES_HERE : PLACES_ON_RUNNER);

/** What experts that come with the Worker compute on for seconds, and in much memory. */
const LONG_COMPUTED: ReadonlySet<Kind> = new Set(["image", "audio", "video", "document"]);

/**
 * The first shard that may perform a candidate's attempt at a task, by the kinds that its inputs are first of and its
 * outputs: what waits for a server, or computes for a moment, is done with the conversation, and what computes long on a
 * runner.
 */
export const firstShardFor = ({ provider }: Pick<Candidate, "provider">, kinds: readonly Kind[]): number =>
  provider === "embedded" && kinds.some((kind) => LONG_COMPUTED.has(baseKind(kind))) ? HERE + 1 : HERE;

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

/** The attempt before at the same task. */
interface EarlierAttempt {
  /** Null where there was none. */
  readonly shard: number | null;
  /** No other will do, as it alone knows of a job that goes on. */
  readonly holdsJob: boolean;
}

/**
 * Where the attempt before was, if there is room: a job that is paid for already may be known there. Null where only
 * that one will do and it is full.
 */
export function shardFor(loads: readonly number[], from: number, { shard, holdsJob }: EarlierAttempt): number | null {
  const isOpenTo = shard !== null && (holdsJob || shard >= from);
  if (isOpenTo && (loads[shard] ?? 0) < placesOn(shard)) return shard;
  return holdsJob ? null : firstFreeShard(loads, from);
}

/** One more than there are where all are full. */
export function firstFreeShard(loads: readonly number[], from = HERE): number {
  const free = loads.findIndex((load, shard) => shard >= from && load < placesOn(shard));
  return free === -1 ? Math.max(loads.length, from) : free;
}
