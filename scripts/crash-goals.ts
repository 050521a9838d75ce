/**
 * `npm run test:crash:goals -- --kills 100`: pursues goals, kills the whole server with SIGKILL at random moments, starts it
 * again on the same state, and checks that every goal reaches its outputs, and that no step that was recorded as done is
 * done again.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Client, createClient } from "../src/client/client.ts";
import { BUILT_WORKER } from "./built-worker.ts";
import { goalText, startGoalModel } from "./goal-model.ts";
import { runScript, ScriptError } from "./run-script.ts";
import { type ScriptedModel, scriptedWriter } from "./scripted-model.ts";
import { buildAssets, type Server, startServer } from "./server.ts";
import { buildWorker } from "./wrangler.ts";

/** Goals that are begun before each kill, as long as no more than so many have not ended. */
const GOALS_A_KILL = 2;
const MAX_OPEN = 8;
/** Between a start and the kill that follows, at most. */
const MAX_LIFE_MS = 2_500;
/** Nobody looks at the goals for so long after the last start, as whoever asks for one wakes it: longer than its watchdog. */
const ALONE_MS = 50_000;
/** Longer than a goal's watchdog needs to notice whatever it might have missed, some times over. */
const RECOVERY_LIMIT_MS = 180_000;
const KILL_LIMIT_MS = 60_000;
const MAX_KILLS = 500;
const SECRET = "crash-test-secret-that-guards-nothing-at-all";

const startedAt = Date.now();
const say = (words: string): void =>
  console.log(`  ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${words}`);

/** Four steps side by side, of a quarter to a whole second each, and one that takes what they give. */
function newGoal(n: number): string {
  const parts = ["a", "b", "c", "d"].map((name) => ({
    name: `${name}${n}`,
    inputs: [],
    delayMs: 250 + Math.floor(Math.random() * 750),
  }));
  return goalText(`goal ${n}`, [...parts, { name: `end${n}`, inputs: parts.map(({ name }) => name), delayMs: 100 }]);
}

/** Calls of the model for steps that were recorded as done, by what they do. */
type Done = Map<string, number>;

/** Remembers how often the model was called for what is done by now: that must not change any more. */
async function remember(client: Client, goals: readonly string[], done: Done, model: ScriptedModel): Promise<void> {
  for (const id of goals) {
    const goal = await client.goals.get(id).catch(() => null);
    for (const { does, status } of goal?.steps ?? []) {
      if (status === "done" && !done.has(does)) done.set(does, model.calls.get(does) ?? 0);
    }
  }
}

/** Goals looked at side by side: each lies in a Durable Object of its own, which may have to wake up. */
const LOOKS_AT_ONCE = 8;

/** Those that have not ended, in their order. */
async function openAmong(client: Client, goals: readonly string[]): Promise<readonly string[]> {
  const open: string[] = [];
  for (let at = 0; at < goals.length; at += LOOKS_AT_ONCE) {
    const some = await Promise.all(goals.slice(at, at + LOOKS_AT_ONCE).map((id) => client.goals.get(id)));
    open.push(...some.flatMap(({ id, endedAt }) => (endedAt === null ? [id] : [])));
  }
  return open;
}

async function main(kills: number, signal: AbortSignal): Promise<number> {
  await buildAssets();
  const state = await mkdtemp(join(tmpdir(), "impresario-crash-goals-"));
  // Once for all starts, which take less than half of the time so.
  await buildWorker(join(state, "built"), signal);
  process.env[BUILT_WORKER] = join(state, "built", "worker.js");
  const model = await startGoalModel();
  const config = { endpoints: [scriptedWriter(model)] };
  const options = {
    persistTo: join(state, "state"),
    vars: { AUTH: "open", IMPRESARIO_SECRET: SECRET, CONFIG: JSON.stringify(config) },
    signal,
  };
  const goals: string[] = [];
  const done: Done = new Map();
  let server: Server | undefined;
  try {
    server = await startServer({ ...options, port: 0, logFile: join(state, "server.log") });
    const client = createClient({ baseUrl: server.url });
    for (let kill = 1; kill <= kills; kill++) {
      for (
        let n = 0;
        n < GOALS_A_KILL && (await openAmong(client, goals.slice(-3 * MAX_OPEN))).length < MAX_OPEN;
        n++
      ) {
        const { id } = await client.goals.start({ goal: newGoal(goals.length) }, { signal });
        goals.push(id);
      }
      await sleep(Math.random() * MAX_LIFE_MS, undefined, { signal });
      await remember(client, goals.slice(-20), done, model);
      await server.kill();
      say(`kill ${kill} of ${kills}: ${goals.length} goals accepted, ${done.size} steps recorded as done`);
      server = await startServer({ ...options, port: server.port, logFile: join(state, "server.log") });
    }
    return await judge(client, goals, done, model, signal);
  } finally {
    await model.stop();
    await server?.stop();
    await rm(state, { recursive: true, force: true });
  }
}

/** What is wrong with how the goals came out. */
async function judge(
  client: Client,
  goals: readonly string[],
  done: Done,
  model: ScriptedModel,
  signal: AbortSignal,
): Promise<number> {
  say(`left alone for ${ALONE_MS / 1000} s`);
  await sleep(ALONE_MS, undefined, { signal });
  const until = AbortSignal.any([signal, AbortSignal.timeout(RECOVERY_LIMIT_MS)]);
  const faults: string[] = [];
  const unended = await openAmong(client, goals);
  // Whoever asks wakes them: what counts is what they did before.
  if (unended.length > 0) faults.push(`${unended.length} goals had not ended by themselves: ${unended.join(", ")}`);
  for (const id of unended) {
    const ended = await client.goals.wait(id, { signal: until, until: "rest" }).catch(() => null);
    if (ended === null || ended.endedAt === null) throw new ScriptError(await unendedInWords(client, id));
  }
  for (const id of goals) {
    const goal = await client.goals.get(id, { signal });
    if (goal.status !== "succeeded") faults.push(`${id} is ${goal.status}: ${goal.answer}`);
    const missing = goal.outputs.filter(({ reached }) => !reached).map(({ name }) => name);
    if (missing.length > 0) faults.push(`${id} lacks ${missing.join(", ")}`);
  }
  for (const [does, calls] of done) {
    const now = model.calls.get(does) ?? 0;
    if (now > calls) faults.push(`"${does}" was recorded as done, and was asked for again`);
  }
  const again = [...model.calls].filter(([about, calls]) => about !== "reflection" && calls > 1).length;
  say(
    `${goals.length} goals; ${done.size} steps recorded before a kill; ${again} of ${model.calls.size} things asked again`,
  );
  if (faults.length === 0) {
    console.log(`✔ All ${goals.length} goals reached their outputs; nothing recorded was repeated`);
    return 0;
  }
  console.log(`✖ ${faults.join("\n✖ ")}`);
  return 1;
}

/** What is known of a goal that does not end. */
async function unendedInWords(client: Client, id: string): Promise<string> {
  const { status, steps, checkIn } = await client.goals.get(id);
  const states = steps.map(({ name, status: state, runs }) => `${name}: ${state} (${runs.join(", ") || "no run"})`);
  return `${id} has not ended, and is "${status}"${checkIn ? ` (${checkIn.message})` : ""}: ${states.join("; ")}`;
}

const { values } = parseArgs({ options: { kills: { type: "string", default: "1" } } });
const kills = Math.min(MAX_KILLS, Math.max(1, Math.floor(Number(values.kills)) || 1));
await runScript((signal) => main(kills, signal), { timeLimitMs: RECOVERY_LIMIT_MS + kills * KILL_LIMIT_MS });
