import type { Ontology } from "../../src/domain/task-types/index.ts";
import { arcColumns, ofArc } from "../../src/planning/embedded/trained/arcs.ts";
import type { Graph } from "../../src/planning/embedded/trained/candidates.ts";
import { lookAt, type Outlook } from "../../src/planning/embedded/trained/outlook.ts";
import type { Profile } from "../../src/planning/embedded/trained/profile.ts";
import { rankColumns } from "../../src/planning/embedded/trained/rank.ts";
import { decide, type Weighed, weigh } from "../../src/planning/embedded/trained/sketch.ts";
import type { Example } from "../example.ts";
import { foldOf } from "../folds.ts";
import { fitLinear, type LinearOptions } from "./linear.ts";
import { fitLogistic, type SparseRow } from "./logistic.ts";
import { rightOrder } from "./order.ts";
import { fitPaths } from "./path.ts";
import { fitRank, type RankExample } from "./rank.ts";

export interface ProfileOptions {
  readonly linear: LinearOptions;
  /** Strength of the penalties of the path, link and ranking models. */
  readonly l2: { readonly paths: number; readonly arcs: number; readonly ranking: number };
}

/** The later models see what the classifiers say of requests that they were not fitted to: so many parts. */
const FOLDS = 5;
const ITERATIONS = { paths: 40, arcs: 60, ranking: 60, calibration: 40 };
/** How sharply the ranking model prefers the best candidate to the next: a lead of 0.1 in F1 is worth e³. */
const SHARPNESS = 30;

/** Fits all parts of a profile, each on what the ones before it say of unseen requests. Deterministic. */
export function fitProfile(
  examples: readonly Example[],
  strangers: readonly Example[],
  types: readonly string[],
  ontology: Ontology,
  options: ProfileOptions,
): Profile {
  const busy = examples.filter((example) => example.types.length > 0);
  const outlooks = unseenOutlooks(busy, examples, types, ontology, options.linear);
  const linear = fitLinear(examples, strangers, types, options.linear);
  const paths = [
    ...fitPaths(
      busy.flatMap((example, at) => {
        const outlook = outlooks[at] as Outlook;
        const order = rightOrder(example, outlook);
        return order ? [{ outlook, order }] : [];
      }),
      types.length,
      { l2: options.l2.paths, iterations: ITERATIONS.paths },
    ),
  ];
  const arcs = [...fitArcs(busy, outlooks, types.length, options.l2.arcs)];
  const weighed = outlooks.map((outlook) => weigh(outlook, { types, paths, arcs }));
  const examplesOfRank = weighed.map((one, at) => rankExample(one, busy[at] as Example));
  const columns = rankColumns(types.length);
  const ranking = [...fitRank(examplesOfRank, columns, { l2: options.l2.ranking, iterations: ITERATIONS.ranking })];
  return { types, linear, paths, arcs, ranking, calibration: fitCalibration(weighed, busy, ranking) };
}

function unseenOutlooks(
  busy: readonly Example[],
  all: readonly Example[],
  types: readonly string[],
  ontology: Ontology,
  options: LinearOptions,
): readonly Outlook[] {
  const outlooks: Outlook[] = [];
  const isIn = (example: Example, fold: number): boolean => foldOf(example.id, FOLDS, "within ") === fold;
  for (let fold = 0; fold < FOLDS; fold++) {
    const linear = fitLinear(
      all.filter((example) => !isIn(example, fold)),
      [],
      types,
      options,
    );
    for (const [at, example] of busy.entries())
      if (isIn(example, fold)) outlooks[at] = lookAt(example.view, example.features, linear, types, ontology);
  }
  return outlooks;
}

/** One row for each two tasks of a right plan of which the first could feed the second. */
function fitArcs(examples: readonly Example[], outlooks: readonly Outlook[], types: number, l2: number): Float64Array {
  const rows: SparseRow[] = [];
  const targets: number[] = [];
  for (const [at, { types: right, links }] of examples.entries()) {
    const outlook = outlooks[at] as Outlook;
    const chosen = [...outlook.prospects.entries()].filter(([, { name }]) => right.includes(name));
    const places = chosen.map(([place]) => place);
    for (const [from, giver] of chosen) {
      for (const [to, taker] of chosen) {
        if (!outlook.pairs[from]?.[to]?.feeds) continue;
        const columns: number[] = [];
        const values: number[] = [];
        ofArc(types, outlook, places, from, to, (column, value) => {
          columns.push(column);
          values.push(value);
        });
        rows.push({ columns: Int32Array.from(columns), values: Float32Array.from(values) });
        targets.push(Number(links.has(`${giver.name}>${taker.name}`)));
      }
    }
  }
  const even = new Float32Array(rows.length).fill(1);
  return fitLogistic(rows, Float32Array.from(targets), even, arcColumns(types), { l2, iterations: ITERATIONS.arcs });
}

/** How well a candidate fits the right plan: node F1, and link F1 where there are links in either. */
export function scoresOf(
  { outlook }: Pick<Weighed, "outlook">,
  graph: Graph,
  { types, links }: Example,
): { readonly node: number; readonly link: number } {
  const name = (at: number): string => outlook.prospects[at]?.name ?? "";
  const found = graph.links.map(([from, to]) => `${name(from)}>${name(to)}`);
  const all = links.size + found.length;
  return {
    node: (2 * graph.order.filter((at) => types.includes(name(at))).length) / (graph.order.length + types.length),
    link: all === 0 ? 1 : (2 * found.filter((link) => links.has(link)).length) / all,
  };
}

function rankExample(weighed: Weighed, example: Example): RankExample {
  const worth = weighed.graphs.map((graph) => {
    const { node, link } = scoresOf(weighed, graph, example);
    return node + link;
  });
  const best = Math.max(...worth);
  const shares = worth.map((one) => Math.exp(SHARPNESS * (one - best)));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return { rows: weighed.rows, targets: Float64Array.from(shares, (share) => share / total) };
}

/** Platt scaling of the chosen candidate's share, by whether it is right in all. */
function fitCalibration(
  weighed: readonly Weighed[],
  examples: readonly Example[],
  ranking: readonly number[],
): readonly [number, number] {
  const chosen = weighed.map((one, at) => {
    const { at: place, share } = decide(one, ranking);
    const graph = one.graphs[place];
    const score = graph ? scoresOf(one, graph, examples[at] as Example) : { node: 0, link: 0 };
    return { share: Math.min(0.9999, Math.max(0.0001, share)), isRight: score.node === 1 && score.link === 1 };
  });
  const rows = chosen.map(({ share }) => ({
    columns: Int32Array.of(0),
    values: Float32Array.of(Math.log(share / (1 - share))),
  }));
  const targets = Float32Array.from(chosen, ({ isRight }) => Number(isRight));
  const even = new Float32Array(rows.length).fill(1);
  const [slope = 1, offset = 0] = fitLogistic(rows, targets, even, 1, { l2: 0, iterations: ITERATIONS.calibration });
  return [slope, offset];
}
