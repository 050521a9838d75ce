import { setMaxListeners } from "node:events";
import { join } from "node:path";
import { END, MemorySaver, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { z } from "zod";
import { performTask } from "./task.mjs";

/** What a task leaves behind: its number and how long it waited, in milliseconds. */
const Outcome = z.object({ task: z.int(), waitedMs: z.number() });

/** The state of an application that keeps every task's result, as LangGraph's guide to parallel nodes has it. */
const State = new StateSchema({
  outcomes: new ReducedValue(z.array(Outcome).default([]), {
    inputSchema: z.array(Outcome),
    reducer: (kept, added) => kept.concat(added),
  }),
});

// LangGraph stops after 25 steps unless told otherwise; a chain takes one a task, others less.
const SPARE_STEPS = 10;
// What a task must have survived before the next one starts: the durability our own engine promises.
const DURABILITY = "sync";

export const packages = ["@langchain/langgraph", "@langchain/langgraph-checkpoint-sqlite", "better-sqlite3"];
export const isNative = true;

/** LangGraph.js with its SQLite checkpointer, in a file of `folder`. */
export async function open({ folder, flush, url }) {
  const saver = SqliteSaver.fromConnString(join(folder, "checkpoints.sqlite"));
  saver.setup();
  if (flush) saver.db.pragma("synchronous = FULL");
  const [mode, synchronous] = ["journal_mode", "synchronous"].map((name) => saver.db.pragma(name, { simple: true }));
  return {
    storage: `SQLite, journal ${mode}, synchronous ${synchronous}, durability ${DURABILITY}`,
    prepare: async (graph) => runsOf(graph, saver, url),
    close: async () => saver.db.close(),
  };
}

/** The same with the checkpointer in memory, which keeps nothing: what the engine takes without storage. */
export async function openMemory({ url }) {
  return {
    storage: "memory: lost with the process",
    prepare: async (graph) => runsOf(graph, new MemorySaver(), url),
    close: async () => undefined,
  };
}

function runsOf(graph, checkpointer, url) {
  // LangGraph hangs a listener a parallel task on one signal; Node would warn on the error stream at the eleventh.
  setMaxListeners(0);
  const compiled = compile(graph, checkpointer, url);
  return async () => {
    const config = {
      configurable: { thread_id: crypto.randomUUID() },
      durability: DURABILITY,
      recursionLimit: graph.tasks.length + SPARE_STEPS,
    };
    const { outcomes } = await compiled.invoke({ outcomes: [] }, config);
    return outcomes.map((outcome) => outcome.waitedMs);
  };
}

/** A node a task; compiled once and run many times, as a server would. */
function compile({ tasks }, checkpointer, url) {
  const graph = new StateGraph(State);
  const nameOf = (task) => `task-${task}`;
  for (const [task, { ms }] of tasks.entries())
    graph.addNode(nameOf(task), async () => ({ outcomes: [{ task, waitedMs: await performTask(ms, url) }] }));
  graph.addNode("join", () => ({}));
  const last = new Set(tasks.keys());
  for (const [task, { dependsOn }] of tasks.entries()) {
    if (dependsOn.length === 0) graph.addEdge(START, nameOf(task));
    else graph.addEdge(dependsOn.length === 1 ? nameOf(dependsOn[0]) : dependsOn.map(nameOf), nameOf(task));
    for (const before of dependsOn) last.delete(before);
  }
  graph.addEdge([...last].map(nameOf), "join");
  graph.addEdge("join", END);
  return graph.compile({ checkpointer });
}
