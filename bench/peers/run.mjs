/**
 * Measures one peer of the engine: `node run.mjs PEER < ORDER`, where PEER is a key of PEERS and ORDER is JSON as
 * graphs.mjs has it. `npm run bench:engine` does this for all of them.
 *
 * Prints JSON lines: first `{versions, storage}`, then for each graph `{graph, runs: [{runMs, waits, tasksMs?}]}`:
 * milliseconds from the call to its result, what each task waited, and with a server the time from its first call to
 * its last answer.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { runUnderFittingNode } from "./addon.mjs";
import { parseOrder } from "./graphs.mjs";

/** The module of each, and the function of it that opens it. */
const PEERS = {
  "langgraph-sqlite": ["./langgraph.mjs", "open"],
  "langgraph-memory": ["./langgraph.mjs", "openMemory"],
  dbos: ["./dbos.mjs", "open"],
  restate: ["./restate.mjs", "open"],
  mastra: ["./mastra.mjs", "open"],
  "cloudflare-workflows": ["./cloudflare.mjs", "open"],
};

const name = process.argv[2] ?? "";
if (!Object.hasOwn(PEERS, name)) throw new Error(`which peer? One of ${Object.keys(PEERS).join(", ")}`);
if (name.startsWith("langgraph")) runUnderFittingNode(fileURLToPath(import.meta.url));
// A tracing key in somebody's environment would send every step to a server.
Object.assign(process.env, {
  LANGSMITH_TRACING: "false",
  LANGCHAIN_TRACING_V2: "false",
  MASTRA_TELEMETRY_DISABLED: "1",
});

const { graphs, warmUps, repeats, url, flush } = parseOrder(await text(process.stdin));
const [path, opener] = PEERS[name];
const module = await import(path);
// Beside this file rather than in the system's temporary folder, which may be memory and not a disk.
const folder = await mkdtemp(join(import.meta.dirname, ".state-"));
let peer;
try {
  peer = await module[opener]({ folder, flush, url });
  print({ versions: await versions(module.packages), storage: peer.storage });
  for (const graph of graphs) {
    const run = await peer.prepare(graph);
    for (let i = 0; i < warmUps; i++) await run();
    const runs = [];
    for (let i = 0; i < repeats; i++) runs.push(await measured(run, graph));
    print({ graph: graph.name, runs });
  }
} finally {
  await peer?.close();
  await rm(folder, { recursive: true, force: true });
}
// Connections that a peer's client keeps would hold the process.
process.exit(0);

async function measured(run, { tasks }) {
  if (url !== null) await fetch(new URL("/record", url), { method: "DELETE" });
  const start = performance.now();
  const result = await run();
  const callMs = performance.now() - start;
  const { waits, runMs } = Array.isArray(result) ? { waits: result, runMs: callMs } : result;
  if (waits.length !== tasks.length) throw new Error(`${waits.length} of ${tasks.length} tasks left a result`);
  return url === null ? { runMs, waits } : { runMs, ...(await (await fetch(new URL("/record", url))).json()) };
}

async function versions(packages) {
  const entries = packages.map(async (name) => {
    const manifest = await readFile(new URL(`./node_modules/${name}/package.json`, import.meta.url), "utf8");
    return [name, JSON.parse(manifest).version];
  });
  return { node: process.versions.node, ...Object.fromEntries(await Promise.all(entries)) };
}

function print(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
