// Convolutions of XNNPACK, with SIMD, as TensorFlow.js compiles them for its WebAssembly backend.
import KERNELS from "@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm";
import type { Layer, LayerActivation } from "./layers.ts";

/** Height, width and channels of what a layer gives: row by row, the channels of a pixel side by side. */
export type TensorShape = readonly [height: number, width: number, channels: number];

/** Numbers in the kernels' memory, to be given back with `Kernels.free`. */
export interface Tensor {
  readonly shape: TensorShape;
  /** By which the kernels know it. */
  readonly id: number;
  /** In bytes. */
  readonly address: number;
}

/** The kernels' exports that are used, with the arguments that version 4.22 of the package gives them. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  init_with_threads_count(threads: number): void;
  malloc(bytes: number): number;
  free(address: number): void;
  register_tensor(id: number, numbers: number, address: number): void;
  dispose_data(id: number): void;
  FusedConv2D(...given: readonly number[]): void;
  FusedDepthwiseConv2D(...given: readonly number[]): void;
  Add(...given: readonly number[]): void;
  ResizeBilinear(...given: readonly number[]): void;
}

const ACTIVATIONS: Readonly<Record<LayerActivation, number>> = { none: 0, relu: 1, relu6: 2 };
const FLOAT32 = 0;
const FLOAT_BYTES = 4;
const PAGE_BYTES = 64 * 1024;
/** A network that needs more does not fit beside the rest of the isolate: growing fails, and so does the call. */
const MOST_MEMORY_BYTES = 64 * 1024 * 1024;

type Convolution = Extract<Layer, { op: "convolution" | "depthwise" }>;

/** One instance of the kernels with its memory, which grows with what it is given and never shrinks. */
export class Kernels {
  readonly #exports: Exports;
  #lastId = 0;

  constructor() {
    const instance = new WebAssembly.Instance(KERNELS, {
      env: {
        abort: () => {
          throw new Error("The kernels stopped");
        },
        emscripten_memcpy_big: (to: number, from: number, bytes: number) => this.#copy(to, from, bytes),
        emscripten_get_heap_max: () => MOST_MEMORY_BYTES,
        emscripten_resize_heap: (bytes: number) => this.#grow(bytes),
      },
      wasi_snapshot_preview1: { fd_close: () => 0, fd_seek: () => 0, fd_write: () => 0 },
    });
    this.#exports = instance.exports as unknown as Exports;
    this.#exports.__wasm_call_ctors();
    this.#exports.init_with_threads_count(1);
  }

  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Room for numbers, with whatever stood there. @throws {Error} where there is none */
  room(shape: TensorShape): Tensor {
    const numbers = shape[0] * shape[1] * shape[2];
    const address = this.#exports.malloc(numbers * FLOAT_BYTES);
    if (address === 0) throw new Error("The kernels have no memory left");
    this.#lastId += 1;
    this.#exports.register_tensor(this.#lastId, numbers, address);
    return { shape, id: this.#lastId, address };
  }

  /** The numbers of a tensor as they lie in memory: until the next call of anything here. */
  numbers({ shape, address }: Tensor): Float32Array {
    return new Float32Array(this.#exports.memory.buffer, address, shape[0] * shape[1] * shape[2]);
  }

  free({ id, address }: Tensor): void {
    this.#exports.free(address);
    this.#exports.dispose_data(id);
  }

  /** @param filter by its rows, columns, inputs and outputs @param bias one number for each output */
  convolve(layer: Convolution, input: Tensor, filter: Tensor, bias: Tensor): Tensor {
    const [height, width, channels] = input.shape;
    const [rows, columns] = layer.kernel;
    const output = this.room(convolvedShape(layer, input.shape));
    const [top, bottom] = padding(height, rows, layer.stride);
    const [left, right] = padding(width, columns, layer.stride);
    const kernel = layer.op === "convolution" ? this.#exports.FusedConv2D : this.#exports.FusedDepthwiseConv2D;
    kernel(
      ...[input.id, 1, height, width, filter.id, rows, columns, bias.id],
      ...[top, right, bottom, left, 1, 1, 1, layer.stride, layer.stride],
      ...[channels, layer.channels, ACTIVATIONS[layer.activation], 0, 0, output.id],
    );
    return output;
  }

  /** The sum of two tensors of one shape. */
  add(one: Tensor, other: Tensor): Tensor {
    const output = this.room(one.shape);
    const sides = this.room([1, 1, one.shape.length]);
    new Int32Array(this.#exports.memory.buffer, sides.address, one.shape.length).set(one.shape);
    const shape = [sides.address, one.shape.length];
    this.#exports.Add(one.id, ...shape, other.id, ...shape, FLOAT32, output.id);
    this.free(sides);
    return output;
  }

  /** Drawn larger, bilinearly, between the pixels' centres. */
  enlarge(input: Tensor, height: number, width: number): Tensor {
    const [ownHeight, ownWidth, channels] = input.shape;
    const output = this.room([height, width, channels]);
    this.#exports.ResizeBilinear(input.id, 1, ownHeight, ownWidth, channels, height, width, 0, 1, output.id);
    return output;
  }

  #copy(to: number, from: number, bytes: number): void {
    new Uint8Array(this.#exports.memory.buffer).copyWithin(to, from, from + bytes);
  }

  #grow(bytes: number): 0 | 1 {
    const { memory } = this.#exports;
    if (bytes > MOST_MEMORY_BYTES) return 0;
    memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES));
    return 1;
  }
}

/** The shape of what a convolution gives. */
export const convolvedShape = ({ stride, channels }: Convolution, [height, width]: TensorShape): TensorShape => [
  Math.ceil(height / stride),
  Math.ceil(width / stride),
  channels,
];

/** Zeros before and after a side, as TensorFlow pads: where they are odd, one more comes after. */
function padding(length: number, kernel: number, stride: number): readonly [before: number, after: number] {
  const all = Math.max(0, (Math.ceil(length / stride) - 1) * stride + kernel - length);
  return [Math.floor(all / 2), Math.ceil(all / 2)];
}
