import {
  type About,
  isDurable,
  type Measured,
  OURS,
  type Results,
  type Stages,
  type View,
  type Work,
} from "./engines.ts";
import { criticalPathMs, type Graph, isChain } from "./graphs.ts";

/** What of a graph is compared: milliseconds of engine a task in a chain, makespan ÷ critical path in others. */
export function figureOf(graph: Graph, { median: { makespanMs, waits } }: Measured): number {
  if (!isChain(graph)) return makespanMs / criticalPathMs(graph);
  return (makespanMs - waits.reduce((sum, ms) => sum + ms, 0)) / graph.tasks.length;
}

export const VIEW_TITLES: Readonly<Record<View, string>> = {
  tasks:
    "The same work, as the server sees it: every task is a call of one local server, storage is flushed; from the first call to the last answer",
  run: "The same work, as a caller waits for it: from the call to its result, ours with admission, planning, proof and answer",
  usual:
    "As each engine's guide has it: a peer's task is a timer in its process and its storage as it comes; peers from the call to its result, ours from its first task's start to its last one's end",
};

/** Engines that have a figure in this view, ours first. */
export function enginesOf({ measured }: Results, view: View): string[] {
  const engines = new Set(measured.filter((one) => one.view === view).map(({ engine }) => engine));
  return [...engines].toSorted((a, b) => Number(b === OURS) - Number(a === OURS));
}

export function find({ measured }: Results, view: View, graph: Graph, engine: string): Measured | undefined {
  return measured.find((one) => one.view === view && one.graph === graph.name && one.engine === engine);
}

/** The first row is the head. */
const inMarkdown = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** A table in Markdown: a row a graph, a column an engine, and how ours stands against the fastest durable peer. */
export function tableOf(results: Results, view: View, graphs: readonly Graph[]): string {
  const engines = enginesOf(results, view);
  const rows = graphs.map((graph) => {
    const figures = engines.map((engine) => {
      const measured = find(results, view, graph, engine);
      return measured === undefined ? Number.NaN : figureOf(graph, measured);
    });
    const peers = figures.filter((_, i) => engines[i] !== OURS && isDurable(engines[i] ?? ""));
    const ratio = (figures[engines.indexOf(OURS)] ?? Number.NaN) / Math.min(...peers);
    const title = isChain(graph) ? `${graph.name}: engine ms a task` : `${graph.name}: makespan ÷ critical path`;
    return [title, ...[...figures, ratio].map((figure) => (Number.isFinite(figure) ? figure.toFixed(2) : "–"))];
  });
  const head = ["", ...engines, "ours ÷ fastest durable peer"];
  return inMarkdown([head, ...rows]);
}

const STAGES: Readonly<Record<keyof Stages, string>> = {
  begun: "admitted and begun",
  replied: "`POST` answered",
  firstCall: "first call at the server",
  lastAnswer: "its last answer",
  ended: "answer and end decided",
  heard: "flushed and heard",
};

/** A table in Markdown of where a caller's time goes in our runs: a row a graph, milliseconds since the request. */
export function stagesOf(results: Results, graphs: readonly Graph[]): string {
  const stages = Object.entries(STAGES);
  const rows = graphs.map((graph) => {
    const taken = find(results, "run", graph, OURS)?.median.stages;
    return [graph.name, ...stages.map(([stage]) => taken?.[stage as keyof Stages].toFixed(0) ?? "–")];
  });
  const head = ["ms", ...stages.map(([, title]) => title)];
  return inMarkdown([head, ...rows]);
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
