/** `npm run start:fakes`: serves on this machine with every provider switched on, at local stand-ins and with no key. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type HealthView } from "../src/client/client.ts";
import { readPort } from "./port.ts";
import { runScript } from "./run-script.ts";
import { buildAssets, isPortFree, ROOT, startServer } from "./server.ts";
import { type Fakes, startFakes } from "./start-fakes/fakes.ts";

const DEFAULT_PORT = 8787;
const SECRET_BYTES = 32;

const HELP = `Serves Impresario on this machine with all providers, none of which is real.

  npm run start:fakes [-- --port N]     also PORT=N; ${DEFAULT_PORT} unless said otherwise

Hugging Face (the Hub and its router), Workers AI, an OpenAI-compatible server and endpoints of one's own are stood in
for by local servers, which answer in the shape that the services document and understand nothing: their texts say
"[fake]", their pictures are stripes, their recordings are silent, and each answer says who made it. Only what is
embedded is real. No key is needed, none is read from the environment, and nothing goes out to a service.`;

const counted = ({ providers }: HealthView): string =>
  Object.entries(providers)
    .map(([name, { models, taskTypes }]) => `  ${name}: ${models} models of its own, for ${taskTypes} task types`)
    .join("\n");

const welcome = (url: string, health: HealthView, { urls }: Fakes, logFile: string): string => `
FAKE: what answers here is not real. Texts begin with "[fake]", pictures are stripes, recordings are silent; only the
embedded experts and the planner do what they say.

Impresario listens. Open ${url} in a browser; the API is described at ${url}/docs.
${counted(health)}
The models of Hugging Face and Workers AI are the catalogue's. They are stood in for at

  Hugging Face       ${urls.huggingFace}
  Workers AI         ${urls.workersAi}
  OpenAI-compatible  ${urls.openAi}
  custom             ${urls.custom}

Try in another terminal:

  npm run cli -- ask "Generate an image of a girl reading a book with the pose of photo.jpg, then describe it with your voice" --file demo/photo.jpg --out made --server ${url}

Ctrl-C stops all of it. Its log: ${logFile}`;

async function main(port: number, signal: AbortSignal): Promise<number> {
  if (!(await isPortFree(port))) {
    console.error(`Port ${port} is in use. Another one: npm run start:fakes -- --port ${port + 1}`);
    return 1;
  }
  await buildAssets();
  console.log("Starting the stand-ins and the server …");
  const fakes = await startFakes();
  // Gone at the end, so that nothing fake is ever met among what is real.
  const state = await mkdtemp(join(tmpdir(), "impresario-fakes-"));
  try {
    const logFile = join(ROOT, ".impresario", "fakes.log");
    const secret = randomBytes(SECRET_BYTES).toString("hex");
    const vars = { AUTH: "open", IMPRESARIO_SECRET: secret, ...fakes.vars };
    const server = await startServer({ port, persistTo: state, logFile, signal, vars });
    try {
      const health = await createClient({ baseUrl: server.url }).health({ signal });
      console.log(welcome(server.url, health, fakes, logFile));
      const stopped = new Promise<"stopped">((resolve) => signal.addEventListener("abort", () => resolve("stopped")));
      if (signal.aborted || (await Promise.race([server.ended, stopped])) === "stopped") return 0;
      console.error(`The server ended by itself; ${logFile} says why.`);
      return 1;
    } finally {
      await server.stop();
    }
  } finally {
    await fakes.stop();
    await rm(state, { recursive: true, force: true });
  }
}

const port = readPort(HELP, DEFAULT_PORT);
if (port !== null) await runScript((signal) => main(port, signal));
