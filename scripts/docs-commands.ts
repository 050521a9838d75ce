/**
 * `npm run test:docs`: pastes the commands of the README, the tutorial and the API page into a shell, in the order of
 * the page, against a server of its own. A command that fails, or a call that is answered with an error, fails it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandsIn, type DocsCommand, toScript } from "./docs-commands/read-page.ts";
import { runScript } from "./run-script.ts";
import { buildAssets, ROOT, startServer } from "./server.ts";

const PAGES = ["README.md", "docs/tutorial.md", "docs/api.md"];
/** Where the pages say that the server listens. */
const SAID_URL = /http:\/\/127\.0\.0\.1:8787/g;
const SECRET = "docs-test-secret-that-guards-nothing-at-all";
const TIME_LIMIT_MS = 8 * 60_000;
/** Of the output of a page that failed, from the command that did. */
const SHOWN_LINES = 60;

/** Runs all commands of a page in one shell, as a reader who pastes one after the other does. @returns what failed. */
async function runPage(page: string, folder: string, url: string, signal: AbortSignal): Promise<string | null> {
  const commands = commandsIn(await readFile(join(ROOT, page), "utf8"));
  const run = commands.filter(({ whyNot }) => whyNot === null);
  const script = toScript(page, run).replaceAll(SAID_URL, url);
  const shell = spawn("bash", ["-c", script], {
    cwd: folder,
    env: { ...process.env, IMPRESARIO_URL: url, INIT_CWD: undefined },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (piece: Buffer) => (output += piece));
  const [code] = await once(shell, "close");
  if (code !== 0) return `${page}: exit code ${code}\n${endOf(output)}`;
  console.log(`✔ ${page}: ${run.length} blocks${skipped(commands)}`);
  return null;
}

const skipped = (commands: readonly DocsCommand[]): string =>
  commands
    .flatMap(({ line, whyNot }) => (whyNot === null ? [] : [`\n    line ${line} is not run: ${whyNot}`]))
    .join("");

/** The command that failed, which is the last one that began, and what it printed. */
const endOf = (output: string): string =>
  output
    .slice(Math.max(0, output.lastIndexOf("\n▶ ")))
    .split("\n")
    .slice(0, SHOWN_LINES)
    .join("\n");

/** A folder that looks like the repository's, so that what the commands save is gone with it. */
async function likeRepository(folder: string): Promise<string> {
  await mkdir(folder);
  for (const name of await readdir(ROOT)) await symlink(join(ROOT, name), join(folder, name));
  return folder;
}

async function main(signal: AbortSignal): Promise<number> {
  const state = await mkdtemp(join(tmpdir(), "impresario-docs-"));
  try {
    await buildAssets();
    const server = await startServer({
      port: 0,
      persistTo: join(state, "state"),
      // The host of the examples' own model, which no resolver knows; nothing is fetched there.
      vars: { AUTH: "open", IMPRESARIO_SECRET: SECRET, FETCH_ALLOW_HOSTS: "models.example.com:443" },
      logFile: join(state, "server.log"),
      signal,
    });
    try {
      const folder = await likeRepository(join(state, "repository"));
      const faults: string[] = [];
      for (const page of PAGES) {
        const fault = await runPage(page, folder, server.url, signal);
        if (fault !== null) faults.push(fault);
      }
      for (const fault of faults) console.error(`✖ ${fault}`);
      return faults.length === 0 ? 0 : 1;
    } finally {
      await server.stop();
    }
  } finally {
    await rm(state, { recursive: true, force: true });
  }
}

await runScript(main, { timeLimitMs: TIME_LIMIT_MS });
