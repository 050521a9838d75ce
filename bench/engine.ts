/**
 * Measures the engine on graphs of tasks that only wait, beside the engines that people would pick instead:
 * `npm run bench:engine [-- --repeats 5 --warm-ups 3 --peers dbos,restate --graphs "chain of 20" --work same --record]`.
 *
 * Peers run if `bench/peers` is installed. Prints tables of the same work and of each engine as its guide has it;
 * `--record` writes them into bench/README.md, with a plot of each beside it. `--stages` measures ours alone, and prints or
 * records where a caller's time goes.
 */
import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import {
  arePeersInstalled,
  measureOurs,
  measurePeer,
  PEERS,
  type Results,
  type View,
  type Work,
} from "./engine/engines.ts";
import { GRAPHS } from "./engine/graphs.ts";
import { plotOf } from "./engine/plot.ts";
import { aboutOf, stagesOf, tableOf, VIEW_TITLES } from "./engine/report.ts";
import { startWaiter } from "./engine/waiter.ts";
import { record } from "./record.ts";

const { values } = parseArgs({
  options: {
    repeats: { type: "string", default: "5" },
    "warm-ups": { type: "string", default: "3" },
    peers: { type: "string", default: PEERS.join(",") },
    graphs: { type: "string", default: GRAPHS.map(({ name }) => name).join(",") },
    work: { type: "string", default: "same,usual" },
    record: { type: "boolean", default: false },
    stages: { type: "boolean", default: false },
  },
});
const chosen = <T extends string>(given: string, known: readonly T[]): T[] => {
  const names = given.split(",").filter((name) => name !== "");
  const unknown = names.find((name) => !known.some((one) => one === name));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${known.join(", ")}`);
  return known.filter((name) => names.includes(name));
};
const graphNames = chosen(
  values.graphs,
  GRAPHS.map(({ name }) => name),
);
const graphs = GRAPHS.filter(({ name }) => graphNames.includes(name));
const works = chosen<Work>(values.stages ? "same" : values.work, ["same", "usual"]);
const peers = values.stages ? [] : chosen(values.peers, PEERS);
const VIEWS: Readonly<Record<Work, readonly View[]>> = { same: ["tasks", "run"], usual: ["usual"] };
const patience = { graphs, warmUps: Number(values["warm-ups"]), repeats: Number(values.repeats) };

const README = new URL("README.md", import.meta.url);
const load = loadavg()[0] ?? Number.NaN;
const waiter = await startWaiter();
const results: { measured: Results["measured"][number][]; about: Results["about"][number][] } = {
  measured: [],
  about: [],
};
try {
  if (!values.stages && !arePeersInstalled())
    console.log("Peers are not installed: `npm ci --prefix bench/peers` puts them beside ours.\n");
  for (const work of works) {
    // Ours anew each time: what else the machine does changes from one minute to the next.
    const { measured } = await measureOurs(waiter, patience);
    take({ measured: measured.filter(({ view }) => VIEWS[work].includes(view)), about: [] });
    if (arePeersInstalled()) for (const peer of peers) take(await measurePeer(peer, work, waiter, patience));
  }
} finally {
  waiter.close();
}
const date = new Date().toISOString().slice(0, 10);
const measuredOn = `${date}, ${availableParallelism()} cores with a load of ${load.toFixed(1)} before the run, Node ${process.versions.node}; medians of ${patience.repeats} after ${patience.warmUps} to warm up.`;
const tables = values.stages
  ? [stagesOf(results, graphs)]
  : works.flatMap((work) => [
      ...VIEWS[work].flatMap((view) => [`${VIEW_TITLES[view]}:`, tableOf(results, view, graphs)]),
      aboutOf(results, work),
    ]);
const report = [measuredOn, ...tables].join("\n\n");
console.log(report);
if (values.record && values.stages) await record(README, "bench:stages", report);
else if (values.record) await keep(report);

function take({ measured, about }: Results): void {
  results.measured.push(...measured);
  results.about.push(...about);
}

/** Writes the report into bench/README.md, and a plot of each view beside it. */
async function keep(written: string): Promise<void> {
  const views = works.flatMap((work) => VIEWS[work]);
  for (const view of views)
    await writeFile(new URL(`engine/${view}.svg`, import.meta.url), plotOf(results, view, graphs));
  const plots = views.map((view) => `![${VIEW_TITLES[view]}](engine/${view}.svg)`);
  await record(README, "bench:engine", [written, ...plots].join("\n\n"));
}
