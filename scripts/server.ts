import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { ApiError, createClient } from "../src/client/client.ts";
import { BUILT_WORKER } from "./built-worker.ts";
import { newFrontSecret, startFront } from "./front.ts";
import { cpuMsOf, endGroup } from "./process-group.ts";
import { waitUntilReady } from "./readiness.ts";
import { ScriptError } from "./run-script.ts";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

export interface ServerOptions {
  /** 0 for any that is free. */
  readonly port: number;
  /** Where Durable Objects and R2 lie; wrangler's own folder when left out. */
  readonly persistTo?: string;
  /** The Worker's variables. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Where `vars` says nothing, `.dev.vars` does. */
  readonly readsDevVars?: boolean;
  /** Where Chrome's developer tools may be connected to the Worker; any free port when left out. */
  readonly inspectorPort?: number;
  /** The Worker's functions keep their names, as a profile needs them. */
  readonly keepsNames?: boolean;
  /** Gets all that wrangler and the Worker say. */
  readonly logFile: string;
  /** `log`: wait only until wrangler says that it listens, and send no request. */
  readonly readyBy?: "health" | "log";
  /** Told now and then, while it takes long, what is waited for. */
  readonly onWait?: (words: string) => void;
  readonly signal?: AbortSignal;
}

export interface Server {
  readonly url: string;
  readonly port: number;
  /** Of wrangler, and of the group that all its processes are in. */
  readonly pid: number;
  /** Resolves when wrangler has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends all its processes, and makes sure of it. */
  stop(): Promise<void>;
  /** Kills all its processes at once, as a power cut would. */
  kill(): Promise<void>;
}

/** Keeps wrangler from fetching and saying what nobody asked for. */
export const QUIET = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
};
/** Keeps wrangler from serving every tenant's files and tables beside the Worker, and from recording its requests. */
const CLOSED = { X_LOCAL_EXPLORER: "false", X_LOCAL_OBSERVABILITY: "false" };
/** After a failed build wrangler accepts connections and never answers. */
const HEALTH_TIMEOUT_MS = 5_000;
const STOP_GRACE_MS = 5_000;
const SHOWN_LOG_LINES = 40;

/**
 * Starts the Worker in workerd on this machine, reachable from it alone, and waits until it answers.
 * @throws {ScriptError} with the end of the log when it does not; nothing is left running then.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  for (let start = 1; ; start++) {
    try {
      return await startOnce(options);
    } catch (fault) {
      const isTaken = fault instanceof ScriptError && fault.message.includes(PORT_IS_TAKEN);
      if (!isTaken || start === MAX_STARTS) throw fault;
    }
  }
}

/** Of wrangler, where somebody has taken its port in the seconds that it bundled for: it is given another one. */
const PORT_IS_TAKEN = "Address already in use";
const MAX_STARTS = 3;

async function startOnce(options: ServerOptions): Promise<Server> {
  const inner = await findFreePort();
  const scratch = await mkdtemp(join(tmpdir(), "impresario-server-"));
  const secret = newFrontSecret();
  const envFile = await writeEnvFile(scratch, { ...options.vars, FRONT_SECRET: secret });
  // Of two that set the same variable wrangler takes the last.
  const envFiles = [...(options.readsDevVars ? [join(ROOT, ".dev.vars")] : []), envFile];
  const child = await spawnWrangler(inner, envFiles, options);
  const pid = child.pid;
  if (pid === undefined) throw new Error("wrangler could not be started");
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = async (graceMs: number): Promise<void> => {
    await endGroup(pid, graceMs);
    await rm(scratch, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(
      {
        log: () => readFile(options.logFile, "utf8"),
        cpuMs: () => cpuMsOf(pid),
        hasEnded: () => child.exitCode !== null || child.signalCode !== null,
        isHealthy: () => isHealthy(`http://127.0.0.1:${inner}`),
      },
      { readyBy: "health", onWait: () => undefined, now: Date.now, sleep, ...options },
    );
    const front = await startFront(options.port, inner, secret);
    const endBoth = async (graceMs: number): Promise<void> => {
      await end(graceMs);
      await front.close();
    };
    const { port } = front;
    const ends = { ended, stop: () => endBoth(STOP_GRACE_MS), kill: () => endBoth(0) };
    return { url: `http://127.0.0.1:${port}`, port, pid, ...ends };
  } catch (cause) {
    await end(STOP_GRACE_MS);
    options.signal?.throwIfAborted();
    const log = await endOfLog(options.logFile);
    throw new ScriptError(`The server did not start: ${cause instanceof Error ? cause.message : cause}\n${log}`, {
      cause,
    });
  }
}

async function spawnWrangler(port: number, envFiles: readonly string[], options: ServerOptions): Promise<ChildProcess> {
  const args = ["dev", "--local", "--ip", "127.0.0.1", "--port", String(port)];
  const built = process.env[BUILT_WORKER];
  // Beside a file that is named it would look for another configuration.
  if (built) args.push(built, "--no-bundle", "--config", join(ROOT, "wrangler.toml"));
  // Any free port: the default one may be another server's. It cannot be left out.
  args.push(
    "--inspector-port",
    String(options.inspectorPort ?? 0),
    "--inspector-ip",
    "127.0.0.1",
    "--show-interactive-dev-session=false",
  );
  if (options.keepsNames) args.push("--minify=false");
  if (options.persistTo !== undefined) args.push("--persist-to", options.persistTo);
  for (const envFile of envFiles) args.push("--env-file", envFile);
  await mkdir(dirname(options.logFile), { recursive: true });
  const log = await open(options.logFile, "w");
  try {
    // In a group of its own, so that wrangler, esbuild and workerd can be ended together.
    return spawn(process.execPath, [join(ROOT, "node_modules/wrangler/bin/wrangler.js"), ...args], {
      cwd: ROOT,
      detached: true,
      env: { ...process.env, ...QUIET, ...CLOSED },
      stdio: ["ignore", log.fd, log.fd],
    });
  } finally {
    await log.close();
  }
}

/** @throws {Error} when the Worker answers that it is not configured, as that does not pass. */
async function isHealthy(url: string): Promise<boolean> {
  try {
    await createClient({ baseUrl: url }).health({ signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "misconfigured") throw new Error(error.detail);
    return false;
  }
}

async function endOfLog(logFile: string): Promise<string> {
  const log = await readFile(logFile, "utf8").catch(() => "");
  return stripVTControlCharacters(log).trimEnd().split("\n").slice(-SHOWN_LOG_LINES).join("\n");
}

/** A file that only this user can read, so that no secret stands in a process list. */
async function writeEnvFile(folder: string, vars: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder, "vars.env");
  const lines = Object.entries(vars).map(([name, value]) => `${name}=${quote(name, value)}\n`);
  await writeFile(path, lines.join(""), { mode: 0o600 });
  return path;
}

/** As dotenv reads it: nothing is escaped inside single quotes or backticks, and `$` begins a reference. */
function quote(name: string, value: string): string {
  const mark = ["'", "`"].find((candidate) => !value.includes(candidate));
  if (mark === undefined) throw new Error(`${name} holds both kinds of quotation marks`);
  return mark + value.replaceAll("$", "\\$") + mark;
}

const listen = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });

/** A port of this machine that nobody listens at now. */
export const findFreePort = (): Promise<number> => listen(0);

export const isPortFree = (port: number): Promise<boolean> =>
  listen(port).then(
    () => true,
    () => false,
  );

/** Builds what the Worker reads as static assets; quick when they are there. */
export async function buildAssets(): Promise<void> {
  await import("./build-assets.ts");
}
