import type { Outlook } from "./outlook.ts";
import { bestOrders, type PathScores, type PathSums } from "./paths.ts";

/** A plan's tasks and links, as places among the prospects. */
export interface Graph {
  /** In an order in which they can run. */
  readonly order: readonly number[];
  readonly links: readonly Link[];
  readonly subset: number;
  /** Logarithm of the path model's share for the subset, and for the path within it. */
  readonly subsetLog: number;
  readonly pathLog: number;
}
export type Link = readonly [from: number, to: number];

const MAX_SUBSETS = 14;
const MAX_ORDERS = 4;
const MAX_GRAPHS = 10;

/** The likeliest subsets with their likeliest graphs: paths, and paths of which a task takes from an earlier one instead. */
export function candidates(outlook: Outlook, scores: PathScores, sums: PathSums, arcs: Float64Array): readonly Graph[] {
  const subsets = [...sums.subsets.keys()]
    .filter((subset) => subset > 0)
    .sort((a, b) => (sums.subsets[b] as number) - (sums.subsets[a] as number) || a - b)
    .slice(0, MAX_SUBSETS);
  return subsets.flatMap((subset) => graphsOf(subset, outlook, scores, sums, arcs));
}

function graphsOf(
  subset: number,
  outlook: Outlook,
  scores: PathScores,
  sums: PathSums,
  arcs: Float64Array,
): readonly Graph[] {
  const found = new Map<string, Graph>();
  const subsetLog = (sums.subsets[subset] as number) - sums.total;
  const add = (order: readonly number[], links: readonly Link[], pathLog: number): void => {
    const key = links
      .map(([from, to]) => from * 16 + to)
      .sort((a, b) => a - b)
      .join();
    if (!found.has(key) && found.size < MAX_GRAPHS) found.set(key, { order, links, subset, subsetLog, pathLog });
  };
  const orders = bestOrders(scores, subset, MAX_ORDERS);
  const logOf = (order: readonly number[]): number => pathScore(scores, order) - (sums.subsets[subset] as number);
  for (const order of orders) add(order, pathLinks(order, outlook), logOf(order));
  const [best] = orders;
  if (best) {
    const tree = treeLinks(best, outlook, arcs);
    add(best, tree, logOf(best));
    for (const links of reattached(best, pathLinks(best, outlook), outlook, arcs)) add(best, links, logOf(best));
  }
  return [...found.values()];
}

const pathScore = (scores: PathScores, order: readonly number[]): number => {
  const n = scores.node.length;
  let sum = scores.size[order.length] as number;
  for (const [index, at] of order.entries()) {
    const before = order[index - 1];
    sum +=
      (scores.node[at] as number) +
      (before === undefined ? (scores.start[at] as number) : (scores.edge[before * n + at] as number));
  }
  return sum + (scores.end[order.at(-1) ?? 0] as number);
};

/** Each task takes from the one before it, where that gives what it takes. */
const pathLinks = (order: readonly number[], { pairs }: Outlook): readonly Link[] =>
  order.flatMap((to, index): readonly Link[] => {
    const from = order[index - 1];
    return from !== undefined && pairs[from]?.[to]?.feeds ? [[from, to]] : [];
  });

/** Each task takes from the earlier one that it most probably takes from, if probably from any. */
function treeLinks(order: readonly number[], { pairs, prospects }: Outlook, arcs: Float64Array): readonly Link[] {
  const n = prospects.length;
  return order.flatMap((to, index): readonly Link[] => {
    const givers = order.slice(0, index).filter((from) => pairs[from]?.[to]?.feeds);
    const best = givers.toSorted((a, b) => (arcs[b * n + to] as number) - (arcs[a * n + to] as number))[0];
    return best !== undefined && (arcs[best * n + to] as number) > 0 ? [[best, to]] : [];
  });
}

/** The path with one link changed: to another giver, or away, or with one more; the likeliest changes first. */
function reattached(
  order: readonly number[],
  links: readonly Link[],
  { pairs, prospects }: Outlook,
  arcs: Float64Array,
): readonly (readonly Link[])[] {
  const n = prospects.length;
  const odds = ([from, to]: Link): number => arcs[from * n + to] as number;
  const changes: { readonly gain: number; readonly links: readonly Link[] }[] = [];
  for (const [index, to] of order.entries()) {
    const own = links.find(([, taker]) => taker === to);
    if (own) changes.push({ gain: -odds(own), links: links.filter((link) => link !== own) });
    for (const from of order.slice(0, index)) {
      if (!pairs[from]?.[to]?.feeds || own?.[0] === from) continue;
      const more: Link = [from, to];
      changes.push({ gain: odds(more), links: [...links, more] });
      if (own) changes.push({ gain: odds(more) - odds(own), links: links.map((link) => (link === own ? more : link)) });
    }
  }
  return changes.toSorted((a, b) => b.gain - a.gain).map((change) => change.links);
}
