/**
 * How the server answers while many begin at once: `npm run bench:load [-- --runs 400 --tasks 3]`.
 *
 * Starts so many runs of three trivial tasks in one moment, each in a conversation of its own, and waits for their
 * ends. Prints how long the replies to `POST` took, how long the runs, and how many ended in a second.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runScript, ScriptError } from "../scripts/run-script.ts";
import { buildAssets, type Server, startServer } from "../scripts/server.ts";
import { startSlowEndpoint } from "../scripts/slow-endpoint.ts";
import { createClient } from "../src/client/client.ts";

const TIME_LIMIT_MS = 10 * 60_000;
/** Before what is measured: its code is compiled then. */
const WARM_UPS = 40;

const { values } = parseArgs({
  options: { runs: { type: "string", default: "400" }, tasks: { type: "string", default: "3" } },
});
const runs = Number(values.runs);
const plan = Array.from({ length: Number(values.tasks) }, (_, id) => ({
  task: "text2text-generation",
  id,
  dep: [-1],
  args: { text: `text ${id}` },
}));

function spread(title: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    ((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN) / 1000).toFixed(2);
  return `${title}: first ${at(0)} s, median ${at(0.5)} s, 95 % ${at(0.95)} s, last ${at(1)} s`;
}

await runScript(
  async (signal) => {
    await buildAssets();
    // Beside this file: the system's temporary folder may be memory and not a disk.
    const state = await mkdtemp(join(import.meta.dirname, ".state-"));
    const endpoint = await startSlowEndpoint(() => 0);
    let server: Server | undefined;
    try {
      const endpoints = [{ model: "bench/echo", taskType: "text2text-generation", url: endpoint.url }];
      server = await startServer({
        ...{ port: 0, persistTo: state, logFile: join(state, "server.log"), signal },
        vars: {
          AUTH: "open",
          LOGS: "off",
          IMPRESARIO_SECRET: "a-secret-for-the-benchmark-and-nothing-else",
          CONFIG: JSON.stringify({ endpoints, limits: { runsPerMinute: 100_000, activeRuns: 10_000 } }),
        },
      });
      const client = createClient({ baseUrl: server.url });
      const replies: number[] = [];
      const ends: number[] = [];
      const one = async (): Promise<void> => {
        const from = performance.now();
        const { id } = await client.start({ text: "", plan });
        replies.push(performance.now() - from);
        const { status } = await client.wait(id);
        if (status !== "succeeded") throw new ScriptError(`A run ended as ${status}`);
        ends.push(performance.now() - from);
      };
      for (let i = 0; i < WARM_UPS; i++) await one();
      replies.length = 0;
      ends.length = 0;
      await Promise.all(Array.from({ length: runs }, one));
      console.log(`${runs} runs of ${plan.length} tasks, begun in one moment`);
      console.log(spread("replies to POST", replies));
      console.log(spread("runs", ends));
      console.log(`runs a second: ${(runs / (Math.max(...ends) / 1000)).toFixed(1)}`);
      return 0;
    } finally {
      await server?.stop();
      await endpoint.stop();
      await rm(state, { recursive: true, force: true });
    }
  },
  { timeLimitMs: TIME_LIMIT_MS },
);
