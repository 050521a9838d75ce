/**
 * How often runs have the disk flushed: `npm run bench:flushes [-- --runs 20]`. Needs strace.
 *
 * Counts the `fsync` and `fdatasync` of workerd while chains of 20 and of 60 tasks, and runs of three, go through it one
 * at a time, each in a conversation of its own. What two chains differ by is what a task takes; the rest is what a run
 * takes besides, by the file that was flushed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { membersOf } from "../scripts/process-group.ts";
import { runScript, ScriptError } from "../scripts/run-script.ts";
import type { NewMessage } from "../src/client/client.ts";
import { ECHO, type EchoServer, runAll, withEcho } from "./echo.ts";

const TIME_LIMIT_MS = 10 * 60_000;
const WARM_UPS = 5;
/** strace needs a moment to hold all threads; what runs leave to do afterwards is done in no longer than this. */
const SETTLE_MS = 1_500;
const SHORT = 20;
const LONG = 60;

type Plan = NonNullable<NewMessage["plan"]>;

const { values } = parseArgs({ options: { runs: { type: "string", default: "20" } } });
const runs = Number(values.runs);

const chainOf = (tasks: number): Plan =>
  Array.from({ length: tasks }, (_, id) => ({
    ...{ task: ECHO, id, dep: [id - 1] },
    args: { text: id === 0 ? "one" : `<resource>-${id - 1}` },
  }));
const THREE: Plan = [
  { task: ECHO, id: 0, dep: [-1], args: { text: "one" } },
  { task: ECHO, id: 1, dep: [-1], args: { text: "two" } },
  { task: ECHO, id: 2, dep: [0], args: { text: "<resource>-0" } },
];

/** The ends of paths by what their flushes are for, the first that fits. */
const FILES: readonly (readonly [string, RegExp])[] = [
  ["alarms", /\/metadata\.sqlite(-wal)?$/],
  ["conversation", /-Conversation\/[^/]+\.sqlite-wal$/],
  ["tenant", /-Tenant\/[^/]+\.sqlite-wal$/],
  ["birth and end of a database file", /-journal$|\.sqlite$|-Conversation$/],
];

/** Flushes a run by what they are for. */
async function flushesOf({ client, server }: EchoServer, plan: Plan): Promise<ReadonlyMap<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), "impresario-flushes-"));
  const trace = join(folder, "trace");
  try {
    const pids = await workerdOf(server.pid);
    const options = ["-f", "-y", "-e", "trace=fsync,fdatasync", "-o", trace];
    const strace = spawn("strace", [...options, ...pids.flatMap((pid) => ["-p", String(pid)])], { stdio: "ignore" });
    const ended = Promise.race([
      once(strace, "exit"),
      once(strace, "error").then(() => {
        throw new ScriptError("strace could not be started: install it (Debian: `apt-get install strace`)");
      }),
    ]);
    await Promise.race([sleep(SETTLE_MS), ended]);
    await runAll(client, plan, { count: runs, atOnce: 1 });
    await sleep(SETTLE_MS);
    strace.kill("SIGINT");
    await ended;
    const counts = new Map<string, number>();
    for (const [, path = ""] of (await readFile(trace, "utf8")).matchAll(/f(?:data)?sync\(\d+<([^>]*)>/g)) {
      const [name] = FILES.find(([, ends]) => ends.test(path)) ?? ["other files"];
      counts.set(name, (counts.get(name) ?? 0) + 1 / runs);
    }
    return counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The processes of a group that are workerd. */
async function workerdOf(group: number): Promise<readonly number[]> {
  const named = await Promise.all(
    (await membersOf(group)).map(async (pid) => [pid, await readFile(`/proc/${pid}/cmdline`, "utf8")] as const),
  );
  return named.filter(([, command]) => command.includes("/workerd")).map(([pid]) => pid);
}

await runScript(
  (signal) =>
    withEcho({ signal }, async (server) => {
      await runAll(server.client, THREE, { count: WARM_UPS, atOnce: 1 });
      const three = await flushesOf(server, THREE);
      const short = await flushesOf(server, chainOf(SHORT));
      const long = await flushesOf(server, chainOf(LONG));
      const names = [...FILES.map(([name]) => name), "other files"];
      const sum = (counts: ReadonlyMap<string, number>): number =>
        [...counts.values()].reduce((all, one) => all + one, 0);
      const line = (name: string, all: (counts: ReadonlyMap<string, number>) => number): string => {
        const aTask = (all(long) - all(short)) / (LONG - SHORT);
        const figures = [all(three), aTask, all(short) - SHORT * aTask].map((value) => value.toFixed(2));
        return `| ${[name, ...figures].join(" | ")} |`;
      };
      console.log(`Flushes a run, means of ${runs}:\n`);
      console.log("| | three tasks | a task in a chain | a run besides |\n|---|---|---|---|");
      for (const name of names) console.log(line(name, (counts) => counts.get(name) ?? 0));
      console.log(line("together", sum));
      return 0;
    }),
  { timeLimitMs: TIME_LIMIT_MS },
);
