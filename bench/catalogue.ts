/**
 * Measures the catalogue at scale, on a generated one of 27,000 models: `npm run bench:catalogue`.
 *
 * In workerd: loading the snapshot from memory and from R2 (miniflare's), loading and finding the models and making the experts of
 * the largest task type (9,000 models, all callable), and one selection among them. Clocks in workerd may stand still
 * while it computes, so that it is timed from outside: so many times, less once, by the number of times between. Prints
 * medians. In Node, started with --expose-gc: megabytes that a snapshot still holds after a collection, typed arrays
 * included.
 */
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { measureMemory } from "./catalogue/memory.ts";
import { SELECTIONS_ASKED } from "./catalogue/selections.ts";
import type { CatalogueJob } from "./catalogue/worker.ts";

const ROUNDS = 15;
/** What takes a millisecond is done often in one call, so that the call itself weighs little. */
const SELECTIONS = 200;

async function startWorkerd(): Promise<Miniflare> {
  const bundle = await build({
    entryPoints: [new URL("catalogue/worker.ts", import.meta.url).pathname],
    bundle: true,
    format: "esm",
    write: false,
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
  });
  return new Miniflare({
    cf: false,
    workers: [
      {
        config: {
          name: "catalogue",
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
          env: { RESOURCES: { type: "r2", name: "resources" } },
          manifest: {
            mainModule: "worker.js",
            modules: { "worker.js": { type: "esm", contents: bundle.outputFiles[0]?.text ?? "" } },
          },
        },
      },
    ],
  });
}

async function call(miniflare: Miniflare, method: string, body?: string): Promise<unknown> {
  const answer = await miniflare.dispatchFetch("http://localhost/", body === undefined ? { method } : { method, body });
  if (!answer.ok) throw new Error(`workerd answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
  return answer.json();
}

/** The median of some rounds, in milliseconds for one time. */
async function measure(miniflare: Miniflare, job: Omit<CatalogueJob, "times">, times: number): Promise<number> {
  const run = (count: number) => timed(() => call(miniflare, "POST", JSON.stringify({ ...job, times: count })));
  await run(times);
  const millis: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const once = await run(1);
    millis.push(((await run(1 + times)) - once) / times);
  }
  return millis.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const say = (what: string, figure: string): void => {
  process.stdout.write(`${what.padEnd(48)} ${figure}\n`);
};

async function measureInWorkerd(): Promise<void> {
  const miniflare = await startWorkerd();
  try {
    const startedAt = performance.now();
    const { id, counts, bytes } = (await call(miniflare, "PUT")) as { id: string; counts: object; bytes: number };
    say("publish, generating included, once", `${(performance.now() - startedAt).toFixed(0)} ms`);
    say("snapshot", `${JSON.stringify(counts)}, ${(bytes / 1e6).toFixed(1)} MB`);
    for (const work of ["load", "load-from-r2", "entries", "experts"] as const) {
      say(work, `${(await measure(miniflare, { work, id }, 1)).toFixed(0)} ms`);
    }
    for (const [what, constraints] of SELECTIONS_ASKED) {
      const job = { work: "select" as const, id, ...(constraints ? { constraints } : {}) };
      say(`select, ${what}`, `${(await measure(miniflare, job, SELECTIONS)).toFixed(3)} ms`);
    }
  } finally {
    await miniflare.dispose();
  }
}

if (!globalThis.gc) throw new Error("Memory is measured with node --expose-gc; `npm run bench:catalogue` does that");
const { loaded, entries } = await measureMemory(globalThis.gc);
say("held by a loaded snapshot, in Node", `${loaded.toFixed(1)} MB`);
say("held by the entries of 9,000 models, in Node", `${entries.toFixed(1)} MB more`);
await measureInWorkerd();
