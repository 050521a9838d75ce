import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { endWithProcess, freePorts } from "./children.mjs";
import { layersOf } from "./graphs.mjs";
import { performTask } from "./task.mjs";

export const packages = ["@dbos-inc/dbos-sdk"];

/**
 * DBOS Transact with a PostgreSQL of its own in `folder`, which listens on this machine alone; it flushes each commit, as it does from the start. A `DBOS.runStep` a task; its guide has steps begin in an order that
 * is the same each time, so a mixed plan runs layer by layer.
 */
export async function open({ folder, url }) {
  const postgres = await startPostgres(join(folder, "postgres"));
  const graphs = new Map();
  const workflow = DBOS.registerWorkflow(
    async (name) => {
      const graph = graphs.get(name);
      const waits = [];
      for (const layer of layersOf(graph)) {
        const steps = layer.map((task) =>
          DBOS.runStep(() => performTask(graph.tasks[task].ms, url), { name: `task-${task}` }),
        );
        waits.push(...(await Promise.all(steps)));
      }
      return waits;
    },
    { name: "bench" },
  );
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: postgres.url, logLevel: "error" });
  await DBOS.launch();
  return {
    storage: `${postgres.version}, fsync and synchronous_commit on`,
    prepare: async (graph) => {
      graphs.set(graph.name, graph);
      return async () => (await DBOS.startWorkflow(workflow)(graph.name)).getResult();
    },
    close: async () => {
      await DBOS.shutdown();
      await postgres.stop();
    },
  };
}

/** PostgreSQL refuses to run as root: it is given to the user of Debian's package then. */
async function startPostgres(folder) {
  const bin = await postgresFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const user = process.getuid() === 0 ? idsOf("postgres") : {};
  if (user.uid !== undefined) {
    await chown(folder, user.uid, user.gid);
    await chmod(dirname(folder), 0o755);
  }
  const run = promisify(execFile);
  const data = join(folder, "data");
  await run(join(bin, "initdb"), ["-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8"], { ...user, cwd: folder });
  const [port] = await freePorts(1);
  const settings = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="];
  const server = spawn(join(bin, "postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  endWithProcess(server);
  const ended = once(server, "exit");
  let said = "";
  for await (const chunk of server.stderr) {
    said += chunk;
    if (said.includes("ready to accept connections")) break;
  }
  server.stderr.resume();
  if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${said}`);
  const { stdout } = await run(join(bin, "postgres"), ["--version"]);
  return {
    url: `postgresql://bench@127.0.0.1:${port}/bench`,
    version: stdout.trim(),
    stop: async () => {
      server.kill("SIGINT");
      await ended;
    },
  };
}

async function postgresFolder() {
  const found = spawnSync("sh", ["-c", "ls -d /usr/lib/postgresql/*/bin | tail -1"], { encoding: "utf8" });
  const folder = found.stdout.trim();
  if (folder === "") throw new Error("there is no PostgreSQL: apt-get install postgresql");
  return folder;
}

function idsOf(name) {
  const id = (flag) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}
