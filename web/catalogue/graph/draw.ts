import { MultiGraph } from "graphology";
import Sigma from "sigma";
import type { Graph } from "../../../src/client/client.ts";
import { COLOURS, degreesOf, layoutJob, nameOf, radiusOf, startAt } from "./picture.ts";

export interface Drawing {
  readonly renderer: Sigma;
  /** Takes it away, with the worker that lays it out. */
  end(): void;
}

interface Options {
  readonly isDark: boolean;
  readonly onSelect: (id: string | null) => void;
  readonly onLaidOut: () => void;
}

const INK = {
  light: { edge: "#d9d3c9", faint: "#ece7de", text: "#1e1b18" },
  dark: { edge: "#3a3f4a", faint: "#23262e", text: "#eceae6" },
};
const FONT = "system-ui, sans-serif";
const LABEL_SIZE = 13;
/** Smaller nodes are named when one comes nearer. */
const LABELLED_RADIUS = 7;

/** Draws a graph with WebGL, and lays it out in a worker. */
export function draw(place: HTMLElement, graph: Graph, { isDark, onSelect, onLaidOut }: Options): Drawing {
  const ink = isDark ? INK.dark : INK.light;
  const picture = pictureOf(graph, isDark, ink.edge);
  let hovered: string | null = null;
  const lit = (): string | null => hovered ?? picture.getAttribute("selected") ?? null;

  const renderer = new Sigma(picture, place, {
    labelColor: { color: ink.text },
    labelFont: FONT,
    labelSize: LABEL_SIZE,
    labelRenderedSizeThreshold: LABELLED_RADIUS,
    defaultDrawNodeHover: () => {},
    zIndex: true,
    nodeReducer: (id, data) => {
      const center = lit();
      if (center === null || id === center || picture.areNeighbors(id, center)) {
        return center === id ? { ...data, forceLabel: true, zIndex: 1 } : data;
      }
      return { ...data, color: ink.faint, label: null };
    },
    edgeReducer: (id, data) => {
      const center = lit();
      return center === null || picture.hasExtremity(id, center) ? data : { ...data, hidden: true };
    },
  });
  const light = (id: string | null): void => {
    hovered = id;
    place.style.cursor = id === null ? "" : "pointer";
    renderer.refresh({ skipIndexation: true });
  };
  renderer.on("enterNode", ({ node }) => light(node));
  renderer.on("leaveNode", () => light(null));
  renderer.on("clickNode", ({ node }) => onSelect(node));
  renderer.on("clickStage", () => onSelect(null));

  const stopLayout = layOut(graph, picture, onLaidOut);
  return {
    renderer,
    end: () => {
      stopLayout();
      renderer.kill();
    },
  };
}

function pictureOf(graph: Graph, isDark: boolean, edgeColour: string): MultiGraph {
  const picture = new MultiGraph();
  const degrees = degreesOf(graph);
  for (const [place, { id, kind }] of graph.nodes.entries()) {
    if (picture.hasNode(id)) continue;
    const [x, y] = startAt(place);
    const size = radiusOf(degrees.get(id) ?? 0, id === graph.center);
    picture.addNode(id, { x, y, size, label: nameOf(id), color: COLOURS[kind][isDark ? 1 : 0] });
  }
  for (const { from, to } of graph.edges) {
    if (picture.hasNode(from) && picture.hasNode(to)) picture.addEdge(from, to, { size: 1, color: edgeColour });
  }
  return picture;
}

/** Has a worker lay the graph out, and moves the nodes as it says. @returns what stops it */
function layOut(graph: Graph, picture: MultiGraph, onLaidOut: () => void): () => void {
  const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  let rounds = 0;
  const places = new Map(graph.nodes.map(({ id }, place) => [id, place]));
  worker.addEventListener("message", ({ data }: MessageEvent<Float32Array>) => {
    rounds += 1;
    picture.updateEachNodeAttributes(
      (id, attributes) => {
        const place = places.get(id) ?? 0;
        return { ...attributes, x: data[place * 2], y: data[place * 2 + 1] };
      },
      { attributes: ["x", "y"] },
    );
    if (rounds === 1) onLaidOut();
  });
  const { sizes, edges } = layoutJob(graph);
  worker.postMessage({ sizes, edges }, [sizes.buffer, edges.buffer]);
  return () => worker.terminate();
}
