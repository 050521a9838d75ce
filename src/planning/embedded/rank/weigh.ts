import { arcColumns, scoreArcs } from "./arcs.ts";
import { type CandidateGraph, candidates } from "./candidates.ts";
import { pathColumns, scorePaths } from "./paths.ts";
import type { Profile } from "./profile.ts";
import { probabilities, rankColumns, rankFeatures } from "./rank-candidates.ts";
import type { ScoredRequest } from "./scored-request.ts";

/** Everything that is weighed before a plan is chosen. */
export interface Weighed {
  readonly outlook: ScoredRequest;
  readonly graphs: readonly CandidateGraph[];
  /** What is true of each graph, one value a column of the ranking model. */
  readonly rows: readonly Float64Array[];
}

/** More likely types are taken for the plan's tasks while its links are weighed; log-odds. */
const MIN_TASK_ODDS = -1;

/** The candidates of an outlook, and what is true of each. */
export function weigh(
  outlook: ScoredRequest,
  { types, paths, arcs }: Pick<Profile, "types" | "paths" | "arcs">,
): Weighed {
  const scores = scorePaths(pathColumns(types.length), paths, outlook);
  const chosen = outlook.prospects.flatMap(({ node }, at) => (node > MIN_TASK_ODDS ? [at] : []));
  const arcOdds = scoreArcs(arcColumns(types.length), arcs, outlook, chosen);
  const graphs = candidates(outlook, scores, arcOdds);
  const columns = rankColumns(types.length);
  return { outlook, graphs, rows: graphs.map((graph) => rankFeatures(columns, outlook, graph, arcOdds)) };
}

/**
 * The likeliest candidate, and its share of all that is believed; `null` when there is none. The one of the highest
 * expected F1 would be right in more of its parts, and right as a whole less often.
 * @param keyOf candidates of one key come to the same plan: their shares are added
 */
export function decide(
  { graphs, rows }: Weighed,
  ranking: readonly number[],
  keyOf: (graph: CandidateGraph) => string = (graph) => `${graph.order} ${graph.links.join(" ")}`,
): { readonly graph: CandidateGraph; readonly share: number } | null {
  const shares = probabilities(rows, ranking);
  const keys = graphs.map(keyOf);
  const sums = new Map<string, number>();
  for (const [at, key] of keys.entries()) sums.set(key, (sums.get(key) ?? 0) + (shares[at] ?? 0));
  let best: { readonly graph: CandidateGraph; readonly share: number } | null = null;
  for (const [at, graph] of graphs.entries()) {
    const share = sums.get(keys[at] ?? "") ?? 0;
    if (best === null || share > best.share) best = { graph, share };
  }
  return best && { ...best, share: Math.min(1, best.share) };
}
