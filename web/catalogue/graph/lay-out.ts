import type { CapabilityGraph } from "../../../src/client/client.ts";
import { layoutJob } from "./picture.ts";
import type { PictureGraph } from "./picture-graph.ts";

/** Has a worker lay a graph out, and moves the nodes as it says, time after time. @returns what stops it */
export function layOut(graph: CapabilityGraph, picture: PictureGraph, onMoved: () => void): () => void {
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
