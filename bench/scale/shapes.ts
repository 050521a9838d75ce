import { createRandom } from "../../scripts/random.ts";
import { type Figures, type Job, type Station, type Step, simulate } from "./queues.ts";

/** What a run takes of the one thread of each object that it passes, in milliseconds, and how often it calls it. */
export interface RunCosts {
  readonly admitMs: number;
  readonly modelFactsMs: number;
  readonly runEndedMs: number;
  /** Of a permit and of giving it back, each. */
  readonly permitMs: number;
  /** Of its conversation and the Worker, which are its own: for the whole run. */
  readonly ownMs: number;
  readonly tasks: number;
}

export interface Scenario {
  readonly name: string;
  readonly runsPerMinute: number;
  readonly tenants: number;
  /** Providers with a key each, among which calls are spread; 0 where they have no limits, and so no gate. */
  readonly providers: number;
  /** What each of them lets in. */
  readonly limits: { readonly requestsPerMinute: number; readonly concurrency: number };
  /** Objects that the work of one tenant is spread over. */
  readonly tenantShards: number;
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
  stepsOf(costs, { tenant: "", provider: "" }).reduce((sum, { ms }) => sum + ms, 0);

/** A run of tasks that follow one another, as a message of its own conversation. */
function stepsOf(costs: RunCosts, at: { readonly tenant: string; readonly provider: string | null }): readonly Step[] {
  const { provider } = at;
  const own = (share: number): Step => ({ station: null, ms: costs.ownMs * share });
  const tenant = (ms: number): readonly Step[] => [
    { station: null, ms: HOP_MS },
    { station: at.tenant, ms },
  ];
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
    ...tenant(costs.admitMs),
    confirmed,
    own(0.5),
    confirmed,
    ...tenant(costs.modelFactsMs),
    ...Array.from({ length: costs.tasks }, () => task).flat(),
    ...tenant(costs.runEndedMs),
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
    const tenant = `tenant ${below(scenario.tenants)}.${below(scenario.tenantShards)}`;
    const provider = scenario.providers === 0 ? null : String(below(scenario.providers));
    jobs.push({ atMs, steps: stepsOf(costs, { tenant, provider }) });
  }
  return simulate(jobs, stationsOf(scenario));
}

function stationsOf({ tenants, tenantShards, providers, limits }: Scenario): ReadonlyMap<string, Station> {
  const object = { servers: 1, gapMs: OBJECT_REQUEST_GAP_MS };
  const permits = { servers: limits.concurrency, gapMs: 60_000 / limits.requestsPerMinute };
  const stations = new Map<string, Station>();
  for (let tenant = 0; tenant < tenants; tenant++) {
    for (let shard = 0; shard < tenantShards; shard++) stations.set(`tenant ${tenant}.${shard}`, object);
  }
  for (let provider = 0; provider < providers; provider++) {
    stations.set(`gate ${provider}`, object);
    stations.set(`permits ${provider}`, permits);
  }
  return stations;
}

/** Runs a second at which each shared place is at work all the time, by its thread and by the requests that it may take. */
export function limitsOf(costs: RunCosts): readonly { readonly place: string; readonly perSecond: number }[] {
  const tenantMs = costs.admitMs + costs.modelFactsMs + costs.runEndedMs;
  return [
    { place: "tenant object, its thread", perSecond: 1_000 / tenantMs },
    { place: "tenant object, requests (3 a run)", perSecond: 1_000 / OBJECT_REQUEST_GAP_MS / 3 },
    { place: "gate of one provider key, its thread", perSecond: 1_000 / (2 * costs.tasks * costs.permitMs) },
    {
      place: `gate of one provider key, requests (${2 * costs.tasks} a run)`,
      perSecond: 1_000 / OBJECT_REQUEST_GAP_MS / (2 * costs.tasks),
    },
    { place: "one conversation, its runs one after another", perSecond: 1_000 / aloneMs(costs) },
  ];
}
