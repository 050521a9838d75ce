import * as z from "zod";
import type { Affine, EncoderLayer, Matrix, Norm } from "./encoder.ts";
import { FLAGS, MAX_PIECES } from "./input.ts";
import type { PieceVocabulary } from "./pieces.ts";

const matrix = z.strictObject({ columns: z.int().positive(), scales: z.string(), quantized: z.string() });
type StoredMatrix = z.infer<typeof matrix>;

/**
 * A network as `training/network/` writes it. Matrices have one signed byte a weight, and a scale a row; scales and
 * vectors are little-endian float32; all of it is in base64.
 */
export const storedNetwork = z.strictObject({
  /** Separated by spaces. */
  vocabulary: z.string(),
  types: z.array(z.string()),
  /** What may be true of a request besides having a task of a type. */
  facts: z.array(z.string()),
  heads: z.int().positive(),
  layers: z.int().positive(),
  matrices: z.record(z.string(), matrix),
  vectors: z.record(z.string(), z.string()),
});
export type StoredNetwork = z.infer<typeof storedNetwork>;

/** A matrix of which only some rows are wanted at a time. */
export interface QuantizedMatrix {
  readonly columns: number;
  /** What a step is worth, row by row. */
  readonly scales: Float32Array;
  readonly quantized: Int8Array;
}

export interface NetworkWeights {
  readonly vocabulary: PieceVocabulary;
  /** A vector a piece. */
  readonly embeddings: QuantizedMatrix;
  readonly embeddingProjection: Affine;
  readonly positions: Matrix;
  readonly flags: Matrix;
  readonly embeddingNorm: Norm;
  readonly layers: readonly EncoderLayer[];
  readonly heads: number;
  /** One a label: types, then facts. */
  readonly queries: Matrix;
  readonly labels: Affine;
  /** One a type. */
  readonly roots: Affine;
  readonly leaves: Affine;
  readonly givers: Affine;
  readonly giverTypes: Matrix;
  readonly takers: Affine;
  readonly takerTypes: Matrix;
  readonly linkBias: Float32Array;
}

/** Unpacks a stored network. @throws {RangeError} where a part is missing or of another shape. */
export function unpackNetwork({ vocabulary, types, facts, heads, layers, ...parts }: StoredNetwork): NetworkWeights {
  const words = vocabulary.split(" ");
  const { embeddings, matrix, affine, norm, vector } = unpackerOf(parts);
  const labels = types.length + facts.length;
  const embedded = embeddings("embeddings", words.length);
  const width = matrix("queries", labels).columns;
  const inner = matrix("0.feed-forward-in", null, width).rows;
  const links = matrix("givers", null, width).rows;
  if (width % heads !== 0) throw new RangeError(`${heads} heads cannot share a width of ${width}`);
  return {
    vocabulary: new Map(words.map((word, place) => [word, place])),
    embeddings: embedded,
    embeddingProjection: affine("embedding-projection", width, embedded.columns),
    positions: matrix("positions", MAX_PIECES, width),
    flags: matrix("flags", FLAGS.length, width),
    embeddingNorm: norm("embedding-norm", width),
    layers: Array.from({ length: layers }, (_, at) => ({
      qkv: affine(`${at}.qkv`, 3 * width, width),
      attentionOutput: affine(`${at}.attention-output`, width, width),
      attentionNorm: norm(`${at}.attention-norm`, width),
      feedForwardIn: affine(`${at}.feed-forward-in`, inner, width),
      feedForwardOut: affine(`${at}.feed-forward-out`, width, inner),
      outputNorm: norm(`${at}.output-norm`, width),
    })),
    heads,
    queries: matrix("queries", labels, width),
    labels: affine("labels", labels, width),
    roots: affine("roots", types.length, width),
    leaves: affine("leaves", types.length, width),
    givers: affine("givers", links, width),
    giverTypes: matrix("giver-types", types.length, links),
    takers: affine("takers", links, width),
    takerTypes: matrix("taker-types", types.length, links),
    linkBias: vector("link", 1),
  };
}

/** Unpacks parts by their names; each is held against the shape that it is to have. */
function unpackerOf({ matrices, vectors }: Pick<StoredNetwork, "matrices" | "vectors">) {
  const embeddings = (name: string, rows: number | null, columns: number | null = null): QuantizedMatrix => {
    const stored = matrices[name];
    if (stored === undefined) throw new RangeError(`The network has no ${name}`);
    const found = quantized(stored);
    const isWhole = found.quantized.length === found.scales.length * found.columns;
    if (
      !isWhole ||
      found.scales.length !== (rows ?? found.scales.length) ||
      found.columns !== (columns ?? found.columns)
    )
      throw new RangeError(`${name} of the network is of another shape`);
    return found;
  };
  const matrix = (name: string, rows: number | null, columns: number | null = null): Matrix =>
    dequantized(embeddings(name, rows, columns));
  const vector = (name: string, length: number): Float32Array => {
    const stored = vectors[name];
    if (stored === undefined) throw new RangeError(`The network has no ${name}`);
    const found = floatsOf(stored);
    if (found.length !== length) throw new RangeError(`${name} of the network is of another shape`);
    return found;
  };
  const affine = (name: string, rows: number, columns: number): Affine => ({
    weights: matrix(name, rows, columns),
    biases: vector(name, rows),
  });
  const norm = (name: string, width: number): Norm => ({
    gain: vector(`${name}.gain`, width),
    offset: vector(`${name}.offset`, width),
  });
  return { embeddings, matrix, vector, affine, norm };
}

/** A loop, as millions of bytes cost half a second by `Uint8Array.from`. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const chars = atob(text);
  const bytes = new Uint8Array(chars.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = chars.charCodeAt(at);
  return bytes;
}

const floatsOf = (text: string): Float32Array => new Float32Array(bytesOf(text).buffer);

const quantized = (stored: StoredMatrix): QuantizedMatrix => ({
  columns: stored.columns,
  scales: floatsOf(stored.scales),
  quantized: new Int8Array(bytesOf(stored.quantized).buffer),
});

function dequantized({ columns, scales, quantized: steps }: QuantizedMatrix): Matrix {
  const values = Float32Array.from(steps, (step, at) => step * (scales[Math.floor(at / columns)] ?? 0));
  return { rows: scales.length, columns, values };
}
