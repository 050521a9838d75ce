import { expect, test } from "vitest";
import { PictureNetwork } from "../../../../src/providers/embedded/vision/networks/network.ts";
import { readTensors } from "../../../../src/safetensors.ts";

type Shape = readonly [height: number, width: number, channels: number];

/** Numbers from −1 to 1 that look random. */
const numbers = (count: number, seed: number): Float32Array =>
  Float32Array.from({ length: count }, (_, index) => Math.sin((index + 1) * (seed + 0.7) * 12.9898));
/** Weights as they are stored, all in steps of a hundredth. */
const bytes = (count: number, seed: number): Int8Array =>
  Int8Array.from(numbers(count, seed), (value) => Math.round(value * 100));

interface Tensor {
  readonly dtype: "I8" | "F32";
  readonly shape: readonly number[];
  readonly values: Float32Array | Int8Array;
}

function file(description: Readonly<Record<string, unknown>>, tensors: Readonly<Record<string, Tensor>>) {
  let at = 0;
  const entries = Object.entries(tensors).map(([name, { dtype, shape, values }]) => {
    const offsets = [at, at + values.byteLength];
    at += values.byteLength;
    return [name, { dtype, shape, data_offsets: offsets }] as const;
  });
  const metadata = Object.fromEntries(
    Object.entries(description).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const header = new TextEncoder().encode(JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(entries) }));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(header.length), true);
  const out = new Uint8Array(8 + header.length + at);
  out.set(length);
  out.set(header, 8);
  let to = 8 + header.length;
  for (const { values } of Object.values(tensors)) {
    out.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), to);
    to += values.byteLength;
  }
  return out;
}

const valueAt = (values: ArrayLike<number>, [height, width, channels]: Shape, y: number, x: number, channel: number) =>
  y < 0 || x < 0 || y >= height || x >= width ? 0 : (values[(y * width + x) * channels + channel] ?? 0);

/** A convolution as its definition has it, padded as TensorFlow pads. */
function convolved(
  input: Float32Array,
  shape: Shape,
  weightAt: (y: number, x: number, from: number, to: number) => number,
  { kernel, channels, stride, bias }: { kernel: number; channels: number; stride: number; bias: Float32Array },
): Float32Array {
  const [height, width, inputs] = shape;
  const [rows, columns] = [Math.ceil(height / stride), Math.ceil(width / stride)];
  const before = (length: number, steps: number): number =>
    Math.floor(Math.max(0, (steps - 1) * stride + kernel - length) / 2);
  const [top, left] = [before(height, rows), before(width, columns)];
  const out = new Float32Array(rows * columns * channels);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      for (let to = 0; to < channels; to++) {
        let sum = bias[to] ?? 0;
        for (let y = 0; y < kernel; y++)
          for (let x = 0; x < kernel; x++)
            for (let from = 0; from < inputs; from++)
              sum +=
                valueAt(input, shape, row * stride + y - top, column * stride + x - left, from) *
                weightAt(y, x, from, to);
        out[(row * columns + column) * channels + to] = Math.min(6, Math.max(0, sum));
      }
  return out;
}

const run = async (network: PictureNetwork, input: Float32Array) => {
  const spent: number[] = [];
  const outputs = await network.run(input, {
    spend: async (_, amount) => {
      spent.push(amount);
    },
  });
  return { outputs, spent };
};

const SHAPE: Shape = [7, 6, 3];
const scales = Float32Array.of(0.01, 0.02, 0.03, 0.04);
const convolution = { op: "convolution", inputs: [0], kernel: [3, 3], channels: 4, stride: 2, activation: "relu6" };

function example(): PictureNetwork {
  const layers = [
    convolution,
    { op: "depthwise", inputs: [1], kernel: [3, 3], channels: 4, stride: 1, activation: "relu6" },
    { op: "sum", inputs: [1, 2] },
    { op: "enlargement", inputs: [3], height: 8, width: 6 },
  ];
  const outputs = { folded: 1, filtered: 2, summed: 3, enlarged: 4 };
  return new PictureNetwork(
    readTensors(
      file(
        { shape: SHAPE, layers, outputs },
        {
          "1.weights": { dtype: "I8", shape: [3, 3, 3, 4], values: bytes(108, 1) },
          "1.scales": { dtype: "F32", shape: [4], values: scales },
          "1.bias": { dtype: "F32", shape: [4], values: numbers(4, 2) },
          "2.weights": { dtype: "F32", shape: [3, 3, 4], values: numbers(36, 3) },
          "2.bias": { dtype: "F32", shape: [4], values: numbers(4, 4) },
        },
      ),
    ),
  );
}

test("a network computes its layers as they are defined, and counts its multiplications", async () => {
  const input = numbers(7 * 6 * 3, 5);
  const { outputs, spent } = await run(example(), input);
  const weights = bytes(108, 1);
  const folded = convolved(
    input,
    SHAPE,
    (y, x, from, to) => (weights[((y * 3 + x) * 3 + from) * 4 + to] ?? 0) * (scales[to] ?? 0),
    { kernel: 3, channels: 4, stride: 2, bias: numbers(4, 2) },
  );
  const own = numbers(36, 3);
  const filtered = convolved(
    folded,
    [4, 3, 4],
    (y, x, from, to) => (from === to ? (own[(y * 3 + x) * 4 + to] ?? 0) : 0),
    { kernel: 3, channels: 4, stride: 1, bias: numbers(4, 4) },
  );
  const summed = folded.map((value, index) => value + (filtered[index] ?? 0));
  for (const [name, expected] of Object.entries({ folded, filtered, summed })) {
    const computed = outputs[name] ?? new Float32Array();
    expect(computed).toHaveLength(expected.length);
    for (const [index, value] of expected.entries()) expect(computed[index]).toBeCloseTo(value, 4);
  }
  const { enlarged = new Float32Array() } = outputs;
  expect(enlarged).toHaveLength(8 * 6 * 4);
  // Twice the size: a corner stays as it is, and in between lie means.
  expect(enlarged[0]).toBeCloseTo(summed[0] ?? 0, 4);
  expect(enlarged[4]).toBeCloseTo((summed[0] ?? 0) * 0.75 + (summed[4] ?? 0) * 0.25, 4);
  expect(spent).toEqual([4 * 3 * 4 * 27, 4 * 3 * 4 * 9, 4 * 3 * 4, 8 * 6 * 4]);
});

test("a network gives the same again, whatever was computed in between", async () => {
  const [network, other] = [example(), example()];
  const input = numbers(7 * 6 * 3, 6);
  const first = await run(network, input);
  const [second] = await Promise.all([run(network, input), run(other, numbers(7 * 6 * 3, 7))]);
  expect(second).toEqual(first);
});

test("a network whose attempt is over stops between two layers, and leaves the next call as it was", async () => {
  const network = example();
  const input = numbers(7 * 6 * 3, 8);
  const { outputs } = await run(network, input);
  const over = network.run(input, {
    spend: async () => {
      throw new Error("over");
    },
  });
  await expect(over).rejects.toThrow("over");
  expect((await run(network, input)).outputs).toEqual(outputs);
});

test.each([
  ["takes what comes later", { shape: SHAPE, layers: [{ op: "sum", inputs: [0, 2] }], outputs: {} }],
  ["does what no layer does", { shape: SHAPE, layers: [{ op: "softmax", inputs: [0] }], outputs: {} }],
  ["has no shape", { layers: [], outputs: {} }],
])("a network that %s is refused", (_, description) => {
  expect(() => new PictureNetwork(readTensors(file(description, {})))).toThrow();
});
