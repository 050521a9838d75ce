import { stripVTControlCharacters } from "node:util";

/** What of a server that starts can be looked at from outside. */
export interface StartingServer {
  /** All that wrangler and the Worker have said so far. */
  log(): Promise<string>;
  /** What its processes have used of the CPU, in milliseconds. */
  cpuMs(): Promise<number>;
  hasEnded(): boolean;
  /** Whether the Worker answers; throws where it never will. */
  isHealthy(): Promise<boolean>;
}

export interface ReadinessOptions {
  /** `log`: wait only until wrangler says that it listens, and send no request. */
  readonly readyBy: "health" | "log";
  /** Told now and then what is waited for. */
  readonly onWait: (words: string) => void;
  readonly signal?: AbortSignal | undefined;
  readonly now: () => number;
  readonly sleep: (waitMs: number) => Promise<void>;
}

/** Bundling, and compiling what the Worker imports, takes seconds; at a load of a dozen a core, minutes. */
export const START_LIMIT_MS = 10 * 60_000;
/** Who does nothing for so long waits for what does not come. */
const IDLE_LIMIT_MS = 60_000;
/** With an error in wrangler's log a start may still succeed, but seldom does. */
const IDLE_AFTER_ERROR_MS = 5_000;
/** Less than this is what it takes to be asked how one is; a twentieth of a core is more in ten seconds. */
const WORK_CPU_MS = 500;
const POLL_MS = 100;
const TOLD_EVERY_MS = 15_000;

/**
 * Waits until a server is ready, for as long as it gets on: it says something, or uses the CPU. So a busy machine only
 * takes longer.
 * @throws {Error} that says what was waited for: the server has ended, does nothing any more, or is past all patience
 */
export async function waitUntilReady(server: StartingServer, options: ReadinessOptions): Promise<void> {
  const { readyBy, onWait, signal, now, sleep } = options;
  const begun = now();
  const last = { at: begun, cpuMs: 0, said: 0 };
  let toldAt = begun;
  for (;;) {
    signal?.throwIfAborted();
    if (server.hasEnded()) throw new Error("wrangler ended");
    const log = stripVTControlCharacters(await server.log());
    const listens = log.includes("Ready on");
    if (listens && (readyBy === "log" || (await server.isHealthy()))) return;

    const awaited = listens ? "the Worker's first answer" : "wrangler to bundle the Worker and to listen";
    const cpuMs = await server.cpuMs();
    const time = now();
    if (log.length > last.said || cpuMs >= last.cpuMs + WORK_CPU_MS)
      Object.assign(last, { at: time, cpuMs, said: log.length });
    const idleLimitMs = log.includes("[ERROR]") ? IDLE_AFTER_ERROR_MS : IDLE_LIMIT_MS;
    if (time - last.at >= idleLimitMs)
      throw new Error(`it has done nothing for ${idleLimitMs / 1_000} s; waited for ${awaited}`);
    if (time - begun >= START_LIMIT_MS)
      throw new Error(`it was not ready within ${START_LIMIT_MS / 60_000} minutes; waited for ${awaited}`);
    if (time - toldAt >= TOLD_EVERY_MS) {
      toldAt = time;
      const usedS = Math.round(cpuMs / 1_000);
      onWait(`Waiting for ${awaited}: ${Math.round((time - begun) / 1_000)} s so far, of which the CPU ${usedS} s`);
    }
    await sleep(POLL_MS);
  }
}
