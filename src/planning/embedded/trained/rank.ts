import type { Graph } from "./candidates.ts";
import type { Outlook, Pair, Prospect } from "./outlook.ts";
import { sizeLogProbability } from "./paths.ts";

/** Columns of the ranking model's weights for so many types. */
export const rankColumns = (types: number): number => SHARED + 3 * types;
const SHARED = 44;

const softplus = (x: number): number => (x > 30 ? x : Math.log1p(Math.exp(x)));

/** What is true of a candidate, seen as a whole. */
export function rankFeatures(types: number, outlook: Outlook, graph: Graph, arcs: Float64Array): Float64Array {
  const { prospects, pairs } = outlook;
  const n = prospects.length;
  const features = new Float64Array(rankColumns(types));
  const add = (column: number, value: number): void => {
    features[column] = (features[column] ?? 0) + value;
  };
  const size = graph.order.length;
  const taken = new Set(graph.links.map(([, to]) => to));
  const given = new Set(graph.links.map(([from]) => from));
  const linked = new Set(graph.links.map(([from, to]) => from * n + to));
  add(0, graph.subsetLog);
  add(1, graph.pathLog);
  for (const [at, prospect] of prospects.entries()) {
    const isIn = (graph.subset & (1 << at)) !== 0;
    add(isIn ? 2 : 3, -softplus(isIn ? -prospect.node : prospect.node));
    if (!isIn) {
      if (prospect.isByRules) add(4, 1);
      continue;
    }
    add(SHARED + prospect.type, 1);
    if (prospect.isByRules) add(5, 1);
    const isRoot = !taken.has(at);
    const isLeaf = !given.has(at);
    add(6, -softplus(isRoot ? -prospect.root : prospect.root));
    add(7, -softplus(isLeaf ? -prospect.leaf : prospect.leaf));
    if (isRoot) {
      add(SHARED + types + prospect.type, 1);
      if (prospect.isServed) add(8, 1);
      else if (prospect.needsFile) add(9, 1);
    }
    if (isLeaf) add(SHARED + 2 * types + prospect.type, 1);
    if (isRoot && isLeaf && size > 1) add(10, 1);
  }
  for (const from of graph.order) {
    for (const to of graph.order) {
      if (from === to) continue;
      const isLink = linked.has(from * n + to);
      const odds = arcs[from * n + to] as number;
      const { feeds, isNamed, isByRules } = pairs[from]?.[to] as Pair;
      if (feeds) add(isLink ? 11 : 12, -softplus(isLink ? -odds : odds));
      if (isNamed && feeds) add(isLink ? 34 : 35, 1);
      if (isByRules) add(isLink ? 13 : 14, 1);
      if (!isLink) continue;
      const a = prospects[from] as Prospect;
      const b = prospects[to] as Prospect;
      add(from < to ? 15 : 16, 1);
      add(17, Math.max(-1, Math.min(3, b.clause - a.clause)));
    }
  }
  add(18, sizeLogProbability(outlook.atLeast, size));
  add(19 + Math.min(size, 8) - 1, 1);
  const links = graph.links.length;
  add(27, links);
  add(28, size - 1 - links);
  const isBranching = size - 1 - links !== 0 || new Set(graph.links.map(([from]) => from)).size < links;
  add(29, -softplus(isBranching ? -outlook.branching : outlook.branching));
  add(30, isBranching ? 1 : 0);
  if (size === outlook.rulesSize) add(31, 1);
  add(32, size - taken.size);
  add(33, size - given.size);
  return features;
}

/** How probable each candidate is. */
export function probabilities(rows: readonly Float64Array[], weights: ArrayLike<number>): Float64Array {
  const scores = Float64Array.from(rows, (row) => {
    let sum = 0;
    for (let column = 0; column < row.length; column++) sum += (row[column] as number) * (weights[column] ?? 0);
    return sum;
  });
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  let total = 0;
  for (let index = 0; index < scores.length; index++) {
    scores[index] = Math.exp((scores[index] as number) - most);
    total += scores[index] as number;
  }
  return scores.map((score) => score / total);
}

/** The candidate of the highest expected node F1 plus `alpha` times link F1, the others being the truth with their probabilities. */
export function choose(graphs: readonly Graph[], shares: Float64Array, n: number, alpha: number): number {
  const codes = graphs.map(({ links }) => links.map(([from, to]) => from * n + to));
  const likely = [...graphs.keys()]
    .sort((a, b) => (shares[b] as number) - (shares[a] as number))
    .slice(0, MAX_COMPARED);
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const one of likely) {
    let expected = 0;
    for (const other of likely) {
      const share = shares[other] as number;
      if (share < 1e-4) break;
      expected +=
        share *
        (nodeF1(graphs[one] as Graph, graphs[other] as Graph) + alpha * linkF1(codes[one] ?? [], codes[other] ?? []));
    }
    if (expected > most) [best, most] = [one, expected];
  }
  return best;
}

const MAX_COMPARED = 40;

const nodeF1 = (a: Graph, b: Graph): number => (2 * count(a.subset & b.subset)) / (a.order.length + b.order.length);

const linkF1 = (a: readonly number[], b: readonly number[]): number =>
  a.length + b.length === 0 ? 1 : (2 * a.filter((code) => b.includes(code)).length) / (a.length + b.length);

function count(subset: number): number {
  let found = 0;
  for (let rest = subset; rest > 0; rest &= rest - 1) found++;
  return found;
}
