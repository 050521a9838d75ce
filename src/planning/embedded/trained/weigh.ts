import { arcColumns, scoreArcs } from "./arcs.ts";
import { type CandidateGraph, candidates } from "./candidates.ts";
import { choose } from "./choose.ts";
import { pathColumns, scorePaths } from "./paths.ts";
import type { Profile } from "./profile.ts";
import { probabilities, rankColumns, rankFeatures } from "./rank.ts";
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

/** The candidate of the highest expected worth, and its share of all that is believed; `null` when there is none. */
export function decide(
  { graphs, rows }: Weighed,
  ranking: readonly number[],
): { readonly graph: CandidateGraph; readonly share: number } | null {
  const shares = probabilities(rows, ranking);
  const at = choose(graphs, shares);
  const graph = graphs[at];
  return graph ? { graph, share: shares[at] ?? 0 } : null;
}
