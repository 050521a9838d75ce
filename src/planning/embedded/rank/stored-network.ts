import * as z from "zod";
import type { EncoderLayer, Norm } from "../encoder/encoder.ts";
import { FLAGS, MAX_PIECES } from "./input.ts";
import type { Kernel, LinearMap } from "../encoder/kernel.ts";
import type { Matrix, QuantizedMatrix } from "../encoder/matrix.ts";
import type { PieceVocabulary } from "../encoder/pieces.ts";
import type { Tensors } from "../encoder/safetensors.ts";

/** A network, ready to run. */
export interface NetworkWeights {
  /** What it tells of: task types, and what may be true of a request besides having a task of a type. */
  readonly types: readonly string[];
  readonly facts: readonly string[];
  readonly vocabulary: PieceVocabulary;
  /** A vector a piece. */
  readonly embeddings: QuantizedMatrix;
  readonly positions: Matrix;
  readonly flags: Matrix;
  readonly embeddingNorm: Norm;
  readonly layers: readonly EncoderLayer[];
  readonly heads: number;
  /** Of a piece's vector, how much each label looks at it, and how much it then speaks for it; labels are types, then facts. */
  readonly queries: LinearMap;
  readonly labels: LinearMap;
  readonly labelBiases: Float32Array;
  /** One a type. */
  readonly roots: LinearMap;
  readonly leaves: LinearMap;
  readonly givers: LinearMap;
  readonly giverTypes: Matrix;
  readonly takers: LinearMap;
  readonly takerTypes: Matrix;
  readonly linkBias: Float32Array;
}

const size = z.coerce.number().pipe(z.int().positive());

/**
 * Unpacks a network as `training/network/` writes it: matrices in steps of one signed byte, with what a step is worth, row
 * by row, under their name and `.scales`; names in the metadata, separated by spaces.
 * @param kernel keeps the weights of its maps, and multiplies by them
 * @throws {Error} where a part is missing or of another shape
 */
export function unpackNetwork(tensors: Tensors, kernel: Kernel): NetworkWeights {
  const said = (name: string): string => {
    const found = tensors.metadata[name];
    if (found === undefined) throw new RangeError(`The network says nothing of its ${name}`);
    return found;
  };
  const names = (name: string): readonly string[] => said(name).split(" ");
  const [words, types, facts] = [names("vocabulary"), names("types"), names("facts")];
  const [heads, layers] = [size.parse(said("heads")), size.parse(said("layers"))];
  const labels = types.length + facts.length;
  const [, width = 0] = tensors.shapeOf("embeddings");
  const [inner = 0] = tensors.shapeOf("0.feed-forward-in");
  const [links = 0] = tensors.shapeOf("givers");
  // Products are summed four at a time.
  if (width % (4 * heads) !== 0) throw new RangeError(`${heads} heads cannot share a width of ${width}`);

  const quantized = (name: string, rows: number, columns: number): QuantizedMatrix => ({
    columns,
    scales: tensors.floats(`${name}.scales`, rows),
    quantized: tensors.bytes(name, rows, columns),
  });
  const embeddings = quantized("embeddings", words.length, width);
  const matrix = (name: string, rows: number, columns: number): Matrix => dequantized(quantized(name, rows, columns));
  const linear = (name: string, rows: number, columns: number): LinearMap =>
    kernel.map(quantized(name, rows, columns), new Float32Array(rows), { isRamped: false });
  const affine = (name: string, rows: number, columns: number, isRamped = false): LinearMap =>
    kernel.map(quantized(name, rows, columns), tensors.floats(`${name}.biases`, rows), { isRamped });
  const norm = (name: string): Norm => ({
    gain: tensors.floats(`${name}.gain`, width),
    offset: tensors.floats(`${name}.offset`, width),
  });
  return {
    types,
    facts,
    vocabulary: new Map(words.map((word, place) => [word, place])),
    // Copied, so that the rest of the file can be forgotten.
    embeddings: { ...embeddings, quantized: embeddings.quantized.slice() },
    positions: matrix("positions", MAX_PIECES, width),
    flags: matrix("flags", FLAGS.length, width),
    embeddingNorm: norm("embedding-norm"),
    layers: Array.from({ length: layers }, (_, at) => ({
      qkv: affine(`${at}.qkv`, 3 * width, width),
      attentionOutput: affine(`${at}.attention-output`, width, width),
      attentionNorm: norm(`${at}.attention-norm`),
      feedForwardIn: affine(`${at}.feed-forward-in`, inner, width, true),
      feedForwardOut: affine(`${at}.feed-forward-out`, width, inner),
      outputNorm: norm(`${at}.output-norm`),
    })),
    heads,
    queries: linear("queries", labels, width),
    labels: linear("labels", labels, width),
    labelBiases: tensors.floats("labels.biases", labels),
    roots: affine("roots", types.length, width),
    leaves: affine("leaves", types.length, width),
    givers: affine("givers", links, width),
    giverTypes: matrix("giver-types", types.length, links),
    takers: affine("takers", links, width),
    takerTypes: matrix("taker-types", types.length, links),
    linkBias: tensors.floats("link", 1),
  };
}

function dequantized({ columns, scales, quantized: steps }: QuantizedMatrix): Matrix {
  const values = Float32Array.from(steps, (step, at) => step * (scales[Math.floor(at / columns)] ?? 0));
  return { rows: scales.length, columns, values };
}
