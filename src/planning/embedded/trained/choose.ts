import type { CandidateGraph } from "./candidates.ts";
import { MAX_CANDIDATES } from "./scored-request.ts";
import { sizeOf } from "./subsets.ts";

/** What the choice weighs: link F1 counts this much beside node F1. */
const LINK_WEIGHT = 1;
/** Rarer candidates are neither chosen nor taken for the truth; a bound on time, quadratic in it. */
const MAX_COMPARED = 40;
const MIN_SHARE = 1e-4;

/**
 * The place of the candidate with the highest expected F1 of tasks and links, each candidate being the truth with its
 * share: a minimum-Bayes-risk decision (Kumar and Byrne 2004). Of equal ones the likeliest. 0 when there is none.
 */
export function choose(graphs: readonly CandidateGraph[], shares: Float64Array): number {
  const likely = [...graphs.entries()]
    .map(([at, graph]) => ({ at, graph, links: codesOf(graph), share: shares[at] ?? 0 }))
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_COMPARED);
  const truths = likely.filter(({ share }) => share >= MIN_SHARE);
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const { at, graph, links } of likely) {
    let expected = 0;
    for (const truth of truths)
      expected += truth.share * (taskF1(graph, truth.graph) + LINK_WEIGHT * linkF1(links, truth.links));
    if (expected > most) [best, most] = [at, expected];
  }
  return best;
}

/** Links as numbers. */
const codesOf = ({ links }: CandidateGraph): readonly number[] => links.map(([from, to]) => from * MAX_CANDIDATES + to);

const taskF1 = (a: CandidateGraph, b: CandidateGraph): number =>
  (2 * sizeOf(a.subset & b.subset)) / (a.order.length + b.order.length);

/** 1 when neither has links. */
function linkF1(a: readonly number[], b: readonly number[]): number {
  const all = a.length + b.length;
  return all === 0 ? 1 : (2 * a.filter((code) => b.includes(code)).length) / all;
}
