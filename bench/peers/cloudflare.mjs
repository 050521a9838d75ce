import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

export const packages = [];

/**
 * Cloudflare Workflows in local workerd, by the project's own miniflare: a `step.do` a task, which begins when those
 * that it depends on have ended. Its instance tells how long its own code took, as a caller can only ask for its
 * status now and then.
 */
export async function open({ folder, url }) {
  const require = createRequire(new URL("../../package.json", import.meta.url));
  const { Miniflare } = await import(pathToFileURL(require.resolve("miniflare")).href);
  const script = fileURLToPath(new URL("./cloudflare-worker.mjs", import.meta.url));
  const miniflare = new Miniflare({
    cf: false,
    logRequests: false,
    enableDevRegistry: false,
    resourcePersistencePath: folder,
    workers: [
      {
        config: {
          name: "bench",
          compatibilityDate: "2026-10-01",
          manifest: {
            mainModule: "worker.js",
            modules: { "worker.js": { type: "esm", contents: await readFile(script, "utf8") } },
          },
          env: { WORKFLOW: { type: "workflow", name: "bench", worker: "bench", exportName: "BenchWorkflow" } },
          exports: { BenchWorkflow: { type: "workflow", name: "bench" } },
        },
      },
    ],
  });
  const origin = await miniflare.ready;
  return {
    storage: `local workerd, miniflare ${require("miniflare/package.json").version}`,
    prepare: async (graph) => async () => {
      const answer = await fetch(origin, { method: "POST", body: JSON.stringify({ tasks: graph.tasks, url }) });
      if (!answer.ok) throw new Error(`Cloudflare's workflow failed: ${await answer.text()}`);
      return answer.json();
    },
    close: () => miniflare.dispose(),
  };
}
