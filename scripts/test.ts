/**
 * `npm test`: runs the tests, and once more those files that a runtime left undone when it died. workerd now and then dies of
 * a segmentation fault under vitest (github.com/cloudflare/workerd/issues/6763); a test that fails is never repeated.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runScript } from "./run-script.ts";
import { ROOT } from "./server.ts";
import { CRASHES_FILE, type Crashes } from "./test/crash-reporter.ts";

/** More than this is no accident. */
const MAX_DEATHS = 3;

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

const readCrashes = async (file: string): Promise<Crashes | null> =>
  JSON.parse(await readFile(file, "utf8").catch(() => "null"));

async function main(signal: AbortSignal): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "impresario-test-"));
  const crashesFile = join(folder, "crashes.json");
  try {
    const code = await vitest(process.argv.slice(2), crashesFile, signal);
    const crashes = code === 0 ? null : await readCrashes(crashesFile);
    if (!crashes || crashes.deaths > MAX_DEATHS) return code;
    if (crashes.files.length === 0) {
      console.log("\nThe runtime died after the last of its tests, all of which had passed.\n");
      return 0;
    }
    console.log(`\nThe runtime died under ${crashes.files.join(", ")}: once more\n`);
    await rm(crashesFile);
    return await vitest(crashes.files, crashesFile, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runScript(main);
