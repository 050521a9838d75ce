import Sigma from "sigma";
import { EdgeLineProgram } from "sigma/rendering";
import type { GraphView } from "../../../src/client/client.ts";
import { drawHover } from "./draw-hover.ts";
import { drawLabel } from "./draw-label.ts";
import { layoutJob } from "./picture.ts";
import { colourOf, type Dot, type PictureGraph, pictureOf } from "./picture-graph.ts";

/** A graph that is being shown. */
export interface Drawing {
  /** Leaves only this node and its neighbours in colour; null for all. */
  select(id: string | null): void;
  /** In the colours of the page, light or dark; nothing moves. */
  paint(isDark: boolean): void;
  zoom(to: "nearer" | "farther" | "all"): void;
  /** Takes it away, with the worker that lays it out. */
  end(): void;
}

interface Options {
  readonly isDark: boolean;
  readonly onSelect: (id: string | null) => void;
  readonly onLaidOut: () => void;
}

const INK = {
  light: { edge: "#d9d3c9", lit: "#5f5850", faint: "#ece7de", text: "#1e1b18", paper: "#ffffff" },
  dark: { edge: "#3a3f4a", lit: "#b0aca4", faint: "#23262e", text: "#eceae6", paper: "#1d2027" },
};
const FONT = "system-ui, sans-serif";
const LABEL_SIZE = 13;
/** Smaller nodes are named when one comes nearer. */
const LABELLED_RADIUS = 7;
/** More names would cover one another. */
const MAX_NAMED = 30;
/** The part of the picture that fills the view: beyond, one sees nothing but a line, or nothing but a speck. */
const NEAREST = 0.02;
const FARTHEST = 3;
/** Of a node with more edges, they would hide the picture, and take longer than a frame. */
const MAX_LIT_EDGES = 400;

/** Draws a graph with WebGL, and lays it out in a worker. @throws where the browser has no WebGL */
export function draw(place: HTMLElement, graph: GraphView, { isDark, onSelect, onLaidOut }: Options): Drawing {
  let isInkDark = isDark;
  let ink = isDark ? INK.dark : INK.light;
  let selected: string | null = null;
  let near: ReadonlySet<string> = new Set();
  let hovered: string | null = null;
  const picture = pictureOf(graph, isDark);

  const renderer = new Sigma<Dot>(picture, place, {
    ...{ labelFont: FONT, labelSize: LABEL_SIZE, labelRenderedSizeThreshold: LABELLED_RADIUS },
    labelColor: { color: ink.text },
    defaultEdgeColor: ink.edge,
    ...{ minCameraRatio: NEAREST, maxCameraRatio: FARTHEST },
    // One pixel wide however near one is: a tenth of the work of a line with a width.
    edgeProgramClasses: { line: EdgeLineProgram },
    defaultDrawNodeLabel: (context, data) =>
      drawLabel(context, data, { font: FONT, fontSize: LABEL_SIZE, text: ink.text, paper: ink.paper }),
    defaultDrawNodeHover: (context, data) => {
      if (hovered !== null) drawHover(context, data, picture.getNodeAttribute(hovered, "label"), ink);
    },
    nodeReducer: (id, data) => {
      if (selected === null) return data;
      if (!near.has(id)) return { ...data, color: ink.faint, label: null };
      return id === selected || near.size <= MAX_NAMED ? { ...data, forceLabel: true } : data;
    },
    edgeReducer: (id, data) => {
      if (hovered !== null && picture.hasExtremity(id, hovered)) return { ...data, color: ink.lit };
      return selected === null || picture.hasExtremity(id, selected) ? data : { ...data, hidden: true };
    },
  });

  const litEdges = (id: string | null): string[] =>
    id === null || picture.degree(id) > MAX_LIT_EDGES ? [] : picture.edges(id);
  /** Its name is drawn on a layer of its own: of all the rest, only its edges change. */
  const hover = (id: string | null): void => {
    const edges = [...litEdges(hovered), ...litEdges(id)];
    hovered = id;
    place.style.cursor = id === null ? "" : "pointer";
    renderer.refresh({ partialGraph: { edges }, skipIndexation: true, schedule: true });
  };
  renderer.on("enterNode", ({ node }) => hover(node));
  renderer.on("leaveNode", () => hover(null));
  renderer.on("clickNode", ({ node }) => onSelect(node));
  renderer.on("clickStage", () => onSelect(null));

  const stopLayout = layOut(graph, picture, onLaidOut);
  return {
    select: (id) => {
      if (id === selected) return;
      selected = id !== null && picture.hasNode(id) ? id : null;
      near = new Set(selected === null ? [] : [selected, ...picture.neighbors(selected)]);
      renderer.refresh({ skipIndexation: true, schedule: true });
    },
    paint: (dark) => {
      if (dark === isInkDark) return;
      isInkDark = dark;
      ink = dark ? INK.dark : INK.light;
      picture.updateEachNodeAttributes((_, dot) => ({ ...dot, color: colourOf(dot.kind, dark) }), {
        attributes: ["color"],
      });
      renderer.setSettings({ labelColor: { color: ink.text }, defaultEdgeColor: ink.edge });
    },
    zoom: (to) => {
      const camera = renderer.getCamera();
      if (to === "all") void camera.animatedReset();
      else void (to === "nearer" ? camera.animatedZoom() : camera.animatedUnzoom());
    },
    end: () => {
      stopLayout();
      renderer.kill();
    },
  };
}

/** Has a worker lay a graph out, and moves the nodes as it says, time after time. @returns what stops it */
function layOut(graph: GraphView, picture: PictureGraph, onMoved: () => void): () => void {
  const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  const places = new Map(graph.nodes.map(({ id }, place) => [id, place]));
  worker.addEventListener("message", ({ data }: MessageEvent<Float32Array>) => {
    picture.updateEachNodeAttributes(
      (id, attributes) => {
        const place = places.get(id) ?? 0;
        return { ...attributes, x: data[place * 2] ?? 0, y: data[place * 2 + 1] ?? 0 };
      },
      { attributes: ["x", "y"] },
    );
    onMoved();
  });
  const { sizes, edges } = layoutJob(graph);
  worker.postMessage({ sizes, edges }, [sizes.buffer, edges.buffer]);
  return () => worker.terminate();
}
