/**
 * Measures LangGraph.js on graphs of tasks that only wait: `node run.mjs ['<cases as JSON>' | -]`, `-` for stdin.
 *
 * Prints JSON lines: first `{versions, durability, journal}`, then one line per case and engine,
 * `{engine, shape, tasks, taskMs, makespanMs, waitedMs, repeats}`: the median makespan, how long the tasks on the
 * critical path themselves waited in that median (a timer is never early and seldom exact), and every makespan.
 */
import { setMaxListeners } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { runUnderFittingNode } from "./addon.mjs";
import { DEFAULT_CASES, parseCases } from "./cases.mjs";

// The first runs are compiled as they go; a server that has been up for a minute is what is compared.
const WARM_UPS = 3;
const REPEATS = 5;
// LangGraph stops after 25 steps unless told otherwise; a chain takes one a task, a fan-out two.
const SPARE_STEPS = 10;
// What a task must have survived before the next one starts: the durability our own engine promises.
const DURABILITY = "sync";

runUnderFittingNode(fileURLToPath(import.meta.url));
// A tracing key in somebody's environment would send every step to a server.
process.env.LANGSMITH_TRACING = "false";
process.env.LANGCHAIN_TRACING_V2 = "false";
// LangGraph hangs a listener a parallel task on one signal; Node would warn on the error stream at the eleventh.
setMaxListeners(0);

const { MemorySaver } = await import("@langchain/langgraph");
const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
const { compileGraph } = await import("./graph.mjs");

const argument = process.argv[2];
const cases =
  argument === undefined ? DEFAULT_CASES : parseCases(argument === "-" ? await text(process.stdin) : argument);

// Beside this file rather than in the system's temporary folder, which may be memory and not a disk.
const folder = await mkdtemp(join(import.meta.dirname, ".state-"));
const sqlite = SqliteSaver.fromConnString(join(folder, "checkpoints.sqlite"));
try {
  print({ versions: versions(), durability: DURABILITY, journal: journal(sqlite) });
  for (const testCase of cases) {
    print({ engine: "langgraph-sqlite", ...testCase, ...(await measure(testCase, sqlite)) });
    print({ engine: "langgraph-memory", ...testCase, ...(await measure(testCase, new MemorySaver())) });
  }
} finally {
  sqlite.db.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(testCase, checkpointer) {
  const graph = compileGraph(testCase, checkpointer);
  for (let i = 0; i < WARM_UPS; i++) await runOnce(graph, testCase);
  const runs = [];
  for (let i = 0; i < REPEATS; i++) runs.push(await runOnce(graph, testCase));
  const median = runs.toSorted((a, b) => a.makespanMs - b.makespanMs)[Math.floor(REPEATS / 2)];
  return { ...median, repeats: runs.map((run) => run.makespanMs) };
}

/** One run on a thread of its own, from the call to its result. */
async function runOnce(graph, { shape, tasks }) {
  const config = {
    configurable: { thread_id: crypto.randomUUID() },
    durability: DURABILITY,
    recursionLimit: tasks + SPARE_STEPS,
  };
  const start = performance.now();
  const { outcomes } = await graph.invoke({ outcomes: [] }, config);
  const makespanMs = performance.now() - start;
  if (outcomes.length !== tasks) throw new Error(`${outcomes.length} of ${tasks} tasks left a result`);
  const waits = outcomes.map((outcome) => outcome.waitedMs);
  const waitedMs = shape === "chain" ? waits.reduce((sum, ms) => sum + ms, 0) : Math.max(...waits);
  return { makespanMs: rounded(makespanMs), waitedMs: rounded(waitedMs) };
}

function versions() {
  const require = createRequire(import.meta.url);
  const packages = [
    "@langchain/langgraph",
    "@langchain/langgraph-checkpoint-sqlite",
    "@langchain/core",
    "better-sqlite3",
  ];
  const entries = packages.map((name) => [name, require(`./node_modules/${name}/package.json`).version]);
  return { node: process.versions.node, ...Object.fromEntries(entries) };
}

/** How SQLite was set up by the checkpointer and its driver, for whoever compares disk writes. */
function journal(saver) {
  saver.setup();
  return {
    mode: saver.db.pragma("journal_mode", { simple: true }),
    synchronous: saver.db.pragma("synchronous", { simple: true }),
  };
}

function rounded(ms) {
  return Math.round(ms * 100) / 100;
}

function print(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
