/**
 * `npm test`: runs the tests, and once more those files whose runtime died under them. workerd now and then dies of
 * a segmentation fault under vitest (github.com/cloudflare/workerd/issues/6763); a test that fails is never repeated.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runScript } from "./run-script.ts";
import { ROOT } from "./server.ts";
import { CRASHES_FILE } from "./test/crash-reporter.ts";

/** More than this is no accident. */
const MAX_CRASHED_FILES = 3;

/** @returns the exit code */
async function vitest(args: readonly string[], crashesFile: string, signal: AbortSignal): Promise<number> {
  const script = join(ROOT, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", `--reporter=${join(ROOT, "scripts/test/crash-reporter.ts")}`];
  const child = spawn(process.execPath, [script, "run", ...reporters, ...args], {
    ...{ cwd: ROOT, stdio: "inherit", signal, killSignal: "SIGTERM" },
    env: { ...process.env, [CRASHES_FILE]: crashesFile },
  });
  const [code] = await once(child, "exit");
  return typeof code === "number" ? code : 1;
}

const readCrashes = async (file: string): Promise<readonly string[]> =>
  JSON.parse(await readFile(file, "utf8").catch(() => "[]"));

async function main(signal: AbortSignal): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "impresario-test-"));
  const crashesFile = join(folder, "crashed.json");
  try {
    const code = await vitest(process.argv.slice(2), crashesFile, signal);
    const files = code === 0 ? [] : await readCrashes(crashesFile);
    if (files.length === 0 || files.length > MAX_CRASHED_FILES) return code;
    console.log(`\nThe runtime died under ${files.join(", ")}: once more, by itself\n`);
    await rm(crashesFile);
    return await vitest(files, crashesFile, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runScript(main);
