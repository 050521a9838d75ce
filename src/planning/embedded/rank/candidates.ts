import { bestPaths, type Path } from "./best-paths.ts";
import { type PathSums, sumPaths } from "./path-sums.ts";
import type { PathScores } from "./paths.ts";
import type { ScoredRequest } from "./scored-request.ts";

/** A plan's tasks and links, as places among the prospects. */
export interface CandidateGraph {
  /** In an order in which they can run. */
  readonly order: readonly number[];
  readonly links: readonly PlanLink[];
  /** The tasks as a subset of the prospects. */
  readonly subset: number;
  /** The logarithm of the share that the path model gives to the subset, and to the path within it. */
  readonly subsetLog: number;
  readonly pathLog: number;
}
export type PlanLink = readonly [from: number, to: number];

/** Bounds on time: of the subsets, and of each the best paths and the graphs, 140 in all. */
const MAX_SUBSETS = 14;
const MAX_PATHS = 4;
const MAX_GRAPHS = 10;

/**
 * The likeliest subsets with their likeliest graphs: paths, and the best path with links changed. Every link goes from
 * an earlier task of the order to a later one that takes what it gives.
 * @param arcs log-odds of links, `arcs[from * n + to]` of n prospects.
 */
export function candidates(outlook: ScoredRequest, scores: PathScores, arcs: Float64Array): readonly CandidateGraph[] {
  const sums = sumPaths(scores);
  const pathsOf = bestPaths(scores, MAX_PATHS);
  return likeliest(sums).flatMap((subset) => {
    const ofSubset = sums.subsets[subset] ?? 0;
    return graphsOf(pathsOf(subset), outlook, arcs).map(({ path, links }) => ({
      order: path.order,
      links,
      subset,
      subsetLog: ofSubset - sums.total,
      pathLog: path.score - ofSubset,
    }));
  });
}

function likeliest({ subsets }: PathSums): readonly number[] {
  const share = (subset: number): number => subsets[subset] ?? 0;
  return [...subsets.keys()]
    .filter((subset) => subset > 0)
    .sort((a, b) => share(b) - share(a) || a - b)
    .slice(0, MAX_SUBSETS);
}

interface Linked {
  readonly path: Path;
  readonly links: readonly PlanLink[];
}

function graphsOf(paths: readonly Path[], outlook: ScoredRequest, arcs: Float64Array): readonly Linked[] {
  const linked: Linked[] = paths.map((path) => ({ path, links: pathLinks(path.order, outlook) }));
  const [best] = linked;
  if (best) {
    const { path } = best;
    linked.push({ path, links: treeLinks(path.order, outlook, arcs) });
    for (const links of changed(path.order, best.links, outlook, arcs)) linked.push({ path, links });
  }
  return distinct(linked).slice(0, MAX_GRAPHS);
}

/** Of those with the same links, the first. */
function distinct(linked: readonly Linked[]): readonly Linked[] {
  const byLinks = new Map<string, Linked>();
  for (const one of linked) {
    const key = one.links
      .map((link) => link.join(">"))
      .sort()
      .join();
    if (!byLinks.has(key)) byLinks.set(key, one);
  }
  return [...byLinks.values()];
}

/** Each task takes from the one before it, where that gives what it takes. */
const pathLinks = (order: readonly number[], { pairs }: ScoredRequest): readonly PlanLink[] =>
  order.flatMap((to, index): readonly PlanLink[] => {
    const from = order[index - 1];
    return from !== undefined && pairs[from]?.[to]?.feeds ? [[from, to]] : [];
  });

/** Each task takes from the earlier one that it most probably takes from, if probably from any. */
const treeLinks = (
  order: readonly number[],
  { pairs, prospects }: ScoredRequest,
  arcs: Float64Array,
): readonly PlanLink[] =>
  order.flatMap((to, index): readonly PlanLink[] => {
    let best: PlanLink | null = null;
    let most = 0;
    for (const from of order.slice(0, index)) {
      const odds = arcs[from * prospects.length + to] ?? 0;
      if (odds > most && pairs[from]?.[to]?.feeds) [best, most] = [[from, to], odds];
    }
    return best ? [best] : [];
  });

/** The links with one of them changed: to another giver, or away, or with one more; the likeliest changes first. */
function changed(
  order: readonly number[],
  links: readonly PlanLink[],
  { pairs, prospects }: ScoredRequest,
  arcs: Float64Array,
): readonly (readonly PlanLink[])[] {
  const odds = ([from, to]: PlanLink): number => arcs[from * prospects.length + to] ?? 0;
  const changes: { readonly gain: number; readonly links: readonly PlanLink[] }[] = [];
  for (const [index, to] of order.entries()) {
    const own = links.find(([, taker]) => taker === to);
    if (own) changes.push({ gain: -odds(own), links: links.filter((link) => link !== own) });
    for (const from of order.slice(0, index)) {
      if (!pairs[from]?.[to]?.feeds || own?.[0] === from) continue;
      const more: PlanLink = [from, to];
      changes.push({ gain: odds(more), links: [...links, more] });
      if (own) changes.push({ gain: odds(more) - odds(own), links: links.map((link) => (link === own ? more : link)) });
    }
  }
  return changes.toSorted((a, b) => b.gain - a.gain).map((change) => change.links);
}
