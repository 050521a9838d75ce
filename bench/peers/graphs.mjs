import { z } from "zod";

/** A graph to measure: tasks that take a time each and begin when those that they depend on have ended. */
const Task = z.strictObject({
  // Tasks come after those that they depend on.
  dependsOn: z.array(z.int().min(0)).max(1_000),
  ms: z.int().min(0).max(10_000),
});

const Graph = z.strictObject({
  name: z.string().min(1).max(100),
  // One node a task: past a thousand, building the graph takes longer than running it.
  tasks: z.array(Task).min(1).max(1_000),
});

const Order = z.strictObject({
  graphs: z.array(Graph).min(1).max(50),
  warmUps: z.int().min(0).max(100),
  repeats: z.int().min(1).max(100),
  // The server that tasks call, or null where they are timers.
  url: z.url().nullable(),
  // Whether the peer's storage has to be on the disk before it goes on, or is as the peer's guide has it.
  flush: z.boolean(),
});

/**
 * Reads what is to be measured from JSON text.
 *
 * @param {string} text
 * @returns {z.infer<typeof Order>}
 * @throws {Error} saying what is wrong with the text
 */
export function parseOrder(text) {
  const parsed = Order.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`not an order to measure:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/**
 * The tasks of a graph in layers, each of the tasks that could begin once all of the layers before have ended: for
 * engines whose guides know sequences and parallel groups, and no dependencies of single tasks.
 *
 * @param {z.infer<typeof Graph>} graph
 * @returns {number[][]} numbers of tasks, a list a layer
 */
export function layersOf({ tasks }) {
  const depths = [];
  for (const { dependsOn } of tasks) depths.push(Math.max(-1, ...dependsOn.map((task) => depths[task])) + 1);
  const layers = Array.from({ length: Math.max(...depths) + 1 }, () => []);
  for (const [task, depth] of depths.entries()) layers[depth].push(task);
  return layers;
}
