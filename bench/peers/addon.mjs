import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

const PROBE = "new (require('better-sqlite3'))(':memory:').close()";
const RETRIED = "IMPRESARIO_BENCH_NODE_CHOSEN";

/**
 * Makes sure that better-sqlite3, a native addon, runs under this Node.
 *
 * The addon fits only the Node version it was installed for, and `npm run` puts the project's own Node before the
 * machine's. Where it does not fit this one, the script is run again under the first Node on the PATH that it fits,
 * and this process ends with that one's exit code.
 *
 * @param {string} script absolute path of the running script
 * @throws {Error} when no Node on the PATH can load the addon; says how to rebuild it
 */
export function runUnderFittingNode(script) {
  const failure = loadFailure();
  if (failure === undefined) return;
  const node = process.env[RETRIED] === undefined ? fittingNode() : undefined;
  if (node === undefined) {
    throw new Error(
      `better-sqlite3 does not load under Node ${process.version}. ` +
        "Rebuild it with that Node first on the PATH: npm rebuild better-sqlite3 --prefix bench/peers " +
        "(without access to nodejs.org set npm_config_nodedir to the folder that holds include/node, such as /usr).",
      { cause: failure },
    );
  }
  const child = spawnSync(node, [script, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, [RETRIED]: "1" },
  });
  process.exit(child.status ?? 1);
}

function loadFailure() {
  try {
    const Database = createRequire(import.meta.url)("better-sqlite3");
    new Database(":memory:").close();
    return undefined;
  } catch (error) {
    return error;
  }
}

function fittingNode() {
  const candidates = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node"));
  return candidates.find(
    (node) => isExecutable(node) && spawnSync(node, ["-e", PROBE], { cwd: import.meta.dirname }).status === 0,
  );
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
