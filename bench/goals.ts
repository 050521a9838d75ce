/**
 * Measures the pursuit of goals on the Worker as it is deployed: `npm run bench:goals`.
 *
 * Thirty steps in five layers of six, each of a second of a model's time, and then of four, as a model of the cloud takes
 * for a program or a letter: how long the whole takes, over the longest chain of models' time. Then a hundred steps that
 * do not need each other, at a model that takes so many calls a minute: how much of that rate is used while there are
 * steps left.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { goalText, type ScriptedStep, startGoalModel } from "../scripts/goal-model.ts";
import { runScript, ScriptError } from "../scripts/run-script.ts";
import { scriptedWriter } from "../scripts/scripted-model.ts";
import { buildAssets, type Server, startServer } from "../scripts/server.ts";
import { type Client, createClient } from "../src/client/client.ts";

const STEPS_MS = [1_000, 4_000];
const LAYERS = 5;
const WIDTH = 6;
const REPEATS = 3;
const INDEPENDENT = 100;
const PER_MINUTE = 240;
const BURST = 1;
const TIME_LIMIT_MS = 10 * 60_000;

/** Each step of a layer takes what all of the layer before give. */
function layered(delayMs: number): readonly ScriptedStep[] {
  const names = (layer: number): readonly string[] => Array.from({ length: WIDTH }, (_, n) => `l${layer}n${n}`);
  return Array.from({ length: LAYERS }, (_, layer) =>
    names(layer).map((name) => ({ name, inputs: layer === 0 ? [] : names(layer - 1), delayMs })),
  ).flat();
}

/** Milliseconds from the start of the first step to the end of the last, and of the whole goal. */
async function pursue(client: Client, steps: readonly ScriptedStep[], signal: AbortSignal) {
  const { id } = await client.goals.start({ goal: goalText("a goal", steps), budget: { llmCalls: 300 } }, { signal });
  const times: number[] = [];
  let startedAt = 0;
  for await (const event of client.goals.events(id, { signal })) {
    const at = new Date(event.at).getTime();
    if (event.type === "work-start" && event.data.work.do === "step" && startedAt === 0) startedAt = at;
    if (event.type === "work-end" && event.data.work.do === "step") times.push(at);
    if (event.type === "goal-end" && event.data.status !== "succeeded")
      throw new ScriptError("The goal did not succeed");
  }
  return { stepsMs: Math.max(...times) - startedAt, count: times.length };
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
      for (const stepMs of STEPS_MS) {
        const taken: number[] = [];
        for (let n = 0; n < REPEATS; n++) taken.push((await pursue(client, layered(stepMs), signal)).stepsMs);
        const chain = LAYERS * stepMs;
        const ratios = taken.map((ms) => (ms / chain).toFixed(2)).join(", ");
        console.log(
          `${LAYERS * WIDTH} steps in ${LAYERS} layers of ${stepMs} ms: ${(median(taken) / chain).toFixed(2)} times the longest chain of models' time (${ratios})`,
        );
      }
    });
    await withServer({ limits: { requestsPerMinute: PER_MINUTE, burst: BURST } }, signal, async (client) => {
      const steps = Array.from({ length: INDEPENDENT }, (_, n) => ({ name: `s${n}`, inputs: [], delayMs: 200 }));
      const { stepsMs, count } = await pursue(client, steps, signal);
      const used = count / (stepsMs / 60_000) / PER_MINUTE;
      console.log(
        `${count} independent steps at ${PER_MINUTE} calls a minute: ${(stepsMs / 1000).toFixed(1)} s, ${Math.round(100 * used)} % of the rate`,
      );
    });
    return 0;
  },
  { timeLimitMs: TIME_LIMIT_MS },
);
