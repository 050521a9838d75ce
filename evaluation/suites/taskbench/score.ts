import type { Graph, Link } from "./read-rows.ts";
import { canFeed, toolNamed } from "./tools.ts";

/** How one plan compares with its label. */
export interface Score {
  /** Between 0 and 1, as is `linkF1`. */
  readonly nodeF1: number;
  /** `null` for a label without links. */
  readonly linkF1: number | null;
  /** The nodes are right. */
  readonly exact: boolean;
  /** And the links. */
  readonly exactWithLinks: boolean;
  /** The plan has a node that no tool has the name of. */
  readonly invented: boolean;
  /** The plan has a link that could never carry anything. */
  readonly impossible: boolean;
}

export interface Predicted extends Graph {
  /** Links that are no pair of two names: impossible ones. */
  readonly malformedLinks: number;
}

/** What a plan that was refused amounts to. */
export const NOTHING: Predicted = { nodes: [], links: [], malformedLinks: 0 };

/** 2|P∩G| / (|P|+|G|), between 0 and 1; of two empty sets 1: nothing was to be found, and nothing was. */
export function f1(predicted: ReadonlySet<string>, gold: ReadonlySet<string>): number {
  const total = predicted.size + gold.size;
  return total === 0 ? 1 : (2 * shared(predicted, gold)) / total;
}

/** Scores a plan as the data's authors do: sets of names, and of `source>target` pairs. Names count as written. */
export function score(predicted: Predicted, gold: Graph): Score {
  const nodes = new Set(predicted.nodes);
  const goldNodes = new Set(gold.nodes);
  const [links, goldLinks] = [pairs(predicted.links), pairs(gold.links)];
  const exact = areEqual(nodes, goldNodes);
  return {
    nodeF1: f1(nodes, goldNodes),
    linkF1: gold.links.length === 0 ? null : f1(links, goldLinks),
    exact,
    exactWithLinks: exact && areEqual(links, goldLinks),
    invented: predicted.nodes.some((name) => !toolNamed(name)),
    impossible: predicted.malformedLinks > 0 || hasImpossibleLink(predicted),
  };
}

const areEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && shared(a, b) === a.size;

export const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((one) => b.has(one)).length;

const pairs = (links: readonly Link[]): ReadonlySet<string> =>
  new Set(links.map(({ source, target }) => `${source}>${target}`));

/**
 * Whether some link has an end that is no tool or not among the nodes, leads from the only node of a name to itself,
 * or leads from a tool to one that takes nothing of the kind it gives.
 */
function hasImpossibleLink({ nodes, links }: Graph): boolean {
  const counts = new Map<string, number>();
  for (const name of nodes) counts.set(name, (counts.get(name) ?? 0) + 1);
  return links.some(({ source, target }) => {
    const [from, to] = [toolNamed(source), toolNamed(target)];
    if (!from || !to || !counts.has(source) || !counts.has(target)) return true;
    return (source === target && counts.get(source) === 1) || !canFeed(from, to);
  });
}
