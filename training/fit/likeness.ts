import type { CandidateGraph } from "../../src/planning/embedded/rank/candidates.ts";
import { candidateAt, type ScoredRequest } from "../../src/planning/embedded/rank/scored-request.ts";
import type { Example } from "../example.ts";

/** How like the right plan a candidate is: F1 of task types and of links between them, each between 0 and 1. */
export interface Likeness {
  readonly node: number;
  /** 1 when neither has links. */
  readonly link: number;
}

/** @param example what is right. */
export function likenessOf(graph: CandidateGraph, outlook: ScoredRequest, { types, links }: Example): Likeness {
  const name = (at: number): string => candidateAt(outlook, at).name;
  const found = graph.links.map(([from, to]) => `${name(from)}>${name(to)}`);
  const all = links.size + found.length;
  return {
    node: (2 * graph.order.filter((at) => types.includes(name(at))).length) / (graph.order.length + types.length),
    link: all === 0 ? 1 : (2 * found.filter((link) => links.has(link)).length) / all,
  };
}

/** All tasks and all links are right. */
export const isRight = ({ node, link }: Likeness): boolean => node === 1 && link === 1;
