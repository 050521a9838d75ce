import { join } from "node:path";
import { Mastra } from "@mastra/core";
import { createStep, createWorkflow } from "@mastra/core/workflows";
import { LibSQLStore } from "@mastra/libsql";
import { z } from "zod";
import { layersOf } from "./graphs.mjs";
import { performTask } from "./task.mjs";

export const packages = ["@mastra/core", "@mastra/libsql"];

/**
 * Mastra's workflows with LibSQL in a file of `folder`. Its guide knows `then` and `parallel`, and no dependencies of
 * single steps: a mixed plan runs layer by layer.
 */
export async function open({ folder, flush, url }) {
  const storage = new LibSQLStore({ id: "bench", url: `file:${join(folder, "mastra.db")}` });
  await storage.init();
  if (flush) await storage.client.execute("PRAGMA synchronous = FULL");
  const pragma = async (name) => Object.values((await storage.client.execute(`PRAGMA ${name}`)).rows[0])[0];
  return {
    storage: `LibSQL, journal ${await pragma("journal_mode")}, synchronous ${await pragma("synchronous")}`,
    prepare: async (graph) => {
      const workflow = workflowOf(graph, url);
      const mastra = new Mastra({ storage, workflows: { [graph.name]: workflow }, logger: false });
      return async () => {
        const run = await mastra.getWorkflow(graph.name).createRun();
        const { status, steps } = await run.start({ inputData: {} });
        if (status !== "success") throw new Error(`Mastra's run ended as ${status}`);
        return Object.entries(steps).flatMap(([id, step]) => (id.startsWith("task-") ? [step.output.waitedMs] : []));
      };
    },
    close: async () => storage.client.close(),
  };
}

function workflowOf(graph, url) {
  const Anything = z.any();
  const stepOf = (task) =>
    createStep({
      id: `task-${task}`,
      inputSchema: Anything,
      outputSchema: z.object({ waitedMs: z.number() }),
      execute: async () => ({ waitedMs: await performTask(graph.tasks[task].ms, url) }),
    });
  let workflow = createWorkflow({ id: graph.name, inputSchema: Anything, outputSchema: Anything });
  for (const layer of layersOf(graph)) {
    const steps = layer.map(stepOf);
    workflow = steps.length === 1 ? workflow.then(steps[0]) : workflow.parallel(steps);
  }
  return workflow.commit();
}
