/**
 * Where the first limits are with many runs a minute: `npm run bench:scale [-- --measure] [-- --record]`.
 *
 * Replays what a run takes of each object that runs share (bench/scale/service-times.json) through queues of their real
 * shapes. `--measure` takes those times anew on this machine, `--record` writes the tables into docs/scale.md.
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { record } from "./record.ts";
import { measure, type ServiceTimes } from "./scale/measure.ts";
import type { StationFigures } from "./scale/queues.ts";
import { aloneMs, type Keeper, limitsOf, type RunCosts, type Scenario, simulateRuns } from "./scale/shapes.ts";

const { values } = parseArgs({
  options: {
    measure: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    runs: { type: "string", default: "200" },
  },
});
const kept = new URL("scale/service-times.json", import.meta.url);
if (values.measure) await writeFile(kept, `${JSON.stringify(await measure(Number(values.runs)), null, 2)}\n`);
const times = JSON.parse(await readFile(kept, "utf8")) as ServiceTimes;

/** Runs come for a minute, and the least of them for as long as it takes to have a thousand. */
const FOR_MS = 60_000;
const LEAST_RUNS = 1_000;
const SEED = 1;
const RATES = [10, 1_000, 100_000];
const UNLIMITED = { requestsPerMinute: 60_000_000, concurrency: 1_000_000 };
/** What a language model's provider lets a key have, as the AutoGPT notes found it. */
const KEY = { requestsPerMinute: 3_500, concurrency: 1_000 };
const SHAPES: readonly Omit<Scenario, "runsPerMinute">[] = [
  { name: "one tenant, endpoints without limits", tenants: 1, providers: 0, limits: UNLIMITED, division: "none" },
  {
    name: "1,000 tenants, endpoints without limits",
    tenants: 1_000,
    providers: 0,
    limits: UNLIMITED,
    division: "none",
  },
  {
    ...{ name: "1,000 tenants, one provider that lets all in", tenants: 1_000, providers: 1 },
    ...{ limits: UNLIMITED, division: "none" },
  },
  {
    ...{ name: "1,000 tenants, one key of 3,500 calls a minute", tenants: 1_000, providers: 1 },
    ...{ limits: KEY, division: "none" },
  },
];
/** For the highest of the rates. */
const DIVIDED: readonly Omit<Scenario, "runsPerMinute">[] = [
  {
    ...{ name: "one divided tenant, endpoints without limits", tenants: 1, providers: 0 },
    ...{ limits: UNLIMITED, division: "partitions" },
  },
  {
    ...{ name: "one divided tenant, 32 gates that let all in", tenants: 1, providers: 32 },
    ...{ limits: UNLIMITED, division: "partitions" },
  },
  {
    ...{ name: "one divided tenant, all runs under keys with limits of their own", tenants: 1, providers: 0 },
    ...{ limits: UNLIMITED, division: "both" },
  },
];

const costs = costsOf(times);
const ofKeeper = (keeper: Keeper): string => (costs.admitMs[keeper] + costs.runEndedMs[keeper]).toFixed(2);
const report = [
  `Service times of ${times.date}, ${times.runs} runs of ${times.tasks} tasks: ${times.cpuMs.toFixed(0)} ms of CPU a run, of which the tenant object has ${ofKeeper("tenant")} and the gate ${(2 * costs.tasks * costs.permitMs).toFixed(2)}; a partition has ${ofKeeper("partition")}, and the tenant object ${costs.termsMs.toFixed(2)} each time that one asks for its terms. A run that meets nobody takes ${seconds(aloneMs(costs))}.`,
  tableOf(
    ["shared place", "runs a second that it can take"],
    limitsOf(costs).map(({ place, perSecond }) => [
      place,
      perSecond < 10 ? perSecond.toFixed(2) : perSecond.toFixed(0),
    ]),
  ),
  tableOf(
    [
      "",
      "runs a minute",
      "busiest tenant object: load, 95 % wait",
      "busiest partition",
      "busiest gate",
      "permits",
      "a run: median, 95 %",
    ],
    [
      ...SHAPES.flatMap((shape) => RATES.map((runsPerMinute) => ({ ...shape, runsPerMinute }))),
      ...DIVIDED.map((shape) => ({ ...shape, runsPerMinute: Math.max(...RATES) })),
    ].map(rowOf),
  ),
].join("\n\n");
console.log(report);
if (values.record) await record(new URL("../docs/scale.md", import.meta.url), "bench:scale", report);

function costsOf({ methods, divided, termsMs, tasks, cpuMs }: ServiceTimes): RunCosts {
  const of = (name: string, measured = methods): number => {
    const ms = measured[name];
    if (ms === undefined) throw new Error(`${name} was not measured: run with --measure`);
    return ms;
  };
  const admitMs = { tenant: of("Tenant.admit"), partition: of("TenantPartition.admit", divided) };
  const runEndedMs = { tenant: of("Tenant.runEnded"), partition: of("TenantPartition.runEnded", divided) };
  const gateMs = of("ProviderGate.take") + of("ProviderGate.give");
  const ownMs = cpuMs - admitMs.tenant - runEndedMs.tenant - gateMs;
  return { admitMs, runEndedMs, termsMs, permitMs: gateMs / (2 * tasks), ownMs, tasks };
}

function rowOf(scenario: Scenario): string[] {
  const forMs = Math.max(FOR_MS, (LEAST_RUNS / scenario.runsPerMinute) * 60_000);
  const { stations, jobMs } = simulateRuns(scenario, costs, forMs, SEED);
  const busiest = (kind: string): string => {
    const found = [...stations].filter(([name]) => name.startsWith(`${kind} `)).map(([, figures]) => figures);
    const [first] = found.toSorted((a, b) => b.load - a.load);
    return first === undefined ? "–" : figureOf(first);
  };
  return [
    scenario.name,
    scenario.runsPerMinute.toLocaleString("en"),
    ...["tenant", "partition", "gate", "permits"].map(busiest),
    `${seconds(jobMs.median)}, ${seconds(jobMs.p95)}`,
  ];
}

function figureOf({ load, waitMs }: StationFigures): string {
  return `${load < 0.01 ? "under 0.01" : load.toFixed(2)}, ${seconds(waitMs.p95)}`;
}

function seconds(ms: number): string {
  return ms < 100 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
