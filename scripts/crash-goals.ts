/**
 * `npm run test:crash:goals -- --kills 100 [--seed N]`: pursues goals, kills the whole server with SIGKILL at random moments,
 * starts it again on the same state, and checks that every goal reaches its outputs, and that no step that was recorded as
 * done is done again. Some goals ask a person on the way, who answers now and then; and with each kill one goal is just
 * being begun, by a client that asks again once the server is back: it must be there once.
 */
import { parseArgs } from "node:util";
import { ApiError, type Client, type GoalView, type NewGoal } from "../src/client/client.ts";
import { KILL_LIMIT_MS, killOften, readKills, say, type Trial, untilHeard } from "./crash/kill-often.ts";
import { goalText, startGoalModel } from "./goal-model.ts";
import { runScript, ScriptError } from "./run-script.ts";
import { type ScriptedModel, scriptedWriter } from "./scripted-model.ts";

/** As long as no more than so many goals have not ended, one more is begun before each kill, and one while it comes. */
const MAX_OPEN = 8;
/** Longer than a goal's watchdog needs to notice whatever it might have missed, some times over. */
const RECOVERY_LIMIT_MS = 180_000;
/** Questions that a goal of ours asks: before its first step, and after each second one of five. */
const MAX_QUESTIONS = 4;
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

/** Says yes to what a goal asks; where it asks something else by now, that is for the next time. */
async function answer(client: Client, { id, checkIn }: GoalView): Promise<void> {
  if (!checkIn) return;
  await client.goals.approve(id, { checkIn: checkIn.id, decision: "approve" }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === "stale-plan")) throw error;
  });
}

function goalsTrial(model: ScriptedModel): Trial {
  const goals: string[] = [];
  const done: Done = new Map();
  let begun = 0;
  let open: readonly GoalView[] = [];

  async function begin(client: Client, random: () => number, signal: AbortSignal): Promise<void> {
    const [goal, idempotencyKey] = [newGoal(begun, random), `goal-${begun++}`];
    const { id } = await untilHeard(() => client.goals.start(goal, { idempotencyKey, signal }), signal);
    goals.push(id);
  }

  return {
    config: { endpoints: [scriptedWriter(model)] },
    before: async (client, random, signal) => {
      open = await openAmong(client, goals.slice(-3 * MAX_OPEN));
      for (const goal of open) if (random() < 0.5) await answer(client, goal);
      if (open.length < MAX_OPEN) await begin(client, random, signal);
    },
    look: (client) => remember(client, goals.slice(-20), done, model),
    begin: (client, random, signal) => (open.length < MAX_OPEN ? begin(client, random, signal) : null),
    told: () => `${goals.length} goals accepted, ${done.size} steps recorded as done`,
    faults: (client, signal) => faultsOf(client, goals, done, model, signal),
    praise: () => `All ${goals.length} goals reached their outputs; nothing recorded was repeated`,
  };
}

/** What is wrong with how the goals came out. */
async function faultsOf(
  client: Client,
  goals: readonly string[],
  done: Done,
  model: ScriptedModel,
  signal: AbortSignal,
): Promise<readonly string[]> {
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
  return faults;
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
const kills = readKills(values.kills);
await runScript(
  async (signal) => {
    const model = await startGoalModel();
    try {
      return await killOften({ name: "crash-goals", kills, seed: Number(values.seed), signal }, goalsTrial(model));
    } finally {
      await model.stop();
    }
  },
  { timeLimitMs: RECOVERY_LIMIT_MS + kills * KILL_LIMIT_MS },
);
