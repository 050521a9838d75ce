/** `npm start`: serves on this machine, with no account and no key. */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type HealthView } from "../src/client/client.ts";
import { readPort } from "./port.ts";
import { orphaned } from "./process-group.ts";
import { runScript } from "./run-script.ts";
import { buildAssets, isPortFree, ROOT, startServer } from "./server.ts";
import { fromEnvironment, NAMES, readSettings } from "./settings.ts";

const DEFAULT_PORT = 8787;
const SECRET_BYTES = 32;

const NAMES_IN_LINE = 5;

const inLines = (names: readonly string[]): string =>
  names
    .map((name, index) => (index % NAMES_IN_LINE === 0 ? `${index === 0 ? "" : "\n"}  ${name}` : ` ${name}`))
    .join("");

const HELP = `Serves Impresario on this machine.

  npm start [-- --port N]     also PORT=N; ${DEFAULT_PORT} unless said otherwise

These variables, set in the environment, win over .dev.vars; docs/configuration.md says what each does:

${inLines(NAMES)}

For one start: AUTH=keys npm start

So do OPENAI_BASE_URL and OPENAI_API_KEY where OPENAI_MODEL is set, CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN
where WORKERS_AI_MODEL is, and HF_TOKEN with HUGGINGFACE=on or CATALOGUE_CRAWL=on. With a language model, requests that
the embedded controller is unsure of go there:

  OPENAI_MODEL=qwen3:8b OPENAI_BASE_URL=http://127.0.0.1:11434/v1 npm start`;

/** Who may ask, as the server says it. */
const ACCESS: Readonly<Record<HealthView["auth"], string>> = {
  open: "open: no keys",
  keys: "keys: make one with npm run keys -- add NAME, and enter it under Settings, or set IMPRESARIO_KEY to it",
};

/** The Worker's variables when the environment sets any of them; else wrangler reads `.dev.vars` by itself. */
async function readVars(): Promise<Readonly<Record<string, string>> | null> {
  const devVars = await readFile(join(ROOT, ".dev.vars"), "utf8");
  const isSet = Object.keys(fromEnvironment(devVars, process.env)).length > 0;
  return isSet ? readSettings(devVars, process.env) : null;
}

/** Makes settings for this machine where there are none. @returns whether it did. */
async function ensureSettings(): Promise<boolean> {
  const settings = `# Made by \`npm start\`, for this machine alone. docs/configuration.md says what can be set.
AUTH=open
IMPRESARIO_SECRET=${randomBytes(SECRET_BYTES).toString("hex")}
`;
  try {
    await writeFile(join(ROOT, ".dev.vars"), settings, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

const welcome = (url: string, port: number, auth: HealthView["auth"], logFile: string): string => {
  const server = port === DEFAULT_PORT ? "" : ` --server ${url}`;
  return `
Impresario listens. Open ${url} in a browser; the API is described at ${url}/docs.
Access is ${ACCESS[auth]}. Or try in another terminal:

  npm run cli -- ask "Read the text in invoice.png and tell me who sent it" --file demo/invoice.png${server}
  npm run cli -- ask "Please generate a canny image based on photo.jpg" --file demo/photo.jpg --out made${server}
  npm run cli -- ask --help

Ctrl-C stops it. Its log: ${logFile}`;
};

async function main(port: number, signal: AbortSignal): Promise<number> {
  if (!(await isPortFree(port))) {
    console.error(`Port ${port} is in use. Another one: npm start -- --port ${port + 1}`);
    return 1;
  }
  if (await ensureSettings()) console.log("Wrote .dev.vars: a fresh secret, and AUTH=open (no API keys).");
  await buildAssets();
  console.log("Starting …");
  const logFile = join(ROOT, ".impresario", "server.log");
  const vars = await readVars();
  const server = await startServer({ port, logFile, signal, onWait: console.log, ...(vars ? { vars } : {}) });
  try {
    const { auth } = await createClient({ baseUrl: server.url }).health({ signal });
    console.log(welcome(server.url, port, auth, logFile));
    const stopped = new Promise<"stopped">((resolve) => signal.addEventListener("abort", () => resolve("stopped")));
    if (signal.aborted || (await Promise.race([server.ended, stopped])) === "stopped") return 0;
    console.error(`The server ended by itself; ${logFile} says why.`);
    return 1;
  } finally {
    await server.stop();
  }
}

/**
 * npm passes SIGTERM on to its shell, which ends and passes it on to nobody: without npm, too, it is over. Started
 * otherwise, a server may well be meant to outlive whoever started it.
 */
const withNpm = (signal: AbortSignal): AbortSignal =>
  process.env.npm_lifecycle_event === "start" ? AbortSignal.any([signal, orphaned()]) : signal;

const port = readPort(HELP, DEFAULT_PORT);
if (port !== null) await runScript((signal) => main(port, withNpm(signal)));
