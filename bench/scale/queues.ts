import { RankQueue } from "../../src/planning/pddl/search/queue.ts";

/** Where jobs queue in the order in which they come: an object with one thread, or what a provider lets in. */
export interface Station {
  /** Jobs that are served at once. */
  readonly servers: number;
  /** Milliseconds that must lie between two beginnings, as a rate has it; 0 for none. */
  readonly gapMs: number;
}

/** A step of a job: to be served somewhere, or with no name to wait where nobody else does. */
export interface Step {
  readonly station: string | null;
  readonly ms: number;
}

export interface Job {
  readonly atMs: number;
  readonly steps: readonly Step[];
}

export interface StationFigures {
  readonly visits: number;
  /** Of its servers' time while jobs came, what was used; above 1 it goes on with what has piled up. */
  readonly load: number;
  readonly longestQueue: number;
  /** Milliseconds that visits waited before they were served. */
  readonly waitMs: { readonly median: number; readonly p95: number };
}

export interface Figures {
  readonly stations: ReadonlyMap<string, StationFigures>;
  /** Milliseconds from coming to the end of the last step. */
  readonly jobMs: { readonly median: number; readonly p95: number };
  /** From the first job to the end of the last one. */
  readonly tookMs: number;
}

interface Waiting {
  readonly job: number;
  readonly step: number;
  readonly sinceMs: number;
}

interface Queue {
  readonly station: Station;
  readonly waiting: Waiting[];
  /** How many of `waiting` have been served: a queue of many is not moved up for each. */
  served: number;
  busy: number;
  nextStartMs: number;
  /** A look at it is among the events already: one is enough, however many come meanwhile. */
  isLookedAt: boolean;
  busyMs: number;
  longest: number;
  readonly waits: number[];
}

/**
 * Follows jobs through stations, event by event, and tells how long they waited where. Nothing is left to chance: the
 * same jobs give the same figures. Stations that are not named have one server and no gap.
 *
 * @param jobs in the order in which they come
 * @throws {Error} when a station has no server, or jobs do not come in order
 */
export function simulate(jobs: readonly Job[], stations: ReadonlyMap<string, Station>): Figures {
  // Of two events at one time the one that was pushed first, and arrivals before all others.
  const events = new RankQueue<Event>();
  const push = (event: Event): void => events.push(event.atMs, event);
  const queues = new Map<string, Queue>();
  const jobMs: number[] = [];
  let endMs = 0;
  const firstMs = jobs[0]?.atMs ?? 0;
  const lastMs = jobs.at(-1)?.atMs ?? firstMs;

  const queueOf = (name: string): Queue => {
    const known = queues.get(name);
    if (known) return known;
    const station = stations.get(name) ?? { servers: 1, gapMs: 0 };
    if (station.servers < 1) throw new Error(`${name} has no server`);
    const queue = {
      station,
      waiting: [],
      served: 0,
      busy: 0,
      nextStartMs: 0,
      isLookedAt: false,
      busyMs: 0,
      longest: 0,
      waits: [],
    };
    queues.set(name, queue);
    return queue;
  };

  const begin = (name: string, queue: Queue, now: number): void => {
    while (queue.busy < queue.station.servers) {
      const next = queue.waiting[queue.served];
      if (next === undefined) return;
      if (queue.nextStartMs > now) {
        if (!queue.isLookedAt) push({ atMs: queue.nextStartMs, job: -1, step: -1, station: name });
        queue.isLookedAt = true;
        return;
      }
      queue.served += 1;
      if (queue.served > 1_000 && queue.served * 2 > queue.waiting.length) {
        queue.waiting.splice(0, queue.served);
        queue.served = 0;
      }
      const ms = jobs[next.job]?.steps[next.step]?.ms ?? 0;
      queue.busy += 1;
      queue.busyMs += ms;
      queue.nextStartMs = now + queue.station.gapMs;
      queue.waits.push(now - next.sinceMs);
      push({ atMs: now + ms, job: next.job, step: next.step, station: name });
    }
  };

  const enter = (job: number, step: number, now: number): void => {
    const entered = jobs[job]?.steps[step];
    if (entered === undefined) {
      jobMs.push(now - (jobs[job]?.atMs ?? now));
      endMs = Math.max(endMs, now);
    } else if (entered.station === null) {
      push({ atMs: now + entered.ms, job, step, station: null });
    } else {
      const queue = queueOf(entered.station);
      queue.waiting.push({ job, step, sinceMs: now });
      begin(entered.station, queue, now);
      queue.longest = Math.max(queue.longest, queue.waiting.length - queue.served);
    }
  };

  for (const [job, { atMs }] of jobs.entries()) {
    if (atMs < (jobs[job - 1]?.atMs ?? atMs)) throw new Error("jobs do not come in order");
    push({ atMs, job, step: -1, station: null });
  }
  for (let event = events.pop(); event !== null; event = events.pop()) {
    if (event.station !== null) {
      const queue = queueOf(event.station);
      if (event.job === -1) queue.isLookedAt = false;
      else queue.busy -= 1;
      begin(event.station, queue, event.atMs);
    }
    if (event.job !== -1) enter(event.job, event.step + 1, event.atMs);
  }

  const spanMs = Math.max(lastMs - firstMs, 1);
  const figures = [...queues].map(([name, { station, busyMs, longest, waits }]): [string, StationFigures] => [
    name,
    {
      visits: waits.length,
      load: Math.max(busyMs / station.servers, waits.length * station.gapMs) / spanMs,
      longestQueue: longest,
      waitMs: spreadOf(waits),
    },
  ]);
  return { stations: new Map(figures), jobMs: spreadOf(jobMs), tookMs: endMs - firstMs };
}

function spreadOf(values: readonly number[]): { median: number; p95: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

interface Event {
  readonly atMs: number;
  /** -1 for a look at a station whose rate lets nobody in before. */
  readonly job: number;
  /** That ends; -1 for a job that comes. */
  readonly step: number;
  readonly station: string | null;
}
