import { TERMS_MS } from "../../durable-objects/partition/terms.ts";
import { createRandom } from "../../scripts/random.ts";
import { PARTITIONS } from "../../src/domain/partitions.ts";
import { type Figures, type Job, type Station, type Step, simulate } from "./queues.ts";

/** What a run takes of the one thread of each object that it passes, in milliseconds, and how often it calls it. */
export interface RunCosts {
  /** Of its tenant's object, or of its partition where the tenant is divided. */
  readonly admitMs: Record<Keeper, number>;
  readonly runEndedMs: Record<Keeper, number>;
  /** Of the tenant's object, each time that a partition asks for its terms. */
  readonly termsMs: number;
  /** Of a permit and of giving it back, each. */
  readonly permitMs: number;
  /** Of its conversation and the Worker, which are its own: for the whole run. */
  readonly ownMs: number;
  readonly tasks: number;
}

export type Keeper = "tenant" | "partition";

export interface Scenario {
  readonly name: string;
  readonly runsPerMinute: number;
  readonly tenants: number;
  /** Providers with a key each, among which calls are spread; 0 where they have no limits, and so no gate. */
  readonly providers: number;
  /** What each of them lets in. */
  readonly limits: { readonly requestsPerMinute: number; readonly concurrency: number };
  /**
   * Whether tenants are divided into partitions, and whether their objects admit each run as well, as it comes under a key
   * with limits of its own.
   */
  readonly division: "none" | "partitions" | "both";
}

/** A Durable Object is asked for no more than 1,000 requests a second: "soft limit" of Cloudflare's own pages. */
export const OBJECT_REQUEST_GAP_MS = 1;
/** From one object to another, and until storage has confirmed what a reply waits for. Assumed: it takes a deployment. */
export const HOP_MS = 5;
export const FLUSH_MS = 10;
/** A model's answer. Assumed: a small model on the same continent. */
export const CALL_MS = 1_000;

/** What a run is without any queue, in milliseconds. */
export const aloneMs = (costs: RunCosts): number =>
  stepsOf(costs, { keepers: [["tenant", ""]], provider: "" }).reduce((sum, { ms }) => sum + ms, 0);

/** The stations that a run passes: the objects that admit it, in this order, and the provider of its tasks. */
interface Places {
  readonly keepers: readonly (readonly [Keeper, string])[];
  readonly provider: string | null;
}

/** A run of tasks that follow one another, as a message of its own conversation. */
function stepsOf(costs: RunCosts, at: Places): readonly Step[] {
  const { provider } = at;
  const own = (share: number): Step => ({ station: null, ms: costs.ownMs * share });
  const kept = (ms: Record<Keeper, number>): readonly Step[] =>
    at.keepers.flatMap(([keeper, station]) => [
      { station: null, ms: HOP_MS },
      { station, ms: ms[keeper] },
    ]);
  const confirmed: Step = { station: null, ms: FLUSH_MS };
  const call: readonly Step[] =
    provider === null
      ? [{ station: null, ms: CALL_MS }]
      : [
          { station: null, ms: HOP_MS },
          { station: `gate ${provider}`, ms: costs.permitMs },
          { station: `permits ${provider}`, ms: CALL_MS },
          { station: `gate ${provider}`, ms: costs.permitMs },
        ];
  const task = [own(0.5 / costs.tasks), confirmed, ...call];
  return [
    ...kept(costs.admitMs),
    confirmed,
    own(0.5),
    confirmed,
    ...Array.from({ length: costs.tasks }, () => task).flat(),
    ...kept(costs.runEndedMs),
  ];
}

/**
 * Simulates runs that come by chance, so many a minute, for so long. A seed makes it the same each time.
 * @param forMs how long runs come; those that have come are followed to their end
 */
export function simulateRuns(scenario: Scenario, costs: RunCosts, forMs: number, seed: number): Figures {
  const random = createRandom(seed);
  const jobs: Job[] = [];
  const below = (end: number): number => Math.floor(random() * end);
  for (let atMs = 0; ; ) {
    // Times between arrivals that nobody agrees on are exponential.
    atMs += (-Math.log(1 - random()) * 60_000) / scenario.runsPerMinute;
    if (atMs >= forMs) break;
    const provider = scenario.providers === 0 ? null : String(below(scenario.providers));
    const keepers = keepersOf(scenario, below(scenario.tenants), below(PARTITIONS.length));
    jobs.push({ atMs, steps: stepsOf(costs, { keepers, provider }) });
  }
  const all = [...jobs, ...termsOf(scenario, costs, forMs)].toSorted((a, b) => a.atMs - b.atMs);
  return simulate(all, stationsOf(scenario));
}

function keepersOf({ division }: Scenario, tenant: number, partition: number): Places["keepers"] {
  const own = ["tenant", `tenant ${tenant}`] as const;
  const part = ["partition", `partition ${tenant}.${partition}`] as const;
  return { none: [own], partitions: [part], both: [part, own] }[division];
}

/** Partitions ask for their terms while runs come. */
function termsOf({ division, tenants }: Scenario, { termsMs }: RunCosts, forMs: number): readonly Job[] {
  if (division === "none") return [];
  const askers = tenants * PARTITIONS.length;
  return Array.from({ length: askers * Math.floor(forMs / TERMS_MS) }, (_, n) => ({
    atMs: n * (TERMS_MS / askers),
    steps: [{ station: `tenant ${n % tenants}`, ms: termsMs }],
  }));
}

function stationsOf({ tenants, providers, limits }: Scenario): ReadonlyMap<string, Station> {
  const object = { servers: 1, gapMs: OBJECT_REQUEST_GAP_MS };
  const permits = { servers: limits.concurrency, gapMs: 60_000 / limits.requestsPerMinute };
  const stations = new Map<string, Station>();
  for (let tenant = 0; tenant < tenants; tenant++) {
    stations.set(`tenant ${tenant}`, object);
    for (let partition = 0; partition < PARTITIONS.length; partition++) {
      stations.set(`partition ${tenant}.${partition}`, object);
    }
  }
  for (let provider = 0; provider < providers; provider++) {
    stations.set(`gate ${provider}`, object);
    stations.set(`permits ${provider}`, permits);
  }
  return stations;
}

/** Runs a second at which each shared place is at work all the time, by its thread and by the requests that it may take. */
export function limitsOf(costs: RunCosts): readonly { readonly place: string; readonly perSecond: number }[] {
  const perSecond = (keeper: Keeper): number => 1_000 / (costs.admitMs[keeper] + costs.runEndedMs[keeper]);
  const requests = 1_000 / OBJECT_REQUEST_GAP_MS / 2;
  return [
    { place: "tenant object, its thread", perSecond: perSecond("tenant") },
    { place: "tenant object, requests (2 a run)", perSecond: requests },
    { place: "16 partitions, their threads", perSecond: PARTITIONS.length * perSecond("partition") },
    { place: "16 partitions, requests (2 a run)", perSecond: PARTITIONS.length * requests },
    { place: "gate of one provider key, its thread", perSecond: 1_000 / (2 * costs.tasks * costs.permitMs) },
    {
      place: `gate of one provider key, requests (${2 * costs.tasks} a run)`,
      perSecond: 1_000 / OBJECT_REQUEST_GAP_MS / (2 * costs.tasks),
    },
    { place: "one conversation, its runs one after another", perSecond: 1_000 / aloneMs(costs) },
  ];
}
