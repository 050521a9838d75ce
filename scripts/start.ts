/** `npm start`: serves on this machine, with no account and no key. */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type HealthView } from "../src/client/client.ts";
import { chooseModels } from "./local-models/choose.ts";
import { findServers, LOOK_MS } from "./local-models/servers.ts";
import { isLookedFor, leastContext, varsFor } from "./local-models/settings.ts";
import { whatWasFound } from "./local-models/words.ts";
import { readPort } from "./port.ts";
import { orphaned } from "./process-group.ts";
import { runScript } from "./run-script.ts";
import { buildAssets, isPortFree, ROOT, startServer } from "./server.ts";
import { fromEnvironment, NAMES, readSettings, readTomlVars } from "./settings.ts";

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

  OPENAI_MODEL=qwen3:8b OPENAI_BASE_URL=http://127.0.0.1:11434/v1 npm start

Where none is set, one is looked for on this machine and used: at Ollama (port 11434), LM Studio (1234), llama.cpp and
vLLM (8080, 8000). CONTROLLER=openai has it plan every request; CONTROLLER=embedded or NO_LOCAL_MODELS=1 keeps it away.`;

/** Who may ask, as the server says it. */
const ACCESS: Readonly<Record<HealthView["auth"], string>> = {
  open: "open: no keys",
  keys: "keys: make one with npm run keys -- add NAME, and enter it under Settings, or set IMPRESARIO_KEY to it",
};

interface Variables {
  /** The Worker's, which win over `.dev.vars`. */
  readonly vars: Readonly<Record<string, string>>;
  /** What is said of models on this machine; "" where nobody looked for any. */
  readonly found: string;
}

/** The variables of the environment, and those that lead to a model on this machine where none is set. */
async function readVars(signal: AbortSignal): Promise<Variables> {
  const devVars = await readFile(join(ROOT, ".dev.vars"), "utf8");
  const wranglerToml = await readFile(join(ROOT, "wrangler.toml"), "utf8");
  const environment = process.env;
  const vars = fromEnvironment(devVars, environment);
  const settings = { ...readTomlVars(wranglerToml), ...readSettings(devVars, environment) };
  if (!isLookedFor({ settings, environment, wranglerToml })) return { vars, found: "" };
  // Its code is loaded with the first call, which may take as long as all servers are given.
  await fetch("data:,");
  const servers = await findServers({ signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]) });
  const choice = chooseModels(servers, leastContext(settings));
  const [today = ""] = new Date().toISOString().split("T");
  return {
    vars: { ...vars, ...(choice ? varsFor(choice, settings, today) : {}) },
    found: whatWasFound(servers, choice, settings.CONTROLLER === "openai"),
  };
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

interface Started {
  readonly url: string;
  readonly port: number;
  readonly auth: HealthView["auth"];
  readonly found: string;
  readonly logFile: string;
}

const welcome = ({ url, port, auth, found, logFile }: Started): string => {
  const server = port === DEFAULT_PORT ? "" : ` --server ${url}`;
  return `
Impresario listens. Open ${url} in a browser; the API is described at ${url}/docs.
${found ? `${found}\n` : ""}Access is ${ACCESS[auth]}. Or try in another terminal:

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
  // Before what takes the thread for longer than a server on this machine takes to answer.
  const { vars, found } = await readVars(signal);
  await buildAssets();
  console.log("Starting …");
  const logFile = join(ROOT, ".impresario", "server.log");
  const server = await startServer({ port, logFile, signal, onWait: console.log, vars, readsDevVars: true });
  try {
    const { auth } = await createClient({ baseUrl: server.url }).health({ signal });
    console.log(welcome({ url: server.url, port, auth, found, logFile }));
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
