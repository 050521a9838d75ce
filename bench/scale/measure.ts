import { TERMS_MS } from "../../durable-objects/partition/terms.ts";
import { cpuMsOf } from "../../scripts/process-group.ts";
import { findFreePort } from "../../scripts/server.ts";
import { PARTITIONS } from "../../src/domain/partitions.ts";
import { ECHO, runAll, withEcho } from "../echo.ts";
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
  /** The same of the tenant's object and its partitions, in a deployment that divides tenants. */
  readonly divided: Readonly<Record<string, number>>;
  /** Of the tenant's object, each time that a partition asks for its terms. */
  readonly termsMs: number;
}

const WARM_UPS = 40;
const AT_ONCE = 4;
const SAMPLE_US = 250;
/** Each task calls a server and is let in by the gate of it. */
const TASKS = 3;
/** More runs of divided tenants, as their partitions ask for terms once in ten seconds each. */
const DIVIDED_TIMES = 3;
const OBJECTS = ["Tenant", "TenantPartition", "Conversation", "Runner", "ProviderGate"];

/** Runs so many of three tasks in a row, and tells what they took of each object by a CPU profile; once more with tenants divided. */
export async function measure(runs: number): Promise<ServiceTimes> {
  const { methods, cpuMs } = await measureMethods(runs, false);
  const { methods: all, tookMs } = await measureMethods(DIVIDED_TIMES * runs, true);
  const divided = Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith("Tenant")));
  const asks = (PARTITIONS.length * tookMs) / TERMS_MS;
  const termsMs = ((all["Tenant.terms"] ?? 0) * DIVIDED_TIMES * runs) / asks;
  const date = new Date().toISOString().slice(0, 10);
  return { date, runs, tasks: TASKS, cpuMs: rounded(cpuMs), methods, divided, termsMs: rounded(termsMs) };
}

async function measureMethods(
  runs: number,
  partitioned: boolean,
): Promise<{ readonly methods: Record<string, number>; readonly cpuMs: number; readonly tookMs: number }> {
  const inspectorPort = await findFreePort();
  // Limits of the model have its calls take permits.
  const limits = { requestsPerMinute: 100_000, concurrency: 1_000, burst: 1_000 };
  return withEcho({ limits, partitioned, inspectorPort, keepsNames: true }, async ({ client, server }) => {
    const plan = Array.from({ length: TASKS }, (_, id) => ({
      task: ECHO,
      id,
      dep: [id - 1],
      args: { text: id === 0 ? "text" : `<resource>-${id - 1}` },
    }));
    await runAll(client, plan, { count: WARM_UPS, atOnce: AT_ONCE });
    const inspector = await connectInspector(inspectorPort);
    const before = cpuMsOf(server.pid);
    const from = performance.now();
    const profile = await inspector.profile(SAMPLE_US, () => runAll(client, plan, { count: runs, atOnce: AT_ONCE }));
    const tookMs = performance.now() - from;
    const cpuMs = ((await cpuMsOf(server.pid)) - (await before)) / runs;
    const methods = methodsOf(profile, await linesOf(profile, inspector.source), runs);
    inspector.close();
    return { methods, cpuMs, tookMs };
  });
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
