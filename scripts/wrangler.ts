import { spawn } from "node:child_process";
import { join } from "node:path";
import { ScriptError } from "./run-script.ts";
import { QUIET, ROOT } from "./server.ts";

/** What a command of wrangler came to. */
export interface Said {
  readonly isOk: boolean;
  readonly out: string;
  readonly err: string;
}

/** @param input goes to the command's standard input, so that no secret stands in a process list */
export type Wrangler = (args: readonly string[], input?: string) => Promise<Said>;

const MAX_KEPT_CHARS = 200_000;

/** Runs wrangler. @param show whether what it says is shown as it says it */
export const wranglerOf =
  (signal: AbortSignal, show = false): Wrangler =>
  (args, input) =>
    new Promise((resolve, reject) => {
      const command = [join(ROOT, "node_modules/wrangler/bin/wrangler.js"), ...args];
      const env = { ...process.env, ...QUIET, NO_COLOR: "1" };
      const child = spawn(process.execPath, command, { cwd: ROOT, env, signal, stdio: "pipe" });
      const said = { out: "", err: "" };
      const keep = (name: "out" | "err", text: string): void => {
        if (show) (name === "out" ? process.stdout : process.stderr).write(text);
        said[name] = (said[name] + text).slice(-MAX_KEPT_CHARS);
      };
      child.stdout.setEncoding("utf8").on("data", (text: string) => keep("out", text));
      child.stderr.setEncoding("utf8").on("data", (text: string) => keep("err", text));
      // A command that ends before it has read its input says so by how it ends.
      child.stdin.on("error", () => {});
      child.once("error", reject);
      child.once("close", (code) => resolve({ isOk: code === 0, ...said }));
      child.stdin.end(input ?? "");
    });

const LIMIT_MS = 120_000;

/** Runs wrangler until it ends, and says nothing. @throws {ScriptError} with what it said when it fails, or that it took too long */
export async function runWrangler(args: readonly string[], signal?: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(LIMIT_MS);
  const ended = signal ? AbortSignal.any([signal, late]) : late;
  const { isOk, err } = await wranglerOf(ended)(args).catch((cause: unknown) => {
    if (!late.aborted) throw cause;
    throw new ScriptError(`wrangler ${args[0]} took longer than ${LIMIT_MS / 1000} s`, { cause });
  });
  if (!isOk) throw new ScriptError(`wrangler ${args[0]} failed: ${err}`);
}

/**
 * Builds the Worker as it is deployed: `worker.js` with the modules that it imports.
 * @param folder to put them into
 * @param bundle the file to put all of it into besides, as it is uploaded
 */
export const buildWorker = (folder: string, signal?: AbortSignal, bundle?: string): Promise<void> =>
  runWrangler(["deploy", "--dry-run", "--outdir", folder, ...(bundle ? ["--outfile", bundle] : [])], signal);
