/**
 * `npm run test:crash`: kills the whole server with SIGKILL in the middle of a run of ten slow tasks, starts it
 * again on the same state, and checks that the run finishes by itself with no recorded task repeated. `-- --rounds N` does
 * so several times, `--partitioned` in a deployment that divides its tenants.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Client, createClient } from "../src/client/client.ts";
import type { RunEvent } from "../src/domain/events.ts";
import { LEAST_SHARED } from "../src/domain/partitions.ts";
import { runScript, ScriptError } from "./run-script.ts";
import { buildAssets, type Server, startServer } from "./server.ts";
import { type SlowEndpoint, startSlowEndpoint } from "./slow-endpoint.ts";

const TASKS = 10;
/** A task type that nothing on this machine does by itself, so that every call goes to the endpoint. */
const TASK_TYPE = "translation";
const MODEL = "slow-translator";
/** About two seconds each, and no two the same, so that at any moment some have ended and others run. */
const delayMs = (text: string): number => 800 + 300 * Number(/\d+/.exec(text)?.[0] ?? 0);
const ENDED_BEFORE_KILL = 3;

/** Longer than the server's own watchdog needs to notice whatever it might have missed. */
const RECOVERY_LIMIT_MS = 90_000;
/** With no call for so long after the last answer, all that will happen has happened. */
const QUIET_MS = 3_000;
const POLL_MS = 100;
const ROUND_LIMIT_MS = 4 * 60_000;
const MAX_ROUNDS = 20;

const SECRET = "crash-test-secret-that-guards-nothing-at-all";

const textOf = (task: number): string => `sentence ${task}`;
const taskIds = Array.from({ length: TASKS }, (_, id) => id);
const plan = taskIds.map((id) => ({
  task: TASK_TYPE,
  id,
  dep: [-1],
  args: { text: textOf(id) },
  model: `custom:${MODEL}`,
}));

const startedAt = Date.now();
const say = (words: string): void =>
  console.log(`  ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${words}`);

/** Follows the run until enough tasks have ended. @returns the tasks whose end has been shown, and so recorded. */
async function watchUntilHalfway(client: Client, run: string, signal: AbortSignal): Promise<ReadonlySet<number>> {
  const recorded = new Set<number>();
  let running = 0;
  for await (const event of client.events(run, { signal })) {
    if (event.type === "task-start") running++;
    if (event.type === "run-end") break;
    if (event.type !== "task-end") continue;
    running--;
    if (event.data.status !== "succeeded")
      throw new ScriptError(`Task ${event.data.task} ended as ${event.data.status}`);
    recorded.add(event.data.task);
    if (recorded.size >= ENDED_BEFORE_KILL && running >= 1) return recorded;
  }
  throw new ScriptError("The run was over before the server could be killed");
}

/** Waits, without a word to the server, until every task has been answered once and no call has come for a while. */
async function waitUntilQuiet(endpoint: SlowEndpoint, signal: AbortSignal): Promise<void> {
  const until = Date.now() + RECOVERY_LIMIT_MS;
  let quietSince: number | null = null;
  while (Date.now() < until) {
    const isQuiet = endpoint.open === 0 && taskIds.every((id) => endpoint.answered.has(textOf(id)));
    quietSince = isQuiet ? (quietSince ?? Date.now()) : null;
    if (quietSince !== null && Date.now() >= quietSince + QUIET_MS) return;
    await sleep(POLL_MS, undefined, { signal });
  }
  const missing = taskIds.filter((id) => !endpoint.answered.has(textOf(id)));
  throw new ScriptError(
    `${RECOVERY_LIMIT_MS / 1000} s after the restart nobody has asked again for tasks ${missing.join(", ")}`,
  );
}

async function collect(events: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** What is wrong with how the run came out; nothing, if all is well. */
async function findFaults(
  client: Client,
  run: string,
  endpoint: SlowEndpoint,
  recorded: ReadonlySet<number>,
  firstAskedAt: number,
): Promise<readonly string[]> {
  const view = await client.run(run);
  const events = view.endedAt === null ? [] : await collect(client.events(run));
  const ends = events.flatMap((event) => (event.type === "task-end" ? [event.data] : []));
  const faults: string[] = [];
  if (view.status !== "succeeded") faults.push(`The run is ${view.status}, not succeeded`);
  if (view.endedAt === null || Date.parse(view.endedAt) > firstAskedAt) {
    faults.push("The run had not ended before somebody asked for it");
  }
  for (const id of taskIds) {
    const own = ends.filter(({ task }) => task === id);
    const calls = endpoint.calls.get(textOf(id)) ?? 0;
    if (own.length !== 1) faults.push(`Task ${id} ended ${own.length} times`);
    if (own.some(({ status }) => status !== "succeeded")) faults.push(`Task ${id} did not succeed`);
    if (recorded.has(id) && calls !== 1)
      faults.push(`Task ${id} was recorded before the crash, and called ${calls} times`);
  }
  const list = (keep: (calls: number) => boolean): string =>
    taskIds.filter((id) => keep(endpoint.calls.get(textOf(id)) ?? 0)).join(", ") || "none";
  const asked = ((firstAskedAt - startedAt) / 1000).toFixed(1);
  const ended = view.endedAt === null ? "not" : `${((Date.parse(view.endedAt) - startedAt) / 1000).toFixed(1)} s`;
  say(`first asked for at ${asked} s, the run is ${view.status}; it ended: ${ended}; ${events.length} events`);
  say(`called once: ${list((calls) => calls === 1)}; called again after the crash: ${list((calls) => calls > 1)}`);
  return faults;
}

async function crashOnce(limits: object, signal: AbortSignal): Promise<readonly string[]> {
  const state = await mkdtemp(join(tmpdir(), "impresario-crash-"));
  const endpoint = await startSlowEndpoint(delayMs);
  const config = { endpoints: [{ model: MODEL, taskType: TASK_TYPE, url: endpoint.url, format: "json" }], limits };
  const options = {
    persistTo: join(state, "state"),
    vars: { AUTH: "open", IMPRESARIO_SECRET: SECRET, CONFIG: JSON.stringify(config) },
    signal,
  };
  let server: Server | undefined;
  try {
    server = await startServer({ ...options, port: 0, logFile: join(state, "before.log") });
    const client = createClient({ baseUrl: server.url });
    const { id } = await client.start({ text: "Ten slow translations", plan }, { signal });
    say(`a run of ${TASKS} tasks has begun`);
    const recorded = await watchUntilHalfway(client, id, signal);
    await server.kill();
    const cut = [...endpoint.calls.values()].reduce((sum, calls) => sum + calls, 0) - recorded.size;
    say(`SIGKILL to the whole server, with tasks ${[...recorded].join(", ")} recorded and ${cut} more under way`);
    server = await startServer({ ...options, port: server.port, logFile: join(state, "after.log"), readyBy: "log" });
    say("started again on the same state, and left alone");
    await waitUntilQuiet(endpoint, signal);
    say(`every task has been answered; no call for ${QUIET_MS / 1000} s`);
    return await findFaults(client, id, endpoint, recorded, Date.now());
  } finally {
    // As long as it listens, nothing ends.
    await endpoint.stop();
    await server?.stop();
    await rm(state, { recursive: true, force: true });
  }
}

async function main(rounds: number, limits: object, signal: AbortSignal): Promise<number> {
  await buildAssets();
  for (let round = 1; round <= rounds; round++) {
    console.log(rounds === 1 ? "Crash test" : `Crash test, ${round} of ${rounds}`);
    const faults = await crashOnce(limits, signal);
    if (faults.length > 0) {
      console.log(`✖ ${faults.join("\n✖ ")}`);
      return 1;
    }
    console.log("✔ The run finished by itself; nothing recorded was repeated");
  }
  return 0;
}

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "1" }, partitioned: { type: "boolean", default: false } },
});
const rounds = Math.min(MAX_ROUNDS, Math.max(1, Math.floor(Number(values.rounds)) || 1));
const limits = values.partitioned ? { partitioned: true, activeRuns: LEAST_SHARED, runsPerMinute: LEAST_SHARED } : {};
await runScript((signal) => main(rounds, limits, signal), { timeLimitMs: rounds * ROUND_LIMIT_MS });
