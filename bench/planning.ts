/**
 * Measures how long the embedded controller plans, proof included, in workerd and in Node:
 * `npm run bench:planning [-- FILE]`.
 *
 * FILE holds requests in the TaskBench format; without one the requests of evaluation/muse are planned. Clocks in
 * workerd may stand still while it computes, so that it is timed from outside: a request planned many times, less the
 * same request planned once, by the number of times between. Prints medians and 95th percentiles over the requests.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { planJob } from "../evaluation/labelled/plan-job.ts";
import { readJsonLines } from "../evaluation/read-json-lines.ts";
import { museRow } from "../evaluation/requests/row.ts";
import { readTaskbench } from "../training/read-taskbench.ts";
import { type Job, planOften } from "./planning/worker.ts";

const MUSE = new URL("../evaluation/muse/requests.jsonl", import.meta.url);
const MAX_REQUESTS = 200;
const WARM_UPS = 3;
const TIMES = 25;

type Plan = (job: Job) => Promise<unknown>;
type Words = Pick<Job, "text" | "attached">;

async function readRequests(path: string | undefined): Promise<readonly Words[]> {
  if (path !== undefined) {
    const rows = await readTaskbench(resolve(process.env.INIT_CWD ?? process.cwd(), path), path);
    return rows.map(({ request: { text, attached } }) => ({ text, attached }));
  }
  const rows = await readJsonLines(MUSE.pathname, "evaluation/muse/requests.jsonl", museRow);
  return rows.map(({ value }) => planJob(value)).map(({ text, attached }) => ({ text, attached }));
}

async function inWorkerd(use: (plan: Plan) => Promise<void>): Promise<void> {
  const bundle = await build({
    entryPoints: [new URL("planning/worker.ts", import.meta.url).pathname],
    bundle: true,
    format: "esm",
    write: false,
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    alias: { "#planner-files": new URL("planning/planner-files.ts", import.meta.url).pathname },
    external: ["*.wasm", "*.bin"],
  });
  const root = new URL("../", import.meta.url);
  const miniflare = new Miniflare({
    cf: false,
    workers: [
      {
        config: {
          name: "planning",
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
          manifest: {
            mainModule: "worker.js",
            modules: {
              "worker.js": { type: "esm", contents: bundle.outputFiles[0]?.text ?? "" },
              "kernel.wasm": { type: "wasm", contents: await readFile(new URL(".generated/kernel.wasm", root)) },
              "network.bin": {
                type: "data",
                contents: await readFile(new URL("src/planning/embedded/rank/network.safetensors", root)),
              },
              "tagger.bin": {
                type: "data",
                contents: await readFile(new URL("src/planning/embedded/constraints/tagger.safetensors", root)),
              },
            },
          },
        },
      },
    ],
  });
  try {
    await use(async (job) => {
      const answer = await miniflare.dispatchFetch("http://localhost/", { method: "POST", body: JSON.stringify(job) });
      if (!answer.ok) throw new Error(`workerd answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
      return answer.json();
    });
  } finally {
    await miniflare.dispose();
  }
}

async function measure(where: string, requests: readonly Words[], plan: Plan): Promise<void> {
  for (const request of requests) await plan({ ...request, times: WARM_UPS });
  const millis: number[] = [];
  for (const request of requests) {
    const once = await timed(() => plan({ ...request, times: 1 }));
    const often = await timed(() => plan({ ...request, times: 1 + TIMES }));
    millis.push((often - once) / TIMES);
  }
  millis.sort((a, b) => a - b);
  const at = (share: number): string => (millis[Math.floor(share * (millis.length - 1))] ?? 0).toFixed(2);
  process.stdout.write(
    `${where.padEnd(8)} ${millis.length} requests: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms a plan\n`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const requests = (await readRequests(process.argv[2])).slice(0, MAX_REQUESTS);
await measure("Node", requests, planOften);
await inWorkerd((plan) => measure("workerd", requests, plan));
