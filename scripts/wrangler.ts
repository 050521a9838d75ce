import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ScriptError } from "./run-script.ts";
import { QUIET, ROOT } from "./server.ts";

const WRANGLER_LIMIT_MS = 120_000;

/** Runs wrangler until it ends. @throws {ScriptError} with what it said when it fails */
export async function wrangler(args: readonly string[], signal?: AbortSignal): Promise<void> {
  const command = [join(ROOT, "node_modules/wrangler/bin/wrangler.js"), ...args];
  const env = { ...process.env, ...QUIET, NO_COLOR: "1" };
  const options = { cwd: ROOT, env, timeout: WRANGLER_LIMIT_MS, ...(signal ? { signal } : {}) };
  try {
    await promisify(execFile)(process.execPath, command, options);
  } catch (cause) {
    const said = cause instanceof Error && "stderr" in cause ? cause.stderr : cause;
    throw new ScriptError(`wrangler ${args[0]} failed: ${said}`, { cause });
  }
}

/** Builds the Worker as it is deployed: its modules, `worker.js` first among them. @param folder to put them into */
export const buildWorker = (folder: string, signal?: AbortSignal): Promise<void> =>
  wrangler(["deploy", "--dry-run", "--outdir", folder], signal);
