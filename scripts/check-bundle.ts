/**
 * `npm run check:bundle -- [FOLDER]`: keeps the Worker small enough to deploy anywhere and quick to start, and the web app
 * light. What it builds stays in FOLDER, if one is named.
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { firstLoadBytes } from "./check-bundle/first-load.ts";
import { runScript } from "./run-script.ts";
import { buildAssets, ROOT } from "./server.ts";
import { buildWorker, runWrangler } from "./wrangler.ts";

/** Cloudflare's pages name limits of 3, 10 and 64 MB; issue trackers know of uploads refused well below. */
const MAX_GZIP_BYTES = 5_000_000;
/** Of the web app, before the views that draw graphs: about a second on a slow phone connection. */
const MAX_FIRST_LOAD_BYTES = 200_000;
/** The platform refuses a Worker that takes a second; a quarter of it leaves room for a machine that is slow or busy. */
const MAX_ACTIVE_START_MS = 250;
/** What a quiet machine should need, as every cold request waits for it: said, and not held to. */
const AIM_ACTIVE_START_MS = 50;
/** The least of a few: what else runs on the machine only ever adds. */
const PROFILES = 5;
/** What is deployed; source maps and the README that wrangler writes beside it are not. */
const NOT_DEPLOYED = new Set([".map", ".md"]);

interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

async function measureModules(folder: string): Promise<readonly Size[]> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => extname(name) !== "" && !NOT_DEPLOYED.has(extname(name)),
  );
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name));
      return { name, bytes: content.byteLength, gzipBytes: gzipSync(content).byteLength };
    }),
  );
}

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
}

/** Milliseconds of a start-up profile in which anything was done. */
function activeMs({ nodes, samples, timeDeltas }: CpuProfile): number {
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id));
  return timeDeltas.reduce((sum, delta, index) => sum + (idle.has(samples[index] ?? -1) ? 0 : delta), 0) / 1000;
}

async function profileStart(bundle: string, path: string, signal: AbortSignal): Promise<number> {
  await runWrangler(["check", "startup", "--worker-bundle", bundle, "--outfile", path], signal);
  const profile: CpuProfile = JSON.parse(await readFile(path, "utf8"));
  return activeMs(profile);
}

async function main(signal: AbortSignal): Promise<number> {
  await buildAssets();
  const folder = await mkdtemp(join(tmpdir(), "impresario-bundle-"));
  try {
    const [built, bundle] = [process.argv[2] ?? join(folder, "out"), join(folder, "worker.bundle")];
    await buildWorker(built, signal, bundle);
    const modules = await measureModules(built);
    const gzipBytes = modules.reduce((sum, module) => sum + module.gzipBytes, 0);
    const starts: number[] = [];
    for (let n = 1; n <= PROFILES; n++)
      starts.push(await profileStart(bundle, join(folder, `${n}.cpuprofile`), signal));
    const startMs = Math.min(...starts);

    const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
    for (const { name, bytes, gzipBytes: own } of modules.toSorted((a, b) => b.gzipBytes - a.gzipBytes)) {
      console.log(`  ${megabytes(own).padStart(8)} gzip  ${megabytes(bytes).padStart(9)}  ${name}`);
    }
    const isSmall = modules.length > 0 && gzipBytes < MAX_GZIP_BYTES;
    const isQuick = startMs < MAX_ACTIVE_START_MS;
    console.log(`${isSmall ? "✔" : "✖"} bundle ${megabytes(gzipBytes)} gzip, of ${megabytes(MAX_GZIP_BYTES)}`);
    console.log(
      `${isQuick ? "✔" : "✖"} active start-up ${startMs.toFixed(1)} ms, of ${MAX_ACTIVE_START_MS} ms, aim ${AIM_ACTIVE_START_MS} ms (${starts.map((ms) => ms.toFixed(1)).join(", ")})`,
    );
    const firstLoad = await firstLoadBytes(join(ROOT, ".assets"));
    const isLight = firstLoad < MAX_FIRST_LOAD_BYTES;
    const kilobytes = (bytes: number): string => `${(bytes / 1e3).toFixed(0)} kB`;
    console.log(
      `${isLight ? "✔" : "✖"} first load of the web app ${kilobytes(firstLoad)} gzip, of ${kilobytes(MAX_FIRST_LOAD_BYTES)}`,
    );
    return isSmall && isQuick && isLight ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runScript(main);
