import { Graph, layout } from "@dagrejs/dagre";
import type { Point } from "./path.ts";
import type { Structure } from "./structure.ts";

/** `right`: what comes later is further right; `down`: further down. */
export type Direction = "right" | "down";

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where everything of a picture is, in its own units; a point of a box is its upper left corner. */
export interface Layout {
  readonly nodes: ReadonlyMap<number, Box>;
  readonly edges: ReadonlyMap<string, { readonly points: readonly Point[]; readonly label: Point | null }>;
}

/** Down the page there is little room side by side. */
const NODE_WIDTHS: Readonly<Record<Direction, number>> = { right: 212, down: 188 };
const NODE_HEIGHT = 84;
/** A line more, for the files that a task takes. */
const FILES_HEIGHT = 28;
const BETWEEN_NODES = 24;
/** Lines need room to bend; to the right, labels give it to them. */
const BETWEEN_RANKS: Readonly<Record<Direction, number>> = { right: 44, down: 68 };
const LABEL_HEIGHT = 18;
/** Of the font in which labels are set, on the wide side. */
const LABEL_CHAR_WIDTH = 6.4;
export const MAX_LABEL_CHARS = 30;
/** The best ranks take seconds to find for the largest plans; good ones a fraction of one. */
const MOST_RANKED_BEST = 64;

export const edgeKey = (from: number, to: number): string => `${from}-${to}`;

export const nodeHeight = (hasFiles: boolean): number => NODE_HEIGHT + (hasFiles ? FILES_HEIGHT : 0);

/** Lays a plan out by ranks. It depends on nothing but its arguments, so a change of status moves nothing. */
export function layOut({ nodes, edges }: Structure, direction: Direction): Layout {
  const graph = new Graph();
  graph.setGraph({
    ranker: nodes.length > MOST_RANKED_BEST ? "tight-tree" : "network-simplex",
    rankdir: direction === "right" ? "LR" : "TB",
    nodesep: BETWEEN_NODES,
    ranksep: BETWEEN_RANKS[direction],
    edgesep: BETWEEN_NODES / 2,
  });
  for (const { id, hasFiles } of nodes) {
    graph.setNode(String(id), { width: NODE_WIDTHS[direction], height: nodeHeight(hasFiles) });
  }
  for (const { from, to, label } of edges) {
    const width = label === "" ? 0 : Math.min(label.length, MAX_LABEL_CHARS) * LABEL_CHAR_WIDTH + 14;
    graph.setEdge(String(from), String(to), { width, height: label === "" ? 0 : LABEL_HEIGHT, labelpos: "c" });
  }
  layout(graph);

  const placed = new Map(
    nodes.map(({ id }) => {
      const { x, y, width, height } = graph.node(String(id));
      return [id, { x: x - width / 2, y: y - height / 2, width, height }] as const;
    }),
  );
  const routed = new Map(
    edges.map(({ from, to, label }) => {
      const edge = graph.edge(String(from), String(to));
      const points = [leaving(placed.get(from), direction), ...inner(edge.points), entering(placed.get(to), direction)];
      return [edgeKey(from, to), { points, label: label === "" ? null : { x: edge.x, y: edge.y } }] as const;
    }),
  );
  return { nodes: placed, edges: routed };
}

/** A plan laid out in both directions, each when it is first asked for. */
export function layoutsOf(structure: Structure): Readonly<Record<Direction, Layout>> {
  const made = new Map<Direction, Layout>();
  const get = (direction: Direction): Layout => {
    const layout = made.get(direction) ?? layOut(structure, direction);
    made.set(direction, layout);
    return layout;
  };
  return {
    get right() {
      return get("right");
    },
    get down() {
      return get("down");
    },
  };
}

/** Without the ends, which are where a straight line would cut the boxes. */
const inner = (points: readonly Point[]): readonly Point[] => points.slice(1, -1).map(({ x, y }) => ({ x, y }));

const ORIGIN: Box = { x: 0, y: 0, width: 0, height: 0 };

const leaving = ({ x, y, width, height }: Box = ORIGIN, direction: Direction): Point =>
  direction === "right" ? { x: x + width, y: y + height / 2 } : { x: x + width / 2, y: y + height };

const entering = ({ x, y, width, height }: Box = ORIGIN, direction: Direction): Point =>
  direction === "right" ? { x, y: y + height / 2 } : { x: x + width / 2, y };
