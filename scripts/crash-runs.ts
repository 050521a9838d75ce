/**
 * `npm run test:crash -- --rounds 100 [--seed N] [--partitioned]`: kills the whole server with SIGKILL at random moments, from
 * the admission of a run to its end, starts it again on the same state, and checks that every run that was accepted ends
 * by itself and is there once, and that no task that was recorded is done again. `--partitioned` does so in a deployment
 * that divides its tenants.
 */
import { parseArgs } from "node:util";
import type { Client, NewMessage, RunView } from "../src/client/client.ts";
import type { WorkId } from "../src/domain/events.ts";
import { LEAST_SHARED } from "../src/domain/partitions.ts";
import { MAX_LOST_ATTEMPTS } from "../src/domain/run/policy.ts";
import { KILL_LIMIT_MS, killOften, readKills, say, type Trial, untilHeard } from "./crash/kill-often.ts";
import { runScript } from "./run-script.ts";
import { type SlowEndpoint, startSlowEndpoint } from "./slow-endpoint.ts";

/** A task type that nothing on this machine does by itself, so that every call goes to the endpoint. */
const TASK_TYPE = "translation";
/** A task type of the deployment's own, which waits for all that it takes. */
const JOIN = {
  name: "joining",
  area: "language",
  description: "Writes a text, after others",
  inputs: [
    { name: "text", kinds: ["text"] },
    { name: "after", kinds: ["text"], many: true },
  ],
  outputs: [{ name: "text", kinds: ["text"] }],
};
/** Side by side in each run, before one that takes what they give. */
const PARTS = [0, 1, 2, 3];
/** As long as no more than so many runs have not ended, one more is begun before each kill, and one while it comes. */
const MAX_OPEN = 8;
const ALL_LIMIT_MS = 180_000;

/** What a part is called with; its last number is how long it takes. */
const textOf = (run: number, part: number, ms: number): string => `Part ${part} of run ${run}, in ${ms} ms`;
const delayMs = (text: string): number => Number(/in (\d+) ms/.exec(text)?.[1] ?? 0);

/** A run of four tasks side by side, of a tenth to half a second each, and one that takes what they give. */
function newRun(n: number, random: () => number): NewMessage {
  const text = (id: number): string => textOf(n, id, 100 + Math.floor(random() * 400));
  const parts = PARTS.map((id) => ({ task: TASK_TYPE, id, dep: [-1], args: { text: text(id) } }));
  const last = PARTS.length;
  const after = PARTS.map((id) => `<resource>-${id}`);
  return {
    text: `Run ${n}`,
    plan: [...parts, { task: JOIN.name, id: last, dep: PARTS, args: { text: text(last), after } }],
  };
}

/** The ids of all runs that the server tells of. */
async function listRuns(client: Client, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await client.conversations({ limit: 100, cursor }, { signal });
    for (const { id } of page.conversations)
      for (const run of (await client.conversation(id, { signal })).runs) ids.add(run.id);
    cursor = page.next;
  }
  return ids;
}

function runsTrial(endpoint: SlowEndpoint, limits: object): Trial {
  const runs: RunView[] = [];
  const open = new Set<string>();
  let begun = 0;
  let recorded = 0;
  let givenUp = 0;

  /** Every third goes on with the conversation of the one before, where it may wait for that. */
  async function begin(client: Client, random: () => number, signal: AbortSignal): Promise<void> {
    const n = begun++;
    const message = newRun(n, random);
    const options = { idempotencyKey: `run-${n}`, signal };
    const before = n % 3 === 2 ? runs.at(-1)?.conversation : undefined;
    const run = await untilHeard(
      () => (before === undefined ? client.start(message, options) : client.message(before, message, options)),
      signal,
    );
    runs.push(run);
    open.add(run.id);
  }

  /** What is wrong with how a run came out. One whose task died with the server three times is to give up, and says so. */
  async function faultsOf(client: Client, id: string, askedAt: number, signal: AbortSignal): Promise<string[]> {
    const { status, endedAt, tasks } = await client.run(id, { signal });
    if (endedAt === null || Date.parse(endedAt) > askedAt) return [`${id} had not ended before somebody asked for it`];
    const ends = new Map<number, number[]>();
    const losses = new Map<WorkId, number>();
    for await (const { type, data, at } of client.events(id, { signal })) {
      if (type === "task-end") ends.set(data.task, [...(ends.get(data.task) ?? []), at]);
      if (type === "task-retry" && data.lost) losses.set(data.task, (losses.get(data.task) ?? 0) + 1);
    }
    const faults: string[] = [];
    for (const { id: task, args, error, status: state, outputs } of tasks) {
      const [endedOnce = 0, ...others] = ends.get(task) ?? [];
      if (endedOnce === 0 || others.length > 0) faults.push(`task ${task} of ${id} did not end once`);
      const isLost = error?.code === "attempt-lost" && losses.get(task) === MAX_LOST_ATTEMPTS - 1;
      if (state === "failed" && !isLost) faults.push(`task ${task} of ${id} failed: ${error?.message}`);
      if (state !== "succeeded") continue;
      recorded++;
      const calls = endpoint.calls.get(String(args.text)) ?? [];
      if (calls.length === 0) faults.push(`task ${task} of ${id} is done, and nobody was asked for it`);
      if (calls.some((at) => at > endedOnce)) faults.push(`task ${task} of ${id} was recorded, and asked for again`);
      const given = JSON.stringify(outputs).split("Done: Part").length - 1;
      if (task === PARTS.length && given < PARTS.length + 1)
        faults.push(`the last task of ${id} took ${given - 1} texts`);
    }
    if (status !== "succeeded") givenUp++;
    return faults;
  }

  return {
    config: {
      taskTypes: [JOIN],
      endpoints: [TASK_TYPE, JOIN.name].map((taskType) => ({
        ...{ model: `slow/${taskType}`, taskType, url: endpoint.url, format: "json" },
      })),
      limits,
    },
    before: async (client, random, signal) => {
      if (open.size < MAX_OPEN) await begin(client, random, signal);
    },
    look: async (client, signal) => {
      for (const id of open) if ((await client.run(id, { signal })).endedAt !== null) open.delete(id);
    },
    begin: (client, random, signal) => (open.size < MAX_OPEN ? begin(client, random, signal) : null),
    told: () => `${runs.length} runs accepted, ${open.size} of them seen under way`,
    faults: async (client, signal) => {
      const askedAt = Date.now();
      const faults: string[] = [];
      for (const { id } of runs) faults.push(...(await faultsOf(client, id, askedAt, signal)));
      const there = await listRuns(client, signal);
      if (there.size !== begun) faults.push(`${begun} runs were begun, and ${there.size} are there`);
      const again = [...endpoint.calls.values()].filter((times) => times.length > 1).length;
      say(
        `${recorded} tasks recorded; ${again} of ${endpoint.calls.size} asked for more than once, as they were cut off`,
      );
      if (recorded === 0 || again === 0) faults.push("no kill came into a task: try more rounds");
      return faults;
    },
    praise: () =>
      `All ${runs.length} runs ended by themselves, ${givenUp} of them as a task had died with the server ${MAX_LOST_ATTEMPTS} times; nothing recorded was repeated`,
  };
}

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    partitioned: { type: "boolean", default: false },
  },
});
const kills = readKills(values.rounds);
const limits = values.partitioned ? { partitioned: true, activeRuns: LEAST_SHARED, runsPerMinute: LEAST_SHARED } : {};
await runScript(
  async (signal) => {
    const endpoint = await startSlowEndpoint(delayMs);
    try {
      const options = { name: "crash", kills, seed: Number(values.seed), signal };
      return await killOften(options, runsTrial(endpoint, limits));
    } finally {
      await endpoint.stop();
    }
  },
  { timeLimitMs: ALL_LIMIT_MS + kills * KILL_LIMIT_MS },
);
