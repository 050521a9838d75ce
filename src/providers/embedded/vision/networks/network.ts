import { AppError } from "../../../../domain/errors.ts";
import { readTensors, type Tensors } from "../../../../safetensors.ts";
import type { ExpertDependencies } from "../../expert.ts";
import type { WorkBudget } from "../../work.ts";
import { convolvedShape, Kernels, type Tensor, type TensorShape } from "./kernels.ts";
import { Description, type Layer } from "./layers.ts";

/** WebAssembly memory never shrinks: kernels that grew beyond this are dropped after use. */
const KEEP_KERNELS_BYTES = 40 * 1024 * 1024;

/** What is kept between calls for as long as nothing else needs its memory; never a promise, which may stay unsettled. */
let keptKernels: WeakRef<Kernels> | undefined;
const keptNetworks = new Map<string, WeakRef<PictureNetwork>>();

/**
 * The network of a file among the assets, read when it is first needed.
 * @throws {AppError} `misconfigured` where there is none
 */
export async function loadNetwork(path: string, { asset }: Pick<ExpertDependencies, "asset">): Promise<PictureNetwork> {
  const kept = keptNetworks.get(path)?.deref();
  if (kept) return kept;
  const file = new Uint8Array(await new Response(await asset(path)).arrayBuffer());
  try {
    const network = new PictureNetwork(readTensors(file));
    keptNetworks.set(path, new WeakRef(network));
    return network;
  } catch (cause) {
    throw new AppError("misconfigured", `${path} is not a network; run \`npm run build:assets\`.`, { cause });
  }
}

/** A layer, what it costs, and the places whose results nothing takes after it. */
interface Step {
  readonly layer: Layer;
  readonly multiplications: number;
  readonly done: readonly number[];
}

/**
 * A convolutional network, as `training/vision-networks.ts` stores it: weights as signed bytes with a scale for each
 * output. Weights are unpacked layer by layer, so that a call needs little more memory than its largest two layers.
 */
export class PictureNetwork {
  /** Of its input: height, width and channels. */
  readonly shape: TensorShape;
  readonly #tensors: Tensors;
  readonly #steps: readonly Step[];
  readonly #outputs: Readonly<Record<string, number>>;

  /** @throws {Error} where the description is none, or names a layer that comes later */
  constructor(tensors: Tensors) {
    const { shape, layers, outputs } = Description.parse(
      Object.fromEntries(Object.entries(tensors.metadata).map(([name, text]) => [name, JSON.parse(text)])),
    );
    this.shape = shape;
    this.#tensors = tensors;
    this.#outputs = outputs;
    this.#steps = stepsOf(shape, layers, new Set(Object.values(outputs)));
  }

  /** Numbers that are stored beside the layers. @throws {RangeError} where there are none of that name and shape */
  constant(name: string, ...shape: readonly number[]): Float32Array {
    return this.#tensors.floats(name, ...shape);
  }

  /**
   * Runs all layers, and gives the thread back between them.
   * @param input numbers of the network's shape, row by row, the channels of a pixel side by side
   * @param work counts multiplications
   * @throws {AppError} `timeout` when the attempt is over
   */
  async run(input: Float32Array, work: Pick<WorkBudget, "spend">): Promise<Readonly<Record<string, Float32Array>>> {
    const kernels = keptKernels?.deref() ?? new Kernels();
    keptKernels = undefined;
    const results: (Tensor | undefined)[] = [kernels.room(this.shape)];
    const at = (place: number): Tensor => {
      const tensor = results[place];
      if (tensor === undefined) throw new Error(`Layer ${place} has been let go`);
      return tensor;
    };
    kernels.numbers(at(0)).set(input);
    for (const [index, { layer, multiplications, done }] of this.#steps.entries()) {
      const place = index + 1;
      results.push(this.#perform(kernels, layer, place, at));
      for (const taken of done) {
        kernels.free(at(taken));
        results[taken] = undefined;
      }
      await work.spend("multiplications", multiplications);
    }
    const outputs = Object.entries(this.#outputs).map(
      ([name, place]) => [name, kernels.numbers(at(place)).slice()] as const,
    );
    for (const tensor of results) if (tensor) kernels.free(tensor);
    // Kernels that failed, or that another call has replaced meanwhile, are not used again.
    if (kernels.memoryBytes <= KEEP_KERNELS_BYTES) keptKernels = new WeakRef(kernels);
    return Object.fromEntries(outputs);
  }

  #perform(kernels: Kernels, layer: Layer, place: number, at: (place: number) => Tensor): Tensor {
    switch (layer.op) {
      case "sum":
        return kernels.add(at(layer.inputs[0]), at(layer.inputs[1]));
      case "enlargement":
        return kernels.enlarge(at(layer.inputs[0]), layer.height, layer.width);
      case "convolution":
      case "depthwise": {
        const input = at(layer.inputs[0]);
        const filter = this.#filter(kernels, layer, place, input.shape[2]);
        const bias = kernels.room([1, 1, layer.channels]);
        kernels.numbers(bias).set(this.#tensors.floats(`${place}.bias`, layer.channels));
        const output = kernels.convolve(layer, input, filter, bias);
        kernels.free(filter);
        kernels.free(bias);
        return output;
      }
    }
  }

  /** The weights of a convolution as floats. */
  #filter(
    kernels: Kernels,
    { op, kernel, channels }: Extract<Layer, { kernel: unknown }>,
    place: number,
    inputs: number,
  ): Tensor {
    if (op === "depthwise") {
      const filter = kernels.room([...kernel, channels]);
      kernels.numbers(filter).set(this.#tensors.floats(`${place}.weights`, ...kernel, channels));
      return filter;
    }
    const stored = this.#tensors.bytes(`${place}.weights`, ...kernel, inputs, channels);
    const scales = this.#tensors.floats(`${place}.scales`, channels);
    const filter = kernels.room([1, stored.length / channels, channels]);
    const numbers = kernels.numbers(filter);
    for (let from = 0; from < stored.length; from += channels)
      for (let channel = 0; channel < channels; channel++)
        numbers[from + channel] = (stored[from + channel] ?? 0) * (scales[channel] ?? 0);
    return filter;
  }
}

/** @throws {RangeError} for a layer that takes what comes later */
function stepsOf(input: TensorShape, layers: readonly Layer[], kept: ReadonlySet<number>): readonly Step[] {
  const shapes: TensorShape[] = [input];
  const lastTakers = new Map<number, number>();
  for (const [index, { inputs }] of layers.entries()) {
    if (inputs.some((taken) => taken > index)) throw new RangeError(`Layer ${index + 1} takes what comes later`);
    for (const taken of inputs) lastTakers.set(taken, index + 1);
  }
  return layers.map((layer, index) => {
    const own = shapes[layer.inputs[0]] ?? input;
    const shape = shapeAfter(layer, own);
    shapes.push(shape);
    const numbers = shape[0] * shape[1] * shape[2];
    const done = [...new Set(layer.inputs)].filter((taken) => lastTakers.get(taken) === index + 1 && !kept.has(taken));
    return { layer, multiplications: numbers * multiplicationsPerNumber(layer, own), done };
  });
}

function shapeAfter(layer: Layer, input: TensorShape): TensorShape {
  if (layer.op === "sum") return input;
  return layer.op === "enlargement" ? [layer.height, layer.width, input[2]] : convolvedShape(layer, input);
}

function multiplicationsPerNumber(layer: Layer, [, , channels]: TensorShape): number {
  if (layer.op === "sum" || layer.op === "enlargement") return 1;
  return layer.kernel[0] * layer.kernel[1] * (layer.op === "convolution" ? channels : 1);
}
