import { setTimeout as wait } from "node:timers/promises";
import { END, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

/** What a task leaves behind: its number and how long it really waited, in milliseconds. */
const Outcome = z.object({ task: z.int(), waitedMs: z.number() });

/** The state of an application that keeps every task's result, as LangGraph's guide to parallel nodes has it. */
const State = new StateSchema({
  outcomes: new ReducedValue(z.array(Outcome).default([]), {
    inputSchema: z.array(Outcome),
    reducer: (kept, added) => kept.concat(added),
  }),
});

/**
 * The graph of one case, compiled once and run many times, as a server would.
 *
 * A fan-out ends in a join that waits for all its tasks; a chain needs none.
 *
 * @param {{shape: "chain" | "fan-out", tasks: number, taskMs: number}} testCase
 * @param {import("@langchain/langgraph").BaseCheckpointSaver} checkpointer
 */
export function compileGraph({ shape, tasks, taskMs }, checkpointer) {
  const graph = new StateGraph(State);
  const names = Array.from({ length: tasks }, (_, task) => `task-${task}`);
  for (const [task, name] of names.entries()) {
    graph.addNode(name, async () => {
      const start = performance.now();
      if (taskMs > 0) await wait(taskMs);
      return { outcomes: [{ task, waitedMs: performance.now() - start }] };
    });
  }
  if (shape === "chain") {
    for (const [task, name] of names.entries()) graph.addEdge(names[task - 1] ?? START, name);
    graph.addEdge(names.at(-1), END);
  } else {
    graph.addNode("join", () => ({}));
    for (const name of names) graph.addEdge(START, name);
    graph.addEdge(names, "join");
    graph.addEdge("join", END);
  }
  return graph.compile({ checkpointer });
}
