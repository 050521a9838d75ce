import { UndirectedGraph } from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import type { LayoutJob } from "./picture.ts";
import { startAt } from "./picture.ts";

/** Enough for a picture of 5,000 nodes to come to rest; sent on as they are made, so that one sees it unfold. */
const STEPS = 120;
const ROUNDS = 12;
/** From so many nodes on, far ones are taken together (Barnes and Hut). */
const MANY = 400;
/** From so many on, the page needs some frames to take them all to another place: it is asked to less often. */
const VERY_MANY = 2_000;
const ROUNDS_OF_VERY_MANY = 4;

addEventListener("message", ({ data: { sizes, edges } }: MessageEvent<LayoutJob>): void => {
  const graph = new UndirectedGraph({ multi: false });
  for (const [place, size] of sizes.entries()) {
    const [x, y] = startAt(place);
    graph.addNode(place, { x, y, size });
  }
  for (let at = 0; at + 1 < edges.length; at += 2) graph.mergeEdge(edges[at], edges[at + 1]);
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    barnesHutOptimize: sizes.length > MANY,
    adjustSizes: sizes.length <= MANY,
    gravity: 0.6,
    scalingRatio: 12,
  };
  const rounds = sizes.length > VERY_MANY ? ROUNDS_OF_VERY_MANY : ROUNDS;
  for (let round = 0; round < rounds; round++) {
    forceAtlas2.assign(graph, { iterations: STEPS / rounds, settings });
    const positions = new Float32Array(sizes.length * 2);
    graph.forEachNode((node, { x, y }) => positions.set([x, y], Number(node) * 2));
    postMessage(positions, { transfer: [positions.buffer] });
  }
  close();
});
