/**
 * Shows where the Worker's time goes: `npm run bench:profile [-- --runs N --at-once K --top T]`.
 *
 * Takes a CPU profile of workerd, over its inspector, while N runs of three trivial tasks go through it, K at a time, each
 * in a conversation of its own. Prints milliseconds of CPU a run by function: its own, and with all that it calls.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runScript, ScriptError } from "../scripts/run-script.ts";
import { buildAssets, findFreePort, type Server, startServer } from "../scripts/server.ts";
import { startSlowEndpoint } from "../scripts/slow-endpoint.ts";
import { type Client, createClient } from "../src/client/client.ts";
import { functionTimes } from "./profile/cpu-profile.ts";
import { connectInspector } from "./profile/inspector.ts";

const TIME_LIMIT_MS = 10 * 60_000;
const WARM_UPS = 20;
/** Microseconds between two samples. */
const SAMPLE_US = 250;
/** Three tasks without a model's time: the third needs the other two. */
const PLAN = [
  { task: "text2text-generation", id: 0, dep: [-1], args: { text: "one" } },
  { task: "text2text-generation", id: 1, dep: [-1], args: { text: "two" } },
  { task: "text2text-generation", id: 2, dep: [0, 1], args: { text: "<resource>-0 <resource>-1" } },
];

const SETTINGS = {
  AUTH: "open",
  IMPRESARIO_SECRET: "a-secret-for-the-benchmark-and-nothing-else",
  // A line takes `wrangler dev` longer than the run it tells of; deployed Workers do not pay that.
  LOGS: "off",
};

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "60" },
    "at-once": { type: "string", default: "2" },
    top: { type: "string", default: "40" },
    /** Where the profile is kept, to be opened in a browser's developer tools. */
    out: { type: "string" },
  },
});
const runs = Number(values.runs);
const atOnce = Number(values["at-once"]);

/** Runs so many, each in a conversation of its own, and waits for their ends. */
async function run(client: Client, count: number): Promise<void> {
  let left = count;
  const one = async (): Promise<void> => {
    while (left-- > 0) {
      const { id } = await client.start({ text: "", plan: PLAN });
      const { status } = await client.wait(id);
      if (status !== "succeeded") throw new ScriptError(`A run ended as ${status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

await runScript(
  async (signal) => {
    await buildAssets();
    const state = await mkdtemp(join(tmpdir(), "impresario-profile-"));
    const endpoint = await startSlowEndpoint(() => 0);
    const inspectorPort = await findFreePort();
    let server: Server | undefined;
    try {
      const endpoints = [{ model: "bench/echo", taskType: "text2text-generation", url: endpoint.url }];
      server = await startServer({
        ...{
          port: 0,
          inspectorPort,
          keepsNames: true,
          persistTo: join(state, "state"),
          logFile: join(state, "server.log"),
          signal,
        },
        vars: { ...SETTINGS, CONFIG: JSON.stringify({ endpoints, limits: { runsPerMinute: 100_000 } }) },
      });
      const client = createClient({ baseUrl: server.url });
      await run(client, WARM_UPS);
      const inspector = await connectInspector(inspectorPort);
      const startedAt = performance.now();
      const profile = await inspector.profile(SAMPLE_US, () => run(client, runs));
      const tookMs = performance.now() - startedAt;
      inspector.close();
      if (values.out !== undefined) await writeFile(values.out, JSON.stringify(profile));
      const times = functionTimes(profile);
      const ms = (us: number): string => (us / 1000 / runs).toFixed(2).padStart(9);
      const busyUs = times.reduce((sum, { ownUs }) => sum + ownUs, 0);
      console.log(`${runs} runs of ${PLAN.length} tasks, ${atOnce} at a time, in ${(tookMs / 1000).toFixed(1)} s`);
      console.log(`JavaScript and what it calls, a run: ${ms(busyUs).trim()} ms`);
      for (const [title, key] of [
        ["own", "ownUs"],
        ["total", "totalUs"],
      ] as const) {
        console.log(
          `\n${title === "own" ? "By their own time" : "With all they call"}, ms a run:\n      own     total  function`,
        );
        const sorted = times.toSorted((a, b) => b[key] - a[key]).slice(0, Number(values.top));
        for (const { name, ownUs, totalUs } of sorted) console.log(`${ms(ownUs)} ${ms(totalUs)}  ${name}`);
      }
      return 0;
    } finally {
      await server?.stop();
      await endpoint.stop();
      await rm(state, { recursive: true, force: true });
    }
  },
  { timeLimitMs: TIME_LIMIT_MS },
);
