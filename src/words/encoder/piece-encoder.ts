import { type EncoderLayer, encoderLayer, normalizedSum } from "./encoder.ts";
import type { Activation } from "./kernel.ts";
import { add, type Matrix, type QuantizedMatrix, rowOf } from "./matrix.ts";
import type { PieceVocabulary } from "./pieces.ts";
import type { StoredParts } from "./stored-parts.ts";

/** What a piece is, beside the word that it is of; encoders know them by their places here. */
export const FLAGS = ["said", "quoted", "given", "part", "file", "files"] as const;
export type Flag = (typeof FLAGS)[number];

/** What planner, tagger and sentence encoder read at most, as the time grows with its square. */
export const MAX_PIECES = 128;

/** Pieces, each with a vector. */
export interface PieceVectors {
  readonly vocabulary: PieceVocabulary;
  /** A row a piece. */
  readonly vectors: QuantizedMatrix;
}

export interface Piece {
  /** In the table of vectors. */
  readonly place: number;
  readonly flag: Flag;
}

/** Makes of pieces a vector each, a row a piece, which its layers bring in view of each other, one after the other. */
export interface PieceEncoder {
  readonly maxPieces: number;
  /** @throws {RangeError} for more than `maxPieces` */
  embed(pieces: readonly Piece[]): Matrix;
  /** At least one. They keep nothing of what they have read, so that other texts may be read between two of them. */
  readonly layers: readonly [EncoderLayer, ...EncoderLayer[]];
}

/** Takes states through layers. */
export const through = (layers: readonly EncoderLayer[], states: Matrix): Matrix =>
  layers.reduce((seen, layer) => layer(seen), states);

/** @throws {Error} where a part is missing or of another shape */
export function storedVectors(stored: StoredParts): PieceVectors {
  const words = stored.names("vocabulary");
  const [, width = 0] = stored.shapeOf("embeddings");
  const vectors = stored.quantized("embeddings", words.length, width);
  return {
    vocabulary: new Map(words.map((word, place) => [word, place])),
    // Copied, so that the rest of the file can be forgotten.
    vectors: { ...vectors, quantized: vectors.quantized.slice() },
  };
}

/**
 * @param activation that the layers were fitted with
 * @throws {Error} where a part is missing or of another shape
 */
export function storedEncoder(
  stored: StoredParts,
  { vectors }: PieceVectors,
  activation: Activation = "ramp",
): PieceEncoder {
  const { kernel } = stored;
  const { columns: width } = vectors;
  const heads = stored.size("heads");
  // Products are summed four at a time.
  if (width % (4 * heads) !== 0) throw new RangeError(`${heads} heads cannot share a width of ${width}`);
  const [maxPieces = 0] = stored.shapeOf("positions");
  const positions = stored.matrix("positions", maxPieces, width);
  const flags = stored.matrix("flags", FLAGS.length, width);
  const norm = stored.norm("embedding-norm", width);
  const [first, ...others] = Array.from({ length: stored.size("layers") }, (_, at) =>
    storedLayer(stored, `${at}`, width, heads, activation),
  );
  if (first === undefined) throw new RangeError("An encoder without layers sees nothing");
  const embed = (pieces: readonly Piece[]): Matrix => {
    if (pieces.length > maxPieces) throw new RangeError(`${pieces.length} pieces are more than ${maxPieces}`);
    const words: Matrix = { rows: pieces.length, columns: width, values: new Float32Array(pieces.length * width) };
    const besides: Matrix = { ...words, values: positions.values.slice(0, words.values.length) };
    for (const [row, { place, flag }] of pieces.entries()) {
      const own = rowOf(words, row);
      const scale = vectors.scales[place] ?? 0;
      for (let at = 0; at < width; at++) own[at] = scale * (vectors.quantized[place * width + at] ?? 0);
      add(rowOf(besides, row), rowOf(flags, FLAGS.indexOf(flag)));
    }
    return normalizedSum(kernel, words, besides, norm);
  };
  return { maxPieces, embed, layers: [first, ...others] };
}

function storedLayer(
  stored: StoredParts,
  name: string,
  width: number,
  heads: number,
  activation: Activation,
): EncoderLayer {
  const [inner = 0] = stored.shapeOf(`${name}.feed-forward-in`);
  const parts = {
    qkv: stored.keptMap(`${name}.qkv`, 3 * width, width),
    attentionOutput: stored.keptMap(`${name}.attention-output`, width, width),
    attentionNorm: stored.norm(`${name}.attention-norm`, width),
    feedForwardIn: stored.keptMap(`${name}.feed-forward-in`, inner, width, activation),
    feedForwardOut: stored.keptMap(`${name}.feed-forward-out`, width, inner),
    outputNorm: stored.norm(`${name}.output-norm`, width),
  };
  return encoderLayer(stored.kernel, parts, heads);
}
