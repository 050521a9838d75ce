import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../../scripts/server.ts";
import { startFakes } from "../../scripts/start-fakes/fakes.ts";
import { type Client, createClient } from "../../src/client/client.ts";
import type { RunEvent } from "../../src/domain/events.ts";
import { type Account, liesIn, SOUND, unplacedIn } from "./account.ts";
import { behaviourOf, type Case, casesOf, SOAKED, SOAKED_TYPES, type Soaked } from "./cases.ts";
import type { Manner } from "./faults.ts";
import { type Gateway, type Seen, startGateway } from "./gateway.ts";
import { CALL_USD, moneyLiesIn } from "./money.ts";

export interface SoakOptions {
  readonly runs: number;
  readonly seed: number;
  readonly signal?: AbortSignal;
  /** Told after each run. */
  readonly ended?: (account: Account, lies: readonly string[]) => void;
}

export interface SoakResult {
  readonly accounts: readonly Account[];
  /** How the Hub answered. */
  readonly hub: readonly Manner[];
  /** Whatever was not true, each with its run. */
  readonly lies: readonly string[];
}

/** Runs under way at once. */
const LANES = 12;
/** Beyond the own time of any run or goal. */
export const STUCK_MS = 240_000;

/** A server of its own, with every provider behind a gateway that makes it fail. */
export async function soak({ runs, seed, signal, ended }: SoakOptions): Promise<SoakResult> {
  const cases = casesOf(runs, seed);
  const seen: Seen = { calls: [], hub: [] };
  const fakes = await startFakes(SOAKED_TYPES);
  const state = await mkdtemp(join(tmpdir(), "impresario-soak-"));
  const gateways: Gateway[] = [];
  const before = async (provider: Soaked, url: string): Promise<string> => {
    const gateway = await startGateway(provider, url, seen, behaviourOf(cases, seed));
    gateways.push(gateway);
    return gateway.url;
  };
  try {
    const { huggingFace, openAi, workersAi, custom } = fakes.urls;
    const hub = await before("huggingface", huggingFace);
    const customUrl = await before("custom", custom);
    const server = await startServer({
      port: 0,
      persistTo: state,
      logFile: join(state, "server.log"),
      vars: {
        AUTH: "open",
        IMPRESARIO_SECRET: "a-secret-for-the-soak-and-nothing-else",
        ...fakes.vars,
        HF_HUB_URL: hub,
        HF_ROUTER_URL: hub,
        OPENAI_BASE_URL: await before("openai", openAi),
        CLOUDFLARE_API_URL: `${await before("workers-ai", workersAi)}/client/v4`,
        CONFIG: configOf(fakes.vars.CONFIG ?? "{}", custom, customUrl),
      },
      ...(signal ? { signal } : {}),
    });
    try {
      const client = createClient({ baseUrl: server.url });
      const accounts = await inLanes(cases, async (one) => {
        const { run, events } = await runCase(one, client, signal);
        return { of: one, run, events, calls: seen.calls.filter((call) => call.run === one.number) };
      });
      const lies = accounts.flatMap((account) => {
        // Counted once all is over: what is called again later than its own run's end is found as well.
        const all = { ...account, calls: seen.calls.filter((call) => call.run === account.of.number) };
        const found = [...liesIn(all), ...moneyLiesIn(all)];
        ended?.(all, found);
        return found.map((lie) => `run ${account.of.number} (${account.of.title}): ${lie}`);
      });
      return { accounts, hub: seen.hub, lies: [...lies, ...hubLies(accounts, seen.hub)] };
    } finally {
      await server.stop();
    }
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await fakes.stop();
    await rm(state, { recursive: true, force: true });
  }
}

/** A model that the Hub did not place was never called: that often at most. */
function hubLies(accounts: readonly Account[], hub: readonly Manner[]): readonly string[] {
  const faults = hub.filter((manner) => !SOUND.has(manner)).length;
  const uncalled = accounts.reduce((sum, account) => sum + unplacedIn(account), 0);
  return uncalled > faults ? [`${uncalled} calls were never made, and the Hub failed ${faults} times`] : [];
}

/** Without limits, through the gateway, and with a price for a call of a custom endpoint. */
function configOf(config: string, from: string, to: string): string {
  const { endpoints, ...rest } = JSON.parse(config.replaceAll(from, to)) as { readonly endpoints: readonly object[] };
  const prices = [{ usd: CALL_USD, per: "call", asOf: "2026-11-22" }];
  const provider = { requestsPerMinute: 100_000, concurrency: 1_000, burst: 1_000 };
  const providers = { huggingface: provider, "workers-ai": provider, openai: provider };
  return JSON.stringify({
    ...rest,
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, prices })),
    limits: { runsPerMinute: 100_000, activeRuns: 1_000, providers },
  });
}

async function runCase(
  one: Case,
  client: Client,
  signal: AbortSignal | undefined,
): Promise<Pick<Account, "run" | "events">> {
  const stuck = AbortSignal.timeout(STUCK_MS);
  const options = { signal: signal ? AbortSignal.any([stuck, signal]) : stuck };
  const elsewhere = [...SOAKED, "embedded"].filter((name) => !one.providers.includes(name) && name !== "openai");
  const message = {
    text: "",
    plan: one.plan.map((task) => ({ ...task })),
    constraints: { provider: { allow: one.providers, ...(elsewhere.length > 0 ? { deny: elsewhere } : {}) } },
    budget: { timeMs: one.timeMs, onExhausted: "answer" as const, ...(one.usd === null ? {} : { usd: one.usd }) },
  };
  const { id } = await client.start(message, options);
  const events: RunEvent[] = [];
  for await (const event of client.events(id, options)) {
    if (one.isCancelled && event.type === "task-start" && !events.some(({ type }) => type === "task-start"))
      await client.cancel(id, options);
    events.push(event);
  }
  return { run: await client.run(id, options), events };
}

/** Works on all, so many at once; the results come in the order of what was worked on. */
export async function inLanes<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const waiting = [...all.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}
