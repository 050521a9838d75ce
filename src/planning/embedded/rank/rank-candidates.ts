import { bucket } from "./between.ts";
import type { CandidateGraph } from "./candidates.ts";
import { dot, layout, type Visit } from "./columns.ts";
import { logProbability } from "./log-odds.ts";
import { sizeLogProbability } from "./paths.ts";
import { candidateAt, MAX_CANDIDATES, pairAt, type ScoredRequest } from "./scored-request.ts";
import { has } from "./subsets.ts";

/** What is true of a candidate, seen as a whole. "Log" columns hold logarithms of probabilities, the others counts. */
export const rankColumns = layout((types) => ({
  subsetLog: 1,
  pathLog: 1,
  // Over all prospects: that those are in which are, and those out which are not.
  inLog: 1,
  outLog: 1,
  // Over the tasks: those that take from no other are roots, those that no other takes from leaves.
  rootLog: 1,
  leafLog: 1,
  servedRoots: 1,
  unservedRoots: 1,
  alone: 1,
  roots: 1,
  leaves: 1,
  type: types,
  rootType: types,
  leafType: types,
  // Over ordered pairs of tasks: links, and where the first could feed the second and does not.
  linkLog: 1,
  noLinkLog: 1,
  forwardLinks: 1,
  backwardLinks: 1,
  /** Clauses from giver to taker, summed over the links. */
  clauses: 1,
  links: 1,
  /** Links fewer than a chain has. */
  breaks: 1,
  branching: 1,
  branchingLog: 1,
  sizeLog: 1,
  sizes: MAX_CANDIDATES,
}));

type RankColumns = ReturnType<typeof rankColumns>;

/** A candidate in view of its outlook. */
interface Candidate {
  readonly outlook: ScoredRequest;
  readonly graph: CandidateGraph;
  readonly givers: ReadonlySet<number>;
  readonly takers: ReadonlySet<number>;
}

/** All that is true of a candidate, one value a column. @param arcs log-odds of links, `arcs[from * n + to]`. */
export function rankFeatures(
  columns: RankColumns,
  outlook: ScoredRequest,
  graph: CandidateGraph,
  arcs: Float64Array,
): Float64Array {
  const features = new Float64Array(columns.length);
  const add: Visit = (column, value) => {
    features[column] = (features[column] ?? 0) + value;
  };
  const givers = new Set(graph.links.map(([from]) => from));
  const takers = new Set(graph.links.map(([, to]) => to));
  const candidate = { outlook, graph, givers, takers };
  add(columns.at.subsetLog, graph.subsetLog);
  add(columns.at.pathLog, graph.pathLog);
  for (const at of outlook.prospects.keys()) ofChoice(columns, candidate, at, add);
  for (const at of graph.order) ofTask(columns, candidate, at, add);
  ofPairs(columns, candidate, arcs, add);
  ofShape(columns, candidate, add);
  return features;
}

function ofChoice({ at }: RankColumns, { outlook, graph }: Candidate, place: number, add: Visit): void {
  const { node } = candidateAt(outlook, place);
  const isIn = has(graph.subset, place);
  add(isIn ? at.inLog : at.outLog, logProbability(node, isIn));
}

function ofTask({ at }: RankColumns, { outlook, graph, givers, takers }: Candidate, place: number, add: Visit): void {
  const { type, root, leaf, isServed, needsFile } = candidateAt(outlook, place);
  const isRoot = !takers.has(place);
  const isLeaf = !givers.has(place);
  add(at.type + type, 1);
  add(at.rootLog, logProbability(root, isRoot));
  add(at.leafLog, logProbability(leaf, isLeaf));
  if (isRoot) {
    add(at.roots, 1);
    add(at.rootType + type, 1);
    if (isServed) add(at.servedRoots, 1);
    else if (needsFile) add(at.unservedRoots, 1);
  }
  if (isLeaf) {
    add(at.leaves, 1);
    add(at.leafType + type, 1);
  }
  if (isRoot && isLeaf && graph.order.length > 1) add(at.alone, 1);
}

/** Clauses counted from a giver back, and ahead, to its taker. */
const CLAUSES_BACK = 1;
const CLAUSES_AHEAD = 3;

function ofPairs({ at }: RankColumns, { outlook, graph }: Candidate, arcs: Float64Array, add: Visit): void {
  const n = outlook.prospects.length;
  const linked = new Set(graph.links.map(([from, to]) => from * n + to));
  for (const from of graph.order) {
    for (const to of graph.order) {
      if (from === to) continue;
      const isLink = linked.has(from * n + to);
      const { feeds } = pairAt(outlook, from, to);
      if (feeds) add(isLink ? at.linkLog : at.noLinkLog, logProbability(arcs[from * n + to] ?? 0, isLink));
      if (!isLink) continue;
      add(from < to ? at.forwardLinks : at.backwardLinks, 1);
      const clauses = candidateAt(outlook, to).clause - candidateAt(outlook, from).clause;
      add(at.clauses, Math.max(-CLAUSES_BACK, Math.min(CLAUSES_AHEAD, clauses)));
    }
  }
}

function ofShape({ at }: RankColumns, { outlook, graph, givers }: Candidate, add: Visit): void {
  const size = graph.order.length;
  const links = graph.links.length;
  const breaks = size - 1 - links;
  const isBranching = breaks !== 0 || givers.size < links;
  add(at.links, links);
  add(at.breaks, breaks);
  if (isBranching) add(at.branching, 1);
  add(at.branchingLog, logProbability(outlook.branching, isBranching));
  add(at.sizeLog, sizeLogProbability(outlook.atLeast, size));
  add(at.sizes + bucket(size - 1, MAX_CANDIDATES), 1);
}

/** How probable each candidate is: a softmax over the candidates' scores under these weights; sums to 1. */
export function probabilities(rows: readonly Float64Array[], weights: ArrayLike<number>): Float64Array {
  const scores = Float64Array.from(rows, (row) => dot(row, weights));
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const shares = scores.map((score) => Math.exp(score - most));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}
