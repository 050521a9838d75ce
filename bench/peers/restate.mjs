import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as restate from "@restatedev/restate-sdk";
import { endWithProcess, freePorts } from "./children.mjs";
import { layersOf } from "./graphs.mjs";
import { performTask } from "./task.mjs";

export const packages = ["@restatedev/restate-sdk", "@restatedev/restate-server"];

/** Starting it takes some two seconds; with the machine at work, ten. */
const START_TIMEOUT_MS = 60_000;

/**
 * Restate's server out of npm, on this machine alone, and a service of its SDK: a `ctx.run` a task, side by side with
 * `RestatePromise.all`, and so layer by layer in a mixed plan. Its log is flushed as it is set from the start
 * (`log-server.rocksdb-disable-wal-fsync = false`).
 */
export async function open({ folder, url }) {
  const [service, ingress, admin, node] = await freePorts(4);
  const graphs = new Map();
  const bench = restate.service({
    name: "bench",
    handlers: {
      run: async (ctx, name) => {
        const graph = graphs.get(name);
        const waits = [];
        for (const layer of layersOf(graph)) {
          const runs = layer.map((task) => ctx.run(`task-${task}`, () => performTask(graph.tasks[task].ms, url)));
          waits.push(...(await restate.RestatePromise.all(runs)));
        }
        return waits;
      },
    },
  });
  await restate.serve({ services: [bench], port: service, logger: () => undefined });
  const server = spawn(process.execPath, [binary(), "--no-logo", "--base-dir", join(folder, "restate")], {
    stdio: "ignore",
    env: {
      ...process.env,
      RESTATE_DISABLE_TELEMETRY: "true",
      RESTATE_LISTEN_MODE: "tcp",
      RESTATE_BIND_IP: "127.0.0.1",
      RESTATE_BIND_PORT: String(node),
      RESTATE_INGRESS__BIND_PORT: String(ingress),
      RESTATE_ADMIN__BIND_PORT: String(admin),
      RESTATE_LOG_FILTER: "error",
    },
  });
  endWithProcess(server);
  const ended = once(server, "exit");
  const call = async (port, path, body) => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    if (!answer.ok) throw new Error(`Restate answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  await untilItWorks(() => call(admin, "/deployments", { uri: `http://127.0.0.1:${service}` }));
  return {
    storage: "Restate's log, flushed",
    prepare: async (graph) => {
      graphs.set(graph.name, graph);
      return () => call(ingress, "/bench/run", graph.name);
    },
    close: async () => {
      server.kill();
      await ended;
    },
  };
}

async function untilItWorks(work) {
  const giveUpAt = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (fault) {
      if (performance.now() > giveUpAt) throw fault;
      await wait(200);
    }
  }
}

function binary() {
  return new URL("./node_modules/@restatedev/restate-server/lib/index.js", import.meta.url).pathname;
}
