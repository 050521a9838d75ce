import { MultiGraph } from "graphology";
import type { GraphView } from "../../../src/client/client.ts";
import { COLOURS, degreesOf, type Kind, nameOf, radiusOf, startAt } from "./picture.ts";

/** What a node is drawn by. */
export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly label: string;
  readonly kind: Kind;
  readonly color: string;
}

export type PictureGraph = MultiGraph<Dot>;

export const colourOf = (kind: Kind, isDark: boolean): string => COLOURS[kind][isDark ? 1 : 0];

/** A graph as it is drawn before it is laid out; an edge to a node that is not there is left out. */
export function pictureOf(graph: GraphView, isDark: boolean): PictureGraph {
  const picture: PictureGraph = new MultiGraph<Dot>();
  const degrees = degreesOf(graph);
  for (const [place, { id, kind }] of graph.nodes.entries()) {
    if (picture.hasNode(id)) continue;
    const [x, y] = startAt(place);
    const size = radiusOf(degrees.get(id) ?? 0, id === graph.center);
    picture.addNode(id, { x, y, size, label: nameOf(id), kind, color: colourOf(kind, isDark) });
  }
  for (const { from, to } of graph.edges) {
    if (picture.hasNode(from) && picture.hasNode(to)) picture.addEdge(from, to);
  }
  return picture;
}
