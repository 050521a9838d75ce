import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { startServer } from "../../scripts/server.ts";
import { createClient } from "../../src/client/client.ts";
import { type Graph, JOIN, planOf } from "./graphs.ts";
import type { Waiter } from "./waiter.ts";

/** `usual`: as each engine's guide has it. `same`: every engine's tasks call our server, and its storage is flushed. */
export type Work = "usual" | "same";

/**
 * What is held against each other, in one run of the same or of the usual work. `tasks`: from the first call that the
 * server sees to its last answer, the same measure for all. `run`: what a caller waits for; ours with admission,
 * planning, proof and answer. `usual`: peers as in `run`, ours from the first task's start to the last one's end.
 */
export type View = "tasks" | "run" | "usual";

/** A run of a graph as one view has it, in milliseconds. */
export interface Span {
  readonly makespanMs: number;
  /** What each task itself waited. */
  readonly waits: readonly number[];
  /** Of a run of ours, as a caller waits for it. */
  readonly stages?: Stages;
}

/** Milliseconds from a caller's request until each has happened. */
export interface Stages {
  /** The run has been admitted, and its beginning decided: it is on disk before the first call. */
  readonly begun: number;
  readonly replied: number;
  readonly firstCall: number;
  readonly lastAnswer: number;
  /** The answer and the end are decided: they are on disk before they are heard of. */
  readonly ended: number;
  /** The caller has heard of the end. */
  readonly heard: number;
}

export interface Measured {
  readonly engine: string;
  readonly view: View;
  readonly graph: string;
  /** The run with the median makespan. */
  readonly median: Span;
}

/** What is known of an engine besides its figures; `failure` where it has none. */
export interface About {
  readonly engine: string;
  readonly work: Work;
  readonly versions?: string;
  readonly storage?: string;
  readonly failure?: string;
}

export interface Results {
  readonly measured: readonly Measured[];
  readonly about: readonly About[];
}

export interface Patience {
  readonly graphs: readonly Graph[];
  readonly warmUps: number;
  readonly repeats: number;
}

export const OURS = "impresario";
/** All that `bench/peers/run.mjs` knows; the one in memory loses its runs with its process. */
export const PEERS = ["langgraph-sqlite", "dbos", "restate", "mastra", "cloudflare-workflows", "langgraph-memory"];
export const isDurable = (engine: string): boolean => engine !== "langgraph-memory";

const median = (runs: readonly Span[]): Span => {
  const middle = runs.toSorted((a, b) => a.makespanMs - b.makespanMs)[Math.floor(runs.length / 2)];
  if (middle === undefined) throw new Error("no run was measured");
  return middle;
};

/** Measures this project's engine. Its tasks call the server and it flushes, whatever the work. */
export async function measureOurs(waiter: Waiter, { graphs, warmUps, repeats }: Patience): Promise<Results> {
  // Beside this file, where the peers have theirs: the system's temporary folder may be memory and not a disk.
  const state = await mkdtemp(join(import.meta.dirname, "../.state-"));
  const server = await startServer({
    port: 0,
    persistTo: state,
    logFile: join(state, "wrangler.log"),
    vars: {
      AUTH: "open",
      // The peers log nothing either; a line takes `wrangler dev` longer than the engine.
      LOGS: "off",
      IMPRESARIO_SECRET: "a-secret-for-the-benchmark-and-nothing-else",
      CONFIG: JSON.stringify({
        taskTypes: [JOIN],
        endpoints: ["text2text-generation", JOIN.name].map((taskType) => ({
          model: `bench/${taskType}`,
          taskType,
          url: waiter.url,
        })),
        limits: { runsPerMinute: 100_000 },
      }),
    },
  });
  const client = createClient({ baseUrl: server.url });
  /** All runs in one, as a user's are: its runners are there from the second on. */
  let conversation: string | null = null;
  const runOnce = async (graph: Graph): Promise<Record<View, Span>> => {
    waiter.reset();
    const [start, startAt] = [performance.now(), Date.now()];
    const message = { text: "", plan: planOf(graph) };
    const run = conversation === null ? await client.start(message) : await client.message(conversation, message);
    const replied = performance.now() - start;
    conversation = run.conversation;
    const decided = { begun: Number.NaN, ended: Number.NaN };
    let first = Number.NaN;
    let last = Number.NaN;
    for await (const event of client.events(run.id)) {
      const at = new Date(event.at).getTime();
      if (event.type === "run-start") decided.begun = at - startAt;
      if (event.type === "run-end") decided.ended = at - startAt;
      if (event.type === "task-start" && Number.isNaN(first)) first = at;
      if (event.type !== "task-end") continue;
      if (event.data.status !== "succeeded") throw new Error(`Task ${event.data.task} ${event.data.status}`);
      last = at;
    }
    const runMs = performance.now() - start;
    const { tasksMs, firstAt, lastAt, waits } = waiter.recorded();
    if (waits.length !== graph.tasks.length) throw new Error(`${waits.length} calls in a ${graph.name}`);
    const spanOf = (makespanMs: number): Span => ({ makespanMs, waits });
    const stages = { ...decided, replied, firstCall: firstAt - start, lastAnswer: lastAt - start, heard: runMs };
    return { tasks: spanOf(tasksMs), run: { ...spanOf(runMs), stages }, usual: spanOf(last - first) };
  };
  try {
    // A server that has been up for a minute is what is compared: its code is compiled, its runners are there.
    for (let i = 0; i < warmUps; i++) for (const graph of graphs) await runOnce(graph);
    const measured: Measured[] = [];
    for (const graph of graphs) {
      for (let i = 0; i < warmUps; i++) await runOnce(graph);
      const runs: Record<View, Span>[] = [];
      for (let i = 0; i < repeats; i++) runs.push(await runOnce(graph));
      for (const view of ["tasks", "run", "usual"] as const)
        measured.push({ engine: OURS, view, graph: graph.name, median: median(runs.map((run) => run[view])) });
    }
    return { measured, about: [] };
  } finally {
    await server.stop();
    await rm(state, { recursive: true, force: true });
  }
}

const Versions = z.object({ versions: z.record(z.string(), z.string()), storage: z.string() });
const RunsOfGraph = z.object({
  graph: z.string(),
  runs: z.array(z.object({ runMs: z.number(), tasksMs: z.number().optional(), waits: z.array(z.number()) })),
});
const PEER_FOLDER = fileURLToPath(new URL("../peers/", import.meta.url));

export const arePeersInstalled = (): boolean => existsSync(join(PEER_FOLDER, "node_modules"));

/** Measures a peer, in a process of its own. One that fails is told of with the last line that it said. */
export async function measurePeer(
  engine: string,
  work: Work,
  waiter: Waiter,
  { graphs, warmUps, repeats }: Patience,
): Promise<Results> {
  const child = spawn(process.execPath, [join(PEER_FOLDER, "run.mjs"), engine]);
  const order = { graphs, warmUps, repeats, url: work === "same" ? waiter.url : null, flush: work === "same" };
  child.stdin.end(JSON.stringify(order));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await ended) !== 0) {
    const failure = complaints.match(/^\w*Error.*$/mu)?.[0] ?? complaints.trim().split("\n").at(-1) ?? "";
    return { measured: [], about: [{ engine, work, failure }] };
  }
  const [first, ...rest] = said
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  const { versions, storage } = Versions.parse(first);
  const measured = rest.flatMap((line): Measured[] => {
    const { graph, runs } = RunsOfGraph.parse(line);
    const of = (view: View, spans: readonly Span[]): Measured => ({ engine, view, graph, median: median(spans) });
    const whole = runs.map(({ runMs, waits }) => ({ makespanMs: runMs, waits }));
    if (work === "usual") return [of("usual", whole)];
    const tasks = runs.map(({ tasksMs = Number.NaN, waits }) => ({ makespanMs: tasksMs, waits }));
    return [of("run", whole), of("tasks", tasks)];
  });
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return { measured, about: [{ engine, work, versions: named.join(", "), storage }] };
}
