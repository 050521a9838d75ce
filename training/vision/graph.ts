import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import type { Layer, LayerActivation } from "../../src/providers/embedded/vision/networks/layers.ts";

/** Numbers of a graph that are known beforehand, row by row. */
export interface Constant {
  readonly shape: readonly number[];
  readonly values: Float32Array<ArrayBuffer>;
}

/** In base64; older graphs have its bytes. */
const text = z
  .union([
    z.string().transform((encoded) => Buffer.from(encoded, "base64")),
    z.array(z.number()).transform((bytes) => Buffer.from(bytes)),
  ])
  .transform((bytes) => bytes.toString());
const attribute = z.looseObject({
  f: z.number().optional(),
  b: z.boolean().optional(),
  s: text.optional(),
  list: z.looseObject({ i: z.array(z.coerce.number()).optional(), s: z.array(text).optional() }).optional(),
});
const node = z.looseObject({
  name: z.string(),
  op: z.string(),
  input: z.array(z.string()).default([]),
  attr: z.record(z.string(), attribute).default({}),
});
type Node = z.infer<typeof node>;

const weight = z.looseObject({
  name: z.string(),
  shape: z.array(z.int().nonnegative()),
  dtype: z.enum(["float32", "int32", "bool"]),
  quantization: z.looseObject({ dtype: z.literal("float16") }).optional(),
});
const model = z.looseObject({
  modelTopology: z.looseObject({ node: z.array(node) }),
  weightsManifest: z.array(z.object({ paths: z.array(z.string()), weights: z.array(weight) })),
});

/** A graph of TensorFlow.js: its nodes and constants by name, and how many nodes take each. */
export interface Graph {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly constants: ReadonlyMap<string, Constant>;
  readonly takers: ReadonlyMap<string, number>;
}

/** Reads a graph with the weights beside it. @throws {Error} for what is none */
export async function readGraph(path: string): Promise<Graph> {
  const { modelTopology, weightsManifest } = model.parse(JSON.parse(await readFile(path, "utf8")));
  const constants = new Map<string, Constant>();
  for (const { paths, weights } of weightsManifest) {
    const shards = await Promise.all(paths.map((name) => readFile(join(dirname(path), name))));
    const { buffer } = new Uint8Array(Buffer.concat(shards));
    let at = 0;
    for (const { name, shape, dtype, quantization } of weights) {
      const count = shape.reduce((product, side) => product * side, 1);
      const [values, bytes] = numbersAt(buffer, at, count, quantization?.dtype ?? dtype);
      constants.set(name, { shape, values });
      at += bytes;
    }
  }
  const takers = new Map<string, number>();
  for (const { input } of modelTopology.node) for (const name of input) takers.set(name, (takers.get(name) ?? 0) + 1);
  return { nodes: new Map(modelTopology.node.map((one) => [one.name, one])), constants, takers };
}

function numbersAt(
  buffer: ArrayBuffer,
  at: number,
  count: number,
  type: "float32" | "float16" | "int32" | "bool",
): readonly [Float32Array<ArrayBuffer>, bytes: number] {
  const bytes = count * { float32: 4, float16: 2, int32: 4, bool: 1 }[type];
  const own = buffer.slice(at, at + bytes);
  const reader = { float32: Float32Array, float16: Float16Array, int32: Int32Array, bool: Uint8Array }[type];
  return [Float32Array.from(new reader(own)), bytes];
}

/** @throws {RangeError} where there is none of that name */
export function constantOf({ constants }: Graph, name: string): Constant {
  const found = constants.get(name);
  if (found === undefined) throw new RangeError(`The graph has no constant ${name}`);
  return found;
}

/** A layer whose weights are still to be stored. */
export interface OpenLayer {
  layer: Layer;
  /** Of convolutions: the last dimension is that of the outputs (of the channels, where each is filtered by itself). */
  readonly weights?: Constant;
  readonly bias?: Float32Array<ArrayBuffer>;
}

export interface FoldedGraph {
  readonly shape: readonly [height: number, width: number, channels: number];
  readonly layers: readonly OpenLayer[];
  /** Places of layers, counted from 1; 0 is the input. */
  readonly outputs: Readonly<Record<string, number>>;
}

interface Part {
  /** The node whose output the network is given. */
  readonly input: string;
  readonly shape: FoldedGraph["shape"];
  /** Nodes by the names that their outputs shall have. */
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * The part of a graph between two sets of nodes as layers: what scales, shifts or cuts the output of a convolution is put
 * into it.
 * @throws {Error} for a node that no layer does
 */
export function foldGraph(graph: Graph, { input, shape, outputs }: Part): FoldedGraph {
  const layers: OpenLayer[] = [];
  const places = new Map([[input, 0]]);
  const at = (place: number): OpenLayer => {
    const layer = layers[place - 1];
    if (layer === undefined) throw new RangeError("The input of the network is no layer");
    return layer;
  };
  const add = (layer: OpenLayer): number => layers.push(layer);
  const placeOf = (name: string): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    const made = make(name);
    places.set(name, made);
    return made;
  };
  /** The layer that a node changes, which nothing else may take as it was. */
  const changed = (name: string): readonly [place: number, layer: OpenLayer] => {
    if (graph.takers.get(name) !== 1) throw new Error(`${name} is taken more than once`);
    const place = placeOf(name);
    return [place, at(place)];
  };
  const affine = (name: string, scale: Float32Array | null, shift: Float32Array): number => {
    const [place, { layer, weights, bias }] = changed(name);
    if (layer.op === "sum" && scale === null) {
      // The sum of a convolution and of what it was made of: the convolution may as well be shifted.
      const open = layer.inputs.map((one) => at(one)).find((one) => one.bias && one.layer.op === "convolution");
      for (const [channel, value] of shift.entries())
        if (open?.bias) open.bias[channel] = (open.bias[channel] ?? 0) + value;
      return place;
    }
    if (!weights || !bias || layer.op === "sum" || layer.op === "enlargement" || layer.activation !== "none")
      throw new Error(`${name} cannot be scaled`);
    const channels = bias.length;
    for (let index = 0; index < channels; index++)
      bias[index] = (bias[index] ?? 0) * (scale?.[index] ?? 1) + (shift[index] ?? 0);
    if (scale)
      for (let index = 0; index < weights.values.length; index++)
        weights.values[index] = (weights.values[index] ?? 0) * (scale[index % channels] ?? 1);
    return place;
  };
  const make = (name: string): number => {
    const node = graph.nodes.get(name);
    if (node === undefined) throw new RangeError(`The graph has no node ${name}`);
    const [first = "", second = "", ...others] = node.input.filter((one) => !one.startsWith("^"));
    const constant = graph.constants.get(second);
    switch (node.op) {
      case "Conv2D":
      case "_FusedConv2D":
      case "DepthwiseConv2dNative":
      case "FusedDepthwiseConv2dNative":
        return add(convolution(graph, node, placeOf(first)));
      case "Mul":
        if (!constant) break;
        return affine(first, constant.values, new Float32Array(constant.values.length));
      case "BiasAdd":
      case "Add":
      case "AddV2":
      case "AddN": {
        const other = graph.constants.get(first);
        if (constant) return affine(first, null, constant.values);
        if (other) return affine(second, null, other.values);
        return add({ layer: { op: "sum", inputs: [placeOf(first), placeOf(second)] } });
      }
      case "FusedBatchNorm": {
        const [gamma, beta, mean, variance] = [second, ...others].map((one) => constantOf(graph, one).values);
        if (!gamma || !beta || !mean || !variance) break;
        const epsilon = node.attr.epsilon?.f ?? 0;
        const scale = gamma.map((value, index) => value / Math.sqrt((variance[index] ?? 0) + epsilon));
        return affine(
          first,
          scale,
          beta.map((value, index) => value - (mean[index] ?? 0) * (scale[index] ?? 0)),
        );
      }
      case "Relu6":
      case "Relu": {
        const [place, open] = changed(first);
        if (open.layer.op === "sum" || open.layer.op === "enlargement" || open.layer.activation !== "none") break;
        open.layer = { ...open.layer, activation: node.op === "Relu6" ? "relu6" : "relu" };
        return place;
      }
      case "ResizeBilinear": {
        const [height = 0, width = 0] = constant?.values ?? [];
        if (node.attr.half_pixel_centers?.b !== true) break;
        return add({ layer: { op: "enlargement", inputs: [placeOf(first)], height, width } });
      }
    }
    throw new Error(`No layer does ${node.op} of ${name}`);
  };
  const named = Object.entries(outputs).map(([name, node]) => [name, placeOf(node)] as const);
  return { shape, layers, outputs: Object.fromEntries(named) };
}

function convolution(graph: Graph, node: Node, input: number): OpenLayer {
  const [, filter = "", bias] = node.input;
  const { shape, values } = constantOf(graph, filter);
  const isDepthwise = node.op.includes("Depthwise");
  const [height = 0, width = 0, inputs = 0, last = 0] = shape;
  const [, stride = 1, across = 1] = node.attr.strides?.list?.i ?? [];
  const dilations = node.attr.dilations?.list?.i ?? [];
  const padding = node.attr.padding?.s;
  const isSame = padding === "SAME" || (height === 1 && width === 1 && stride === 1);
  if (stride !== across || dilations.some((side) => side !== 1) || !isSame || (isDepthwise && last !== 1))
    throw new Error(`No layer does a convolution as ${node.name} is`);
  const channels = isDepthwise ? inputs : last;
  const fused = node.attr.fused_ops?.list?.s ?? [];
  return {
    layer: {
      op: isDepthwise ? "depthwise" : "convolution",
      inputs: [input],
      kernel: [height, width],
      channels,
      stride,
      activation: activationOf(fused),
    },
    weights: { shape: isDepthwise ? [height, width, inputs] : shape, values: values.slice() },
    bias: fused.includes("BiasAdd") ? constantOf(graph, bias ?? "").values.slice() : new Float32Array(channels),
  };
}

function activationOf(fused: readonly string[]): LayerActivation {
  const [activation] = fused.filter((name) => name !== "BiasAdd");
  if (activation === undefined) return "none";
  if (activation === "Relu") return "relu";
  if (activation === "Relu6") return "relu6";
  throw new Error(`No layer does ${activation}`);
}
