import type { GraphView } from "../../../src/client/client.ts";

export type Kind = GraphView["nodes"][number]["kind"];

/**
 * The colour of each kind of node, by light and by dark. WebGL knows no custom properties, so they stand here; each is
 * told in words as well, as colours alone tell nothing to some.
 */
export const COLOURS: Readonly<Record<Kind, readonly [light: string, dark: string]>> = {
  model: ["#2b448c", "#a9bdf5"],
  task: ["#80560a", "#f0c569"],
  licence: ["#1f6a42", "#7fd3a4"],
  language: ["#6b4a94", "#c9aef0"],
  organization: ["#9a3f1d", "#f2a98a"],
  dataset: ["#23717c", "#7fd0dc"],
  benchmark: ["#8a2c5f", "#f0a0c8"],
  paper: ["#665f57", "#a5a19a"],
  provider: ["#4d6310", "#c2d97a"],
  domain: ["#5a5a8c", "#b6b6ea"],
  limit: ["#7a6a52", "#cbbca2"],
};

/** What a layout is made of: nodes by their place, and edges as pairs of places. */
export interface LayoutJob {
  readonly sizes: Float32Array;
  readonly edges: Uint32Array;
}

const MIN_RADIUS = 3;
const MAX_RADIUS = 14;

/** How large a node is drawn: by the edges it has, so that what many lead to is seen. */
export const radiusOf = (degree: number, isCenter: boolean): number =>
  isCenter ? MAX_RADIUS : Math.min(MAX_RADIUS, MIN_RADIUS + Math.sqrt(degree));

/** How many edges each node has, by its id. */
export function degreesOf({ nodes, edges }: GraphView): ReadonlyMap<string, number> {
  const degrees = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { from, to } of edges) {
    degrees.set(from, (degrees.get(from) ?? 0) + 1);
    degrees.set(to, (degrees.get(to) ?? 0) + 1);
  }
  return degrees;
}

/** The graph as numbers, for the worker that lays it out; an edge to a node that is not there is left out. */
export function layoutJob(graph: GraphView): LayoutJob {
  const places = new Map(graph.nodes.map(({ id }, place) => [id, place]));
  const degrees = degreesOf(graph);
  const edges = graph.edges.flatMap(({ from, to }) => {
    const [start, end] = [places.get(from), places.get(to)];
    return start === undefined || end === undefined || start === end ? [] : [start, end];
  });
  return {
    sizes: Float32Array.from(graph.nodes, ({ id }) => radiusOf(degrees.get(id) ?? 0, id === graph.center)),
    edges: Uint32Array.from(edges),
  };
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Where a node stands before it is laid out: on a spiral, the nearest to the centre first, so that nothing overlaps. */
export const startAt = (place: number): readonly [x: number, y: number] => {
  const distance = Math.sqrt(place) * MAX_RADIUS;
  return [distance * Math.cos(place * GOLDEN_ANGLE), distance * Math.sin(place * GOLDEN_ANGLE)];
};

/** The neighbours of a node, kind by kind, for a list in words. */
export function neighboursOf({ nodes, edges }: GraphView, id: string): ReadonlyMap<Kind, readonly string[]> {
  const near = new Set(edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : [])));
  const grouped = Map.groupBy(
    nodes.filter((node) => near.has(node.id)),
    ({ kind }) => kind,
  );
  return new Map([...grouped].map(([kind, group]) => [kind, group.map((node) => node.id)]));
}

/** The name of a node by its id, as `kind:name`. */
export const nameOf = (id: string): string => id.slice(id.indexOf(":") + 1);
