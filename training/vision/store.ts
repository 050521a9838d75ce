import type { Constant, FoldedGraph, OpenLayer } from "./graph.ts";

interface Tensor {
  readonly type: "I8" | "F32";
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

/** A network as it is stored: its layers, and tensors by name. */
export interface StoredNetwork {
  readonly description: Readonly<Record<string, string>>;
  readonly tensors: Readonly<Record<string, Tensor>>;
}

const bytesOf = (values: Float32Array | Int8Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** Weights as signed bytes with a scale for each output (Krishnamoorthi 2018, section 3.1.2); biases as they are. */
export function quantized({ shape, layers, outputs }: FoldedGraph): StoredNetwork {
  return {
    description: {
      shape: JSON.stringify(shape),
      layers: JSON.stringify(layers.map(({ layer }) => layer)),
      outputs: JSON.stringify(outputs),
    },
    tensors: Object.fromEntries(layers.flatMap((layer, at) => tensorsOf(layer, at + 1))),
  };
}

function tensorsOf({ layer, weights, bias }: OpenLayer, place: number): readonly (readonly [string, Tensor])[] {
  if (!weights || !bias) return [];
  const channels = bias.length;
  const { values } = weights;
  const stored: readonly [string, Tensor] = [`${place}.bias`, { type: "F32", shape: [channels], bytes: bytesOf(bias) }];
  if (layer.op === "depthwise")
    return [[`${place}.weights`, { type: "F32", shape: weights.shape, bytes: bytesOf(values) }], stored];
  const scales = new Float32Array(channels);
  for (const [index, value] of values.entries()) {
    const channel = index % channels;
    scales[channel] = Math.max(scales[channel] ?? 0, Math.abs(value) / 127);
  }
  const whole = Int8Array.from(values, (value, index) => Math.round(value / (scales[index % channels] || 1)));
  return [
    [`${place}.weights`, { type: "I8", shape: weights.shape, bytes: bytesOf(whole) }],
    [`${place}.scales`, { type: "F32", shape: [channels], bytes: bytesOf(scales) }],
    stored,
  ];
}

/** The network in the safetensors format, with further constants. */
export function safetensors(
  { description, tensors }: StoredNetwork,
  others: Readonly<Record<string, Constant>>,
): Uint8Array {
  const floats = Object.entries(others).map(
    ([name, { shape, values }]) => [name, { type: "F32", shape, bytes: bytesOf(values) }] as const,
  );
  // Numbers of four bytes first, as some readers want them to lie at multiples of four.
  const all = [...Object.entries(tensors), ...floats].toSorted(([, one], [, other]) =>
    one.type.localeCompare(other.type),
  );
  let at = 0;
  const entries = all.map(([name, { type, shape, bytes }]) => {
    const offsets = [at, at + bytes.length];
    at += bytes.length;
    return [name, { dtype: type, shape, data_offsets: offsets }] as const;
  });
  const header = JSON.stringify({ __metadata__: description, ...Object.fromEntries(entries) });
  const padded = Buffer.from(header.padEnd(Math.ceil(header.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, padded, ...all.map(([, { bytes }]) => bytes)]);
}
