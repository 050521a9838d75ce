import { Graph, layout } from "@dagrejs/dagre";
import type { Structure } from "./structure.ts";

/** `right`: what comes later is further right; `down`: further down. */
export type Direction = "right" | "down";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where everything of a picture is, in its own units; a point of a box is its upper left corner. */
export interface Layout {
  readonly nodes: ReadonlyMap<number, Box>;
  readonly edges: ReadonlyMap<
    string,
    { readonly points: readonly Point[]; readonly words: string; readonly label: Point | null }
  >;
}

/** How much room a picture takes: `compact` has narrower boxes, with titles on three lines in place of two, and says less of what flows. */
export type Density = "roomy" | "compact";

/** Down the page there is little room side by side. */
const NODE_WIDTHS: Readonly<Record<Density, Readonly<Record<Direction, number>>>> = {
  roomy: { right: 216, down: 196 },
  compact: { right: 160, down: 152 },
};
const NODE_HEIGHTS: Readonly<Record<Density, number>> = { roomy: 110, compact: 130 };
/** A line more, for the files that a task takes. */
const FILES_HEIGHT = 28;
const BETWEEN_NODES = 24;
/** Lines need room to bend; to the right, labels give it to them. */
const BETWEEN_RANKS: Readonly<Record<Density, Readonly<Record<Direction, number>>>> = {
  roomy: { right: 44, down: 68 },
  compact: { right: 28, down: 44 },
};
const LABEL_HEIGHT = 18;
/** Of the font in which labels are set, on the wide side. */
const LABEL_CHAR_WIDTH = 6.4;
const MAX_LABEL_CHARS: Readonly<Record<Density, number>> = { roomy: 30, compact: 12 };
/** The best ranks take seconds to find for the largest plans; good ones a fraction of one. */
const MOST_RANKED_BEST = 64;

export const edgeKey = (from: number, to: number): string => `${from}-${to}`;

/** What a line is named by: all that flows, or the ports alone where there is little room. */
export function labelWords(label: string, density: Density): string {
  const words = density === "compact" ? label.replaceAll(/: [^,]+/g, "") : label;
  const most = MAX_LABEL_CHARS[density];
  return words.length > most ? `${words.slice(0, most - 1)}…` : words;
}

/** Lays a plan out by ranks. It depends on nothing but its arguments, so a change of status moves nothing. */
export function layOut(structure: Structure, direction: Direction, density: Density = "roomy"): Layout {
  const { nodes } = structure;
  const edges = structure.edges.map((edge) => ({ ...edge, words: labelWords(edge.label, density) }));
  const graph = new Graph();
  graph.setGraph({
    ranker: nodes.length > MOST_RANKED_BEST ? "tight-tree" : "network-simplex",
    rankdir: direction === "right" ? "LR" : "TB",
    nodesep: BETWEEN_NODES,
    ranksep: BETWEEN_RANKS[density][direction],
    edgesep: BETWEEN_NODES / 2,
  });
  for (const { id, hasFiles } of nodes) {
    graph.setNode(String(id), {
      width: NODE_WIDTHS[density][direction],
      height: NODE_HEIGHTS[density] + (hasFiles ? FILES_HEIGHT : 0),
    });
  }
  for (const { from, to, words } of edges) {
    const width = words === "" ? 0 : words.length * LABEL_CHAR_WIDTH + 14;
    graph.setEdge(String(from), String(to), { width, height: words === "" ? 0 : LABEL_HEIGHT, labelpos: "c" });
  }
  layout(graph);

  const middles = new Map(nodes.map(({ id }) => [id, graph.node(String(id))] as const));
  const turned = isUpsideDown(middles, direction) ? mirror(graph.graph(), direction) : asItIs;
  const placed = new Map(
    [...middles].map(([id, { width, height, ...middle }]) => {
      const { x, y } = turned(middle);
      return [id, { x: x - width / 2, y: y - height / 2, width, height }] as const;
    }),
  );
  const routed = new Map(
    edges.map(({ from, to, words }) => {
      const edge = graph.edge(String(from), String(to));
      const between = inner(edge.points).map(turned);
      const points = [leaving(placed.get(from), direction), ...between, entering(placed.get(to), direction)];
      return [edgeKey(from, to), { points, words, label: words === "" ? null : turned(edge) }] as const;
    }),
  );
  return { nodes: placed, edges: routed };
}

/**
 * Whether most tasks that stand side by side are read from the last to the first. Nothing else tells a layout from its
 * mirror image, in which as many lines cross.
 */
function isUpsideDown(middles: ReadonlyMap<number, Point>, direction: Direction): boolean {
  const [along, across] = direction === "right" ? (["x", "y"] as const) : (["y", "x"] as const);
  const inOrder = [...middles].toSorted(([a], [b]) => a - b);
  const turns = inOrder.flatMap(([, one], place) =>
    inOrder
      .slice(place + 1)
      .flatMap(([, other]) => (one[along] === other[along] ? [Math.sign(one[across] - other[across])] : [])),
  );
  return turns.reduce((sum, turn) => sum + turn, 0) > 0;
}

const asItIs = ({ x, y }: Point): Point => ({ x, y });

/** Turns a picture of that size over, so that what came first in each rank comes last. */
const mirror =
  ({ width = 0, height = 0 }: { readonly width?: number; readonly height?: number }, direction: Direction) =>
  ({ x, y }: Point): Point =>
    direction === "right" ? { x, y: height - y } : { x: width - x, y };

/** A plan laid out in both directions, each when it is first asked for. */
export function layoutsOf(structure: Structure, density: Density = "roomy"): Readonly<Record<Direction, Layout>> {
  const made = new Map<Direction, Layout>();
  const get = (direction: Direction): Layout => {
    const layout = made.get(direction) ?? layOut(structure, direction, density);
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
