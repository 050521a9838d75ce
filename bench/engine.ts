/**
 * Measures the engine on graphs of tasks that only wait: `npm run bench:engine`.
 *
 * Each task is a call of a local HTTP server that answers after `taskMs`; the run is durable as always.
 * Beside it, in the same run, LangGraph.js with its SQLite checkpointer if `bench/langgraph` is installed.
 * Prints medians: milliseconds of engine a task for chains, makespan ÷ critical path for fan-outs.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startServer } from "../scripts/server.ts";
import { createClient } from "../src/client/client.ts";
import type { JsonValue } from "../src/domain/json.ts";

interface Case {
  readonly shape: "chain" | "fan-out";
  readonly tasks: number;
  readonly taskMs: number;
}

interface Measured extends Case {
  readonly engine: string;
  readonly makespanMs: number;
  /** What the tasks on the critical path themselves waited. */
  readonly waitedMs: number;
}

const CASES: readonly Case[] = [
  { shape: "chain", tasks: 20, taskMs: 10 },
  { shape: "chain", tasks: 50, taskMs: 10 },
  { shape: "fan-out", tasks: 10, taskMs: 100 },
  { shape: "fan-out", tasks: 50, taskMs: 100 },
  { shape: "fan-out", tasks: 200, taskMs: 100 },
];
const WARM_UPS = 3;
const REPEATS = 5;

const waiter = createServer(async (request, response) => {
  const { inputs } = JSON.parse(await text(request)) as { inputs: { text: string } };
  const ms = Number(inputs.text);
  const from = performance.now();
  setTimeout(() => {
    waited.push(performance.now() - from);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ outputs: { text: inputs.text } }));
  }, ms);
});
let waited: number[] = [];
await new Promise<void>((resolve) => waiter.listen(0, "127.0.0.1", resolve));
const waiterUrl = `http://127.0.0.1:${(waiter.address() as AddressInfo).port}/`;

// Beside this file, where the peer has its own: the system's temporary folder may be memory and not a disk.
const state = await mkdtemp(join(import.meta.dirname, ".state-"));
const server = await startServer({
  port: 0,
  persistTo: state,
  logFile: join(state, "wrangler.log"),
  vars: {
    AUTH: "open",
    // The peer logs nothing either; a line takes `wrangler dev` longer than the engine.
    LOGS: "off",
    IMPRESARIO_SECRET: "a-secret-for-the-benchmark-and-nothing-else",
    CONFIG: JSON.stringify({
      endpoints: [{ model: "bench/waiter", taskType: "text2text-generation", url: waiterUrl }],
      limits: { runsPerMinute: 100_000 },
    }),
  },
});
const client = createClient({ baseUrl: server.url });
/** All runs in one, as a user's are: its runners are there from the second on. */
let conversation: string | null = null;
try {
  const theirs = await peer();
  // A server that has been up for a minute is what is compared: its code is compiled, its runners are there.
  for (let i = 0; i < WARM_UPS; i++) for (const one of CASES) await runOnce(one);
  const ours: Measured[] = [];
  for (const one of CASES) ours.push(await measure(one));
  const call = await callMs();
  print([...ours, ...theirs], call);
} finally {
  await server.stop();
  waiter.closeAllConnections();
  waiter.close();
  await rm(state, { recursive: true, force: true });
}

async function measure(one: Case): Promise<Measured> {
  for (let i = 0; i < WARM_UPS; i++) await runOnce(one);
  const runs: { makespanMs: number; waitedMs: number }[] = [];
  for (let i = 0; i < REPEATS; i++) runs.push(await runOnce(one));
  const [median] = runs.toSorted((a, b) => a.makespanMs - b.makespanMs).slice(Math.floor(REPEATS / 2));
  return { engine: "impresario", ...one, ...(median ?? { makespanMs: Number.NaN, waitedMs: Number.NaN }) };
}

async function runOnce(one: Case): Promise<{ makespanMs: number; waitedMs: number }> {
  waited = [];
  const message = { text: "", plan: planOf(one) };
  const run = conversation === null ? await client.start(message) : await client.message(conversation, message);
  conversation = run.conversation;
  let first = Number.NaN;
  let last = Number.NaN;
  for await (const event of client.events(run.id)) {
    const at = new Date(event.at).getTime();
    if (event.type === "task-start" && Number.isNaN(first)) first = at;
    if (event.type === "task-end") {
      if (event.data.status !== "succeeded") throw new Error(`Task ${event.data.task} ${event.data.status}`);
      last = at;
    }
  }
  const waitedMs = one.shape === "chain" ? waited.reduce((sum, ms) => sum + ms, 0) : Math.max(...waited);
  return { makespanMs: last - first, waitedMs };
}

function planOf(one: Case): JsonValue {
  return Array.from({ length: one.tasks }, (_, id) => {
    const waits = one.shape === "chain" && id > 0;
    return {
      task: "text2text-generation",
      id,
      dep: [waits ? id - 1 : -1],
      args: { text: waits ? `<resource>-${id - 1}` : String(one.taskMs) },
    };
  });
}

/** One bare call of the waiter, from here: what every task of ours pays besides the engine. */
async function callMs(): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 200; i++) {
    const from = performance.now();
    const body = JSON.stringify({ inputs: { text: "0" } });
    waited = [];
    await (await fetch(waiterUrl, { method: "POST", body })).text();
    times.push(performance.now() - from - (waited[0] ?? 0));
  }
  return times.toSorted((a, b) => a - b)[100] ?? Number.NaN;
}

async function peer(): Promise<Measured[]> {
  const folder = new URL("langgraph/", import.meta.url);
  if (!existsSync(new URL("node_modules/", folder))) {
    console.log("LangGraph.js is not installed: `npm ci --prefix bench/langgraph` puts it beside ours.\n");
    return [];
  }
  const child = spawn(process.execPath, [new URL("run.mjs", folder).pathname, JSON.stringify(CASES)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const lines = (await text(child.stdout)).trim().split("\n");
  if ((await ended) !== 0) {
    console.log("LangGraph.js could not be measured; see above.\n");
    return [];
  }
  return lines.map((line) => JSON.parse(line) as Measured).filter((line) => line.engine !== undefined);
}

function print(measured: readonly Measured[], call: number): void {
  console.log(`engine             shape     tasks  task ms  makespan ms  engine ms/task  makespan ÷ critical path`);
  for (const one of measured) {
    const path = one.shape === "chain" ? one.tasks * one.taskMs : one.taskMs;
    const perTask = one.shape === "chain" ? ((one.makespanMs - one.waitedMs) / one.tasks).toFixed(2) : "";
    console.log(
      [
        one.engine.padEnd(18),
        one.shape.padEnd(9),
        String(one.tasks).padStart(5),
        String(one.taskMs).padStart(8),
        one.makespanMs.toFixed(0).padStart(12),
        perTask.padStart(15),
        (one.makespanMs / path).toFixed(2).padStart(25),
      ].join(" "),
    );
  }
  console.log(
    `\nOurs: from the first task's start to the last one's end, as its log has them; LangGraph's: the call of invoke.\n` +
      `Each task of ours is an HTTP call besides, of which ${call.toFixed(2)} ms are not the wait (measured from here).`,
  );
}
