import { type About, isDurable, type Measured, OURS, type Results, type Work } from "./engines.ts";
import { criticalPathMs, type Graph, isChain } from "./graphs.ts";

/** What of a graph is compared: milliseconds of engine a task in a chain, makespan ÷ critical path in others. */
export function figureOf(graph: Graph, { median: { makespanMs, waits } }: Measured): number {
  if (!isChain(graph)) return makespanMs / criticalPathMs(graph);
  return (makespanMs - waits.reduce((sum, ms) => sum + ms, 0)) / graph.tasks.length;
}

export const WORK_TITLES: Readonly<Record<Work, string>> = {
  same: "The same work: every task is a call of one local server, storage is flushed, and the server measures from the first call to the last answer",
  usual:
    "As each engine's guide has it: a peer's task is a timer in its process and its storage as it comes, and each measures itself",
};

/** Engines that have a figure of this work, ours first. */
export function enginesOf({ measured }: Results, work: Work): string[] {
  const engines = new Set(measured.filter((one) => one.work === work).map(({ engine }) => engine));
  return [...engines].toSorted((a, b) => Number(b === OURS) - Number(a === OURS));
}

export function find({ measured }: Results, work: Work, graph: Graph, engine: string): Measured | undefined {
  return measured.find((one) => one.work === work && one.graph === graph.name && one.engine === engine);
}

/** A table in Markdown: a row a graph, a column an engine, and how ours stands against the fastest durable peer. */
export function tableOf(results: Results, work: Work, graphs: readonly Graph[]): string {
  const engines = enginesOf(results, work);
  const rows = graphs.map((graph) => {
    const figures = engines.map((engine) => {
      const measured = find(results, work, graph, engine);
      return measured === undefined ? Number.NaN : figureOf(graph, measured);
    });
    const peers = figures.filter((_, i) => engines[i] !== OURS && isDurable(engines[i] ?? ""));
    const ratio = (figures[engines.indexOf(OURS)] ?? Number.NaN) / Math.min(...peers);
    const title = isChain(graph) ? `${graph.name}: engine ms a task` : `${graph.name}: makespan ÷ critical path`;
    return [title, ...[...figures, ratio].map((figure) => (Number.isFinite(figure) ? figure.toFixed(2) : "–"))];
  });
  const head = ["", ...engines, "ours ÷ fastest durable peer"];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A line an engine: its versions and storage, or why it has no figures. */
export function aboutOf({ about }: Results, work: Work): string {
  const line = ({ engine, versions, storage, failure }: About): string =>
    failure === undefined ? `- ${engine}: ${versions}; ${storage}.` : `- ${engine} could not be measured: ${failure}`;
  return about
    .filter((one) => one.work === work)
    .map(line)
    .join("\n");
}
