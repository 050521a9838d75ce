/** `npm run smoke`: one small request to each provider for each main thing it does, with the keys in the environment. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Client, createClient } from "../src/client/client.ts";
import { runScript } from "./run-script.ts";
import { buildAssets, startServer } from "./server.ts";
import { CHECKS, check, checkPlanning, type Outcome, uploadFiles } from "./smoke/checks.ts";
import { report } from "./smoke/table.ts";
import { readSetup, type Setup } from "./smoke/variables.ts";

const SECRET_BYTES = 32;

const HELP = `Asks each provider that is configured for each main thing it does, and prints how that went.

  npm run smoke

It starts a server of its own on this machine, sends some ten small requests to each service with YOUR keys, which
costs a few US cents, and ends with status 1 if anything that is configured failed. Of the environment it reads

  HF_TOKEN                                      Hugging Face; also HF_BILL_TO, HF_HUB_URL, HF_ROUTER_URL, HUGGINGFACE
  CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN   Workers AI; with WORKERS_AI_MODEL whether that model plans
  OPENAI_API_KEY, OPENAI_BASE_URL               OpenAI, or any server like it; with OPENAI_MODEL the model that chats
                                                and plans, or CONFIG with "openai": {"models": […]} for more

No key is ever printed. Please open an issue with the table if you are the first to see it for a service.`;

type Controller = "embedded" | "openai" | "workers-ai";

/** Uses a server of its own while `work` goes on, with one controller. */
async function onServer<T>(
  setup: Setup,
  controller: Controller,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const state = await mkdtemp(join(tmpdir(), "impresario-smoke-"));
  try {
    const secret = randomBytes(SECRET_BYTES).toString("hex");
    const vars = { AUTH: "open", IMPRESARIO_SECRET: secret, ...setup.vars, CONTROLLER: controller };
    const server = await startServer({ port: 0, persistTo: state, logFile: join(state, "server.log"), vars, signal });
    try {
      return await work(createClient({ baseUrl: server.url }));
    } finally {
      await server.stop();
    }
  } finally {
    await rm(state, { recursive: true, force: true });
  }
}

/** One after the other at each provider, as free plans have low limits; the providers side by side. */
async function checkExperts({ configured }: Setup, client: Client, signal: AbortSignal): Promise<readonly Outcome[]> {
  const files = await uploadFiles(client, signal);
  const all = configured.map(async (provider) => {
    const outcomes: Outcome[] = [];
    for (const capability of Object.keys(CHECKS))
      outcomes.push(await check(provider, capability, { client, files, signal }));
    return outcomes;
  });
  return (await Promise.all(all)).flat();
}

async function main(signal: AbortSignal): Promise<number> {
  const setup = readSetup(process.env);
  const outcomes: Outcome[] = [];
  if (setup.configured.length > 0) {
    await buildAssets();
    console.log(`Asking ${setup.configured.join(", ")} …\n`);
    const [first = "embedded", ...others]: readonly Controller[] = setup.controllers;
    const planning = async (controller: Controller, client: Client): Promise<void> => {
      if (controller !== "embedded") outcomes.push(await checkPlanning(controller, { client, signal }));
    };
    await onServer(setup, first, signal, async (client) => {
      outcomes.push(...(await checkExperts(setup, client, signal)));
      await planning(first, client);
    });
    for (const other of others) await onServer(setup, other, signal, (client) => planning(other, client));
  }
  console.log(report(outcomes, setup));
  return outcomes.some(({ as }) => as === "failed") ? 1 : 0;
}

const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
if (values.help) console.log(HELP);
else await runScript(main);
