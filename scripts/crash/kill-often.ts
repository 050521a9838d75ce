import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, type Client, createClient } from "../../src/client/client.ts";
import { BUILT_WORKER } from "../built-worker.ts";
import { createRandom } from "../random.ts";
import { buildAssets, type Server, startServer } from "../server.ts";
import { buildWorker } from "../wrangler.ts";

/** Between a start and the kill that follows, at most. */
const MAX_LIFE_MS = 2_500;
/** The server is killed within so long after something was begun. */
const MAX_BEGINNING_MS = 60;
/** Between two tries to reach a server that is away. */
const AWAY_MS = 500;

/** Nobody asks for anything for so long after the last start, as whoever does wakes it: longer than any watchdog. */
const ALONE_MS = 50_000;

/** For each kill, its start again and what is done between them. */
export const KILL_LIMIT_MS = 60_000;
const MAX_KILLS = 500;

/** How many kills an option asks for; one where it names no number. */
export const readKills = (text: string): number => Math.min(MAX_KILLS, Math.max(1, Math.floor(Number(text)) || 1));

const startedAt = Date.now();
/** Prints words with the seconds since the script began. */
export const say = (words: string): void =>
  console.log(`  ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${words}`);

/** What is under way while a server is killed, and what must have come of it. */
export interface Trial {
  /** As CONFIG has it. */
  readonly config: object;
  /** Whatever is to be done before the server lives for a random while. */
  before(client: Client, random: () => number, signal: AbortSignal): Promise<void>;
  /** Looks at what is on disk now, after that while. */
  look(client: Client, signal: AbortSignal): Promise<void>;
  /** Begins something that the kill comes into, by a client that asks again until it is heard; null for nothing. */
  begin(client: Client, random: () => number, signal: AbortSignal): Promise<void> | null;
  /** What was accepted and recorded so far, in words. */
  told(): string;
  /** What is wrong with how all of it came out, once nobody looks at it any more. */
  faults(client: Client, signal: AbortSignal): Promise<readonly string[]>;
  /** What is said where nothing is wrong. */
  praise(): string;
}

/**
 * Kills the whole server with SIGKILL at random moments, `kills` times, and starts it again on the same state.
 * @param name of the folder that the state lies in
 * @returns the exit code
 */
export async function killOften(
  { name, kills, seed, signal }: { name: string; kills: number; seed: number; signal: AbortSignal },
  trial: Trial,
): Promise<number> {
  const random = createRandom(seed);
  say(`seed ${seed}`);
  await buildAssets();
  const state = await mkdtemp(join(tmpdir(), `impresario-${name}-`));
  // Once for all starts, which take less than half of the time so.
  await buildWorker(join(state, "built"), signal);
  process.env[BUILT_WORKER] = join(state, "built", "worker.js");
  const options = {
    persistTo: join(state, "state"),
    logFile: join(state, "server.log"),
    vars: {
      AUTH: "open",
      IMPRESARIO_SECRET: "crash-test-secret-that-guards-nothing-at-all",
      CONFIG: JSON.stringify(trial.config),
    },
    signal,
  };
  // Ends whoever still asks where the server does not come back.
  const over = new AbortController();
  const asking = AbortSignal.any([signal, over.signal]);
  let server: Server | undefined;
  try {
    server = await startServer({ ...options, port: 0 });
    const client = createClient({ baseUrl: server.url });
    for (let kill = 1; kill <= kills; kill++) {
      await trial.before(client, random, asking);
      await sleep(random() * MAX_LIFE_MS, undefined, { signal });
      await trial.look(client, asking);
      // After the last start nobody asks for anything: what is under way has to go on by itself.
      const isLast = kill === kills;
      const begun = isLast ? null : trial.begin(client, random, asking);
      // What fails is told when it is waited for, if it comes to that.
      begun?.catch(() => undefined);
      await sleep(random() * MAX_BEGINNING_MS, undefined, { signal });
      await server.kill();
      say(`kill ${kill} of ${kills}: ${trial.told()}`);
      server = await startServer({ ...options, port: server.port, ...(isLast ? { readyBy: "log" as const } : {}) });
      await begun;
    }
    say(`left alone for ${ALONE_MS / 1000} s`);
    await sleep(ALONE_MS, undefined, { signal });
    const faults = await trial.faults(client, signal);
    console.log(faults.length === 0 ? `✔ ${trial.praise()}` : `✖ ${faults.join("\n✖ ")}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    over.abort();
    await server?.stop();
    await rm(state, { recursive: true, force: true });
  }
}

/** Asks, and asks again while the server is away: for what has an idempotency key, so that it is there once. */
export async function untilHeard<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "unreachable")) throw error;
      await sleep(AWAY_MS, undefined, { signal });
    }
  }
}
