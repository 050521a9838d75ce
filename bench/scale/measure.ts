import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { cpuMsOf } from "../../scripts/process-group.ts";
import { buildAssets, findFreePort, startServer } from "../../scripts/server.ts";
import { startSlowEndpoint } from "../../scripts/slow-endpoint.ts";
import { createClient } from "../../src/client/client.ts";
import { type CpuProfile, functionTimes } from "../profile/cpu-profile.ts";
import { connectInspector } from "../profile/inspector.ts";

/** What a run takes of the one thread of each object that it passes, in milliseconds of CPU. */
export interface ServiceTimes {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly runs: number;
  readonly tasks: number;
  /** Of the whole process, for a run. */
  readonly cpuMs: number;
  /** JavaScript of each method of an object, and what it calls, for a run: `Tenant.admit`. */
  readonly methods: Readonly<Record<string, number>>;
}

const WARM_UPS = 40;
const AT_ONCE = 4;
const SAMPLE_US = 250;
/** Each task calls a server and is let in by the gate of it. */
const TASKS = 3;
const OBJECTS = ["Tenant", "Conversation", "Runner", "ProviderGate"];

/** Runs so many of three tasks in a row, and tells what they took of each object by a CPU profile. */
export async function measure(runs: number): Promise<ServiceTimes> {
  await buildAssets();
  const state = await mkdtemp(join(import.meta.dirname, "../.state-"));
  const endpoint = await startSlowEndpoint(() => 0);
  const inspectorPort = await findFreePort();
  const limits = { runsPerMinute: 100_000 };
  // Limits of the endpoint have its calls take permits.
  const gated = { requestsPerMinute: 100_000, concurrency: 1_000, burst: 1_000 };
  const server = await startServer({
    ...{
      port: 0,
      inspectorPort,
      keepsNames: true,
      persistTo: join(state, "state"),
      logFile: join(state, "server.log"),
    },
    vars: {
      AUTH: "open",
      LOGS: "off",
      IMPRESARIO_SECRET: "a-secret-for-the-benchmark-and-nothing-else",
      CONFIG: JSON.stringify({
        endpoints: [{ model: "bench/echo", taskType: "text2text-generation", url: endpoint.url, limits: gated }],
        limits,
      }),
    },
  });
  try {
    const client = createClient({ baseUrl: server.url });
    const plan = Array.from({ length: TASKS }, (_, id) => ({
      task: "text2text-generation",
      id,
      dep: [id - 1],
      args: { text: id === 0 ? "text" : `<resource>-${id - 1}` },
    }));
    const run = async (count: number): Promise<void> => {
      let left = count;
      const one = async (): Promise<void> => {
        while (left-- > 0) {
          const { status } = await client.wait((await client.start({ text: "", plan })).id);
          if (status !== "succeeded") throw new Error(`a run ended as ${status}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
    };
    await run(WARM_UPS);
    const inspector = await connectInspector(inspectorPort);
    const before = cpuMsOf(server.pid);
    const profile = await inspector.profile(SAMPLE_US, () => run(runs));
    const cpuMs = ((await cpuMsOf(server.pid)) - (await before)) / runs;
    const methods = methodsOf(profile, await linesOf(profile, inspector.source), runs);
    inspector.close();
    return { date: new Date().toISOString().slice(0, 10), runs, tasks: TASKS, cpuMs: rounded(cpuMs), methods };
  } finally {
    await server.stop();
    await endpoint.stop();
    await rm(state, { recursive: true, force: true });
  }
}

/** The lines of the Worker's own script, the one with the most samples. */
async function linesOf(profile: CpuProfile, source: (scriptId: string) => Promise<string>): Promise<readonly string[]> {
  const script = profile.nodes.find(({ callFrame }) => callFrame.url.endsWith("worker.js"))?.callFrame.scriptId;
  if (script === undefined) throw new Error("the profile has nothing of the Worker");
  return (await source(script)).split("\n");
}

/** Sums what is under each public method of an object: the functions of a class that stand directly in it. */
function methodsOf(profile: CpuProfile, lines: readonly string[], runs: number): Record<string, number> {
  const methods: Record<string, number> = {};
  for (const { name, totalUs } of functionTimes(profile)) {
    const [, method, line] = name.match(/^(\w+) worker\.js:(\d+)$/u) ?? [];
    if (method === undefined || line === undefined) continue;
    const object = classAt(lines, Number(line) - 1);
    if (object !== null && OBJECTS.includes(object)) methods[`${object}.${method}`] = rounded(totalUs / 1_000 / runs);
  }
  return Object.fromEntries(Object.entries(methods).toSorted(([a], [b]) => a.localeCompare(b)));
}

/** The class that a line stands in, where that is of the outermost level of a bundle; null for a function. */
function classAt(lines: readonly string[], line: number): string | null {
  if (!lines[line]?.startsWith("  ")) return null;
  for (let at = line; at >= 0; at--) {
    const opened = lines[at]?.match(/^(?:var (\w+) = )?class(?: (\w+))?.*\{$/u);
    if (opened) return opened[1] ?? opened[2] ?? null;
    if (/^\S/u.test(lines[at] ?? "")) return null;
  }
  return null;
}

const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000;
