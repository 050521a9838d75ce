/**
 * `npm run test:crash:goals -- --kills 100 [--seed N]`: pursues goals, kills the whole server with SIGKILL at random moments,
 * starts it again on the same state, and checks that every goal reaches its outputs, and that no step that was recorded as
 * done is done again. Some goals ask a person on the way, who answers now and then; and with each kill one goal is just
 * being begun, by a client that asks again once the server is back: it must be there once.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ApiError, type Client, createClient, type GoalView, type NewGoal } from "../src/client/client.ts";
import { BUILT_WORKER } from "./built-worker.ts";
import { goalText, startGoalModel } from "./goal-model.ts";
import { createRandom } from "./random.ts";
import { runScript, ScriptError } from "./run-script.ts";
import { type ScriptedModel, scriptedWriter } from "./scripted-model.ts";
import { buildAssets, type Server, startServer } from "./server.ts";
import { buildWorker } from "./wrangler.ts";

/** As long as no more than so many goals have not ended, one more is begun before each kill, and one while it comes. */
const MAX_OPEN = 8;
/** Between a start and the kill that follows, at most. */
const MAX_LIFE_MS = 2_500;
/** Nobody looks at the goals for so long after the last start, as whoever asks for one wakes it: longer than its watchdog. */
const ALONE_MS = 50_000;
/** Longer than a goal's watchdog needs to notice whatever it might have missed, some times over. */
const RECOVERY_LIMIT_MS = 180_000;
const KILL_LIMIT_MS = 60_000;
/** Questions that a goal of ours asks: before its first step, and after each second one of five. */
const MAX_QUESTIONS = 4;
const MAX_KILLS = 500;
const SECRET = "crash-test-secret-that-guards-nothing-at-all";

const startedAt = Date.now();
const say = (words: string): void =>
  console.log(`  ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${words}`);

/**
 * Four steps side by side, of a quarter to a whole second each, and one that takes what they give. One goal of three asks
 * before it begins, and one after each second step.
 */
function newGoal(n: number, random: () => number): NewGoal {
  const parts = ["a", "b", "c", "d"].map((name) => ({
    name: `${name}${n}`,
    inputs: [],
    delayMs: 250 + Math.floor(random() * 750),
  }));
  const end = { name: `end${n}`, inputs: parts.map(({ name }) => name), delayMs: 100 };
  const checkIns = [{}, { plan: true as const }, { afterSteps: 2 }][n % 3] ?? {};
  return { goal: goalText(`goal ${n}`, [...parts, end]), checkIns };
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

/** Between two tries to reach a server that is away. */
const AWAY_MS = 500;
/** The server is killed within so long after a goal was asked for. */
const MAX_BEGINNING_MS = 60;

/** Goals looked at side by side: each lies in a Durable Object of its own, which may have to wake up. */
const LOOKS_AT_ONCE = 8;

/** Those that have not ended, in their order. */
async function openAmong(client: Client, goals: readonly string[]): Promise<readonly GoalView[]> {
  const open: GoalView[] = [];
  for (let at = 0; at < goals.length; at += LOOKS_AT_ONCE) {
    const some = await Promise.all(goals.slice(at, at + LOOKS_AT_ONCE).map((id) => client.goals.get(id)));
    open.push(...some.filter(({ endedAt }) => endedAt === null));
  }
  return open;
}

/** Begins a goal, and asks again while the server is away: with the same key, so that there is one of it. */
async function startUntilHeard(
  client: Client,
  goal: NewGoal,
  options: { readonly idempotencyKey: string; readonly signal: AbortSignal },
): Promise<string> {
  for (;;) {
    try {
      return (await client.goals.start(goal, options)).id;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "unreachable")) throw error;
      await sleep(AWAY_MS, undefined, { signal: options.signal });
    }
  }
}

/** Says yes to what a goal asks; where it asks something else by now, that is for the next time. */
async function answer(client: Client, { id, checkIn }: GoalView): Promise<void> {
  if (!checkIn) return;
  await client.goals.approve(id, { checkIn: checkIn.id, decision: "approve" }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === "stale-plan")) throw error;
  });
}

async function main(kills: number, seed: number, signal: AbortSignal): Promise<number> {
  const random = createRandom(seed);
  say(`seed ${seed}`);
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
  let begun = 0;
  const done: Done = new Map();
  // Ends whoever still asks for a goal where the server does not come back.
  const over = new AbortController();
  const asking = AbortSignal.any([signal, over.signal]);
  let server: Server | undefined;
  try {
    server = await startServer({ ...options, port: 0, logFile: join(state, "server.log") });
    const client = createClient({ baseUrl: server.url });
    for (let kill = 1; kill <= kills; kill++) {
      const open = await openAmong(client, goals.slice(-3 * MAX_OPEN));
      for (const goal of open) if (random() < 0.5) await answer(client, goal);
      const begin = (): Promise<unknown> | null => {
        if (open.length >= MAX_OPEN) return null;
        const [goal, idempotencyKey] = [newGoal(begun, random), `goal-${begun++}`];
        return startUntilHeard(client, goal, { idempotencyKey, signal: asking }).then((id) => goals.push(id));
      };
      await begin();
      await sleep(random() * MAX_LIFE_MS, undefined, { signal });
      await remember(client, goals.slice(-20), done, model);
      const beginning = begin();
      // What fails is told when it is waited for, if it comes to that.
      beginning?.catch(() => undefined);
      await sleep(random() * MAX_BEGINNING_MS, undefined, { signal });
      await server.kill();
      say(`kill ${kill} of ${kills}: ${goals.length} goals accepted, ${done.size} steps recorded as done`);
      server = await startServer({ ...options, port: server.port, logFile: join(state, "server.log") });
      await beginning;
    }
    return await judge(client, goals, done, model, signal);
  } finally {
    over.abort();
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
  const open = await openAmong(client, goals);
  // Whoever asks wakes them: what counts is what they did before.
  const stuck = open.filter(({ checkIn }) => checkIn === null).map(({ id }) => id);
  if (stuck.length > 0) faults.push(`${stuck.length} goals had not ended by themselves: ${stuck.join(", ")}`);
  for (const { id } of open) await endWithAnswers(client, id, until);
  const listed = await listAll(client);
  if (listed.length !== goals.length) faults.push(`${goals.length} goals were begun, and ${listed.length} are there`);
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

/** Waits for a goal's end, and says yes to all that it asks on the way. */
async function endWithAnswers(client: Client, id: string, signal: AbortSignal): Promise<void> {
  for (let asked = 0; asked <= MAX_QUESTIONS; asked++) {
    const goal = await client.goals.wait(id, { signal, until: "rest" }).catch(() => null);
    if (goal === null) break;
    if (goal.endedAt !== null) return;
    await answer(client, goal);
  }
  throw new ScriptError(await unendedInWords(client, id));
}

/** The ids of all goals that the server tells of. */
async function listAll(client: Client): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await client.goals.list({ limit: 100, cursor });
    ids.push(...page.goals.map(({ id }) => id));
    cursor = page.next;
  }
  return ids;
}

/** What is known of a goal that does not end. */
async function unendedInWords(client: Client, id: string): Promise<string> {
  const { status, steps, checkIn } = await client.goals.get(id);
  const states = steps.map(({ name, status: state, runs }) => `${name}: ${state} (${runs.join(", ") || "no run"})`);
  return `${id} has not ended, and is "${status}"${checkIn ? ` (${checkIn.message})` : ""}: ${states.join("; ")}`;
}

const { values } = parseArgs({
  options: { kills: { type: "string", default: "1" }, seed: { type: "string", default: String(Date.now() % 100_000) } },
});
const kills = Math.min(MAX_KILLS, Math.max(1, Math.floor(Number(values.kills)) || 1));
await runScript((signal) => main(kills, Number(values.seed), signal), {
  timeLimitMs: RECOVERY_LIMIT_MS + kills * KILL_LIMIT_MS,
});
