import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endGroup } from "../process-group.ts";
import { ScriptError } from "../run-script.ts";
import type { RealModel } from "./models.ts";
import type { Running } from "./vars.ts";

const PROGRAM = join(import.meta.dirname, "serve.py");
/** Loading takes seconds; on a machine that is busy otherwise some tens of them. */
const LOAD_LIMIT_MS = 120_000;
const POLL_MS = 50;
const STOP_GRACE_MS = 2_000;

export interface ModelServer extends Running {
  stop(): Promise<void>;
}

interface StartOptions {
  readonly python: string;
  /** With the model's files. */
  readonly folder: string;
  readonly logFile: string;
  readonly signal: AbortSignal;
}

/** Starts a model's server, and waits until it listens. @throws {ScriptError} naming its log when it does not. */
export async function startModelServer(
  model: RealModel,
  { python, folder, logFile, signal }: StartOptions,
): Promise<ModelServer> {
  const child = await spawnLogged(python, [PROGRAM, model.kind, model.name, folder], logFile);
  const { pid } = child;
  if (pid === undefined) throw new ScriptError(`${python} could not be started`);
  const stop = () => endGroup(pid, STOP_GRACE_MS);
  try {
    return { model, url: await listening(child, logFile, signal), stop };
  } catch (cause) {
    await stop();
    signal.throwIfAborted();
    throw cause;
  }
}

async function spawnLogged(command: string, args: readonly string[], logFile: string): Promise<ChildProcess> {
  const log = await open(logFile, "w");
  try {
    // A pipe to its standard input, whose end tells it that this process is gone, however that came about.
    return spawn(command, args, {
      detached: true,
      // OpenMP's threads spin while they wait, unless they are told not to: beside anything else that uses the cores
      // chat comes to a standstill (under one token a second, in place of ten). And nothing is fetched from a hub.
      env: { ...process.env, OMP_WAIT_POLICY: "PASSIVE", HF_HUB_OFFLINE: "1" },
      stdio: ["pipe", log.fd, log.fd],
    });
  } finally {
    await log.close();
  }
}

async function listening(child: ChildProcess, logFile: string, signal: AbortSignal): Promise<string> {
  for (const until = Date.now() + LOAD_LIMIT_MS; Date.now() < until; await sleep(POLL_MS, null, { signal })) {
    const log = await readFile(logFile, "utf8");
    const url = /^listening (http:\S+)$/m.exec(log)?.[1];
    if (url !== undefined) return url;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new ScriptError(`it ended with: ${log.trim().split("\n").at(-1)}`);
  }
  throw new ScriptError(`it did not listen within ${LOAD_LIMIT_MS / 1_000} s`);
}
