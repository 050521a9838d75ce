/**
 * Measures the pursuit of goals on the Worker as it is deployed: `npm run bench:goals [-- --step-ms MS]`.
 *
 * Thirty steps in five layers of six, each of a second of a model's time, and then of four, as a model of the cloud takes
 * for a program or a letter; and five in a row, with no others beside them that the one thread of this machine would have
 * to do as well. How long a goal takes beyond its models' time, over the same of its critical path, which is the longest
 * chain of steps as long as each took: what is left is what steps waited for though all that they need was there. And how
 * long it takes over its models' time in that chain. Then a hundred steps that do not need each other, at a model that
 * takes so many calls a minute: how much of that rate is used while there are steps left.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { goalText, type ScriptedStep, startGoalModel } from "../scripts/goal-model.ts";
import { runScript, ScriptError } from "../scripts/run-script.ts";
import { scriptedWriter } from "../scripts/scripted-model.ts";
import { buildAssets, type Server, startServer } from "../scripts/server.ts";
import { type Client, createClient } from "../src/client/client.ts";

const STEPS_MS = ["1000", "4000"];
const LAYERS = 5;
const WIDTHS = [6, 1];
const REPEATS = 3;
const INDEPENDENT = 100;
const PER_MINUTE = 240;
const BURST = 1;
const TIME_LIMIT_MS = 10 * 60_000;

const { values } = parseArgs({ options: { "step-ms": { type: "string", multiple: true, default: STEPS_MS } } });

/** Each step of a layer takes what all of the layer before give. */
function layered(width: number, delayMs: number): readonly ScriptedStep[] {
  const names = (layer: number): readonly string[] => Array.from({ length: width }, (_, n) => `l${layer}n${n}`);
  return Array.from({ length: LAYERS }, (_, layer) =>
    names(layer).map((name) => ({ name, inputs: layer === 0 ? [] : names(layer - 1), delayMs })),
  ).flat();
}

/** When a step began and ended, in milliseconds since the epoch, and what it takes and gives. */
interface TimedStep {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly inputs: readonly string[];
  readonly outputs: readonly { readonly name: string }[];
}

interface Pursuit {
  /** Milliseconds from the start of the first step to the end of the last. */
  readonly wholeMs: number;
  /** Of the longest chain of steps that need each other, as long as each took. */
  readonly chainMs: number;
  readonly count: number;
}

async function pursue(client: Client, steps: readonly ScriptedStep[], signal: AbortSignal): Promise<Pursuit> {
  const { id } = await client.goals.start({ goal: goalText("a goal", steps), budget: { llmCalls: 300 } }, { signal });
  for await (const { type, data } of client.goals.events(id, { signal })) {
    if (type === "goal-end" && data.status !== "succeeded") throw new ScriptError("The goal did not succeed");
  }
  const goal = await client.goals.get(id, { signal });
  const timed = goal.steps.flatMap(({ startedAt, endedAt, ...step }): TimedStep[] =>
    step.parent !== null && step.status === "done" && startedAt && endedAt
      ? [{ ...step, startedAt: Date.parse(startedAt), endedAt: Date.parse(endedAt) }]
      : [],
  );
  const startedAt = Math.min(...timed.map((step) => step.startedAt));
  const endedAt = Math.max(...timed.map((step) => step.endedAt));
  return { wholeMs: endedAt - startedAt, chainMs: longestChain(timed), count: timed.length };
}

function longestChain(steps: readonly TimedStep[]): number {
  const until = new Map<string, number>();
  // Whoever gives what a step takes ended before it began.
  for (const { startedAt, endedAt, inputs, outputs } of steps.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const before = Math.max(0, ...inputs.map((name) => until.get(name) ?? 0));
    for (const { name } of outputs) until.set(name, before + endedAt - startedAt);
  }
  return Math.max(...until.values());
}

async function withServer<T>(limits: object, signal: AbortSignal, use: (client: Client) => Promise<T>): Promise<T> {
  const state = await mkdtemp(join(tmpdir(), "impresario-bench-goals-"));
  const model = await startGoalModel();
  const endpoint = { ...scriptedWriter(model), ...limits };
  let server: Server | undefined;
  try {
    server = await startServer({
      ...{ persistTo: join(state, "state"), port: 0, logFile: join(state, "server.log"), signal },
      vars: {
        ...{ AUTH: "open", IMPRESARIO_SECRET: "a-secret-of-a-measurement-that-guards-nothing" },
        // A line takes `wrangler dev` some 2 ms; deployed Workers do not pay that.
        LOGS: "off",
        CONFIG: JSON.stringify({ endpoints: [endpoint] }),
      },
    });
    return await use(createClient({ baseUrl: server.url }));
  } finally {
    await model.stop();
    await server?.stop();
    await rm(state, { recursive: true, force: true });
  }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

await runScript(
  async (signal) => {
    await buildAssets();
    await withServer({}, signal, async (client) => {
      await pursue(client, layered(1, 0), signal);
      for (const width of WIDTHS) {
        for (const stepMs of values["step-ms"].map(Number)) {
          const pursuits: Pursuit[] = [];
          for (let n = 0; n < REPEATS; n++) pursuits.push(await pursue(client, layered(width, stepMs), signal));
          const [whole, chain] = [median(pursuits.map(({ wholeMs }) => wholeMs)), LAYERS * stepMs];
          const beyond = median(pursuits.map(({ wholeMs, chainMs }) => (wholeMs - chain) / (chainMs - chain)));
          const ratios = pursuits.map(({ wholeMs }) => (wholeMs / chain).toFixed(2)).join(", ");
          console.log(
            `${LAYERS * width} steps in ${LAYERS} layers of ${stepMs} ms: beyond the models' time ${beyond.toFixed(2)} times the critical path; in all ${(whole / chain).toFixed(2)} times the models' time in it (${ratios})`,
          );
        }
      }
    });
    await withServer({ limits: { requestsPerMinute: PER_MINUTE, burst: BURST } }, signal, async (client) => {
      const steps = Array.from({ length: INDEPENDENT }, (_, n) => ({ name: `s${n}`, inputs: [], delayMs: 200 }));
      const { wholeMs, count } = await pursue(client, steps, signal);
      const used = count / (wholeMs / 60_000) / PER_MINUTE;
      console.log(
        `${count} independent steps at ${PER_MINUTE} calls a minute: ${(wholeMs / 1000).toFixed(1)} s, ${Math.round(100 * used)} % of the rate`,
      );
    });
    return 0;
  },
  { timeLimitMs: TIME_LIMIT_MS },
);
