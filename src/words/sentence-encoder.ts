import { readTensors } from "../safetensors.ts";
import { Kernel } from "./encoder/kernel.ts";
import { add, type Matrix, rowOf } from "./encoder/matrix.ts";
import { MAX_PIECES, type Piece, type PieceVectors, storedEncoder } from "./encoder/piece-encoder.ts";
import { piecesOf, RESERVED } from "./encoder/pieces.ts";
import { StoredParts } from "./encoder/stored-parts.ts";

/** The asset that holds the layers of the encoder. */
export const SENTENCES_ASSET = "words/sentences.safetensors";

/** What encoding is counted in: pieces of words, some 1.4 a word, which take a millisecond each. */
export interface PieceWork {
  /** Throws where a call may not encode so many. */
  admit(unit: "pieces", amount: number, what: string): void;
  /** Gives the thread back from time to time; awaited between two layers. */
  spend(unit: "pieces", amount: number): Promise<void>;
}

/** Vectors of English sentences: those that mean alike point alike. */
export interface SentenceEncoder {
  readonly dimensions: number;
  /**
   * A vector of length 1 for each text, from its first `MAX_PIECES` pieces, some 90 words: of longer ones take sentences.
   * @param layers so many are gone through, all unless given: the last ones keep what a sentence is about, and lose how
   * it speaks of that
   * @throws {AppError} as `work.admit` does, before any is encoded
   */
  embed(texts: readonly string[], work: PieceWork, layers?: number): Promise<readonly Float32Array[]>;
}

/** The pieces of no text's beginning are in more characters. */
const MAX_READ_CHARS = 4_000;

const WORD_OR_SIGN = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;

/**
 * Reads all-MiniLM-L6-v2 (Reimers and Gurevych 2019; Wang et al. 2020) as `training/network/keep_sentences.py` stores it; it
 * keeps 11 MB, besides the words.
 * @param words with the vectors that the layers were fitted to, or near ones
 * @param module as `Kernel` takes it
 * @throws {Error} for what is none, or where a part is missing or of another shape
 */
export function readSentenceEncoder(
  file: Uint8Array<ArrayBuffer>,
  words: PieceVectors,
  module: WebAssembly.Module,
): SentenceEncoder {
  const encoder = storedEncoder(new StoredParts(readTensors(file), new Kernel(module)), words, "gelu");
  const read = (text: string): readonly Piece[] => {
    const places = [RESERVED.start, ...placesOf(text, words), RESERVED.divider];
    return places.map((place) => ({ place, flag: "said" }));
  };
  return {
    dimensions: words.vectors.columns,
    async embed(texts, work, layers) {
      const all = texts.map(read);
      work.admit(
        "pieces",
        all.reduce((sum, pieces) => sum + pieces.length, 0),
        "What is to be understood",
      );
      const vectors: Float32Array[] = [];
      for (const pieces of all) {
        let states = encoder.embed(pieces);
        for (const layer of encoder.layers.slice(0, layers)) {
          states = layer(states);
          await work.spend("pieces", pieces.length / encoder.layers.length);
        }
        vectors.push(direction(rowsOf(states), states.columns));
      }
      return vectors;
    },
  };
}

function placesOf(text: string, { vocabulary }: PieceVectors): readonly number[] {
  const places: number[] = [];
  for (const [word] of text.slice(0, MAX_READ_CHARS).matchAll(WORD_OR_SIGN)) {
    places.push(...piecesOf(word, vocabulary));
    if (places.length >= MAX_PIECES - 2) break;
  }
  return places.slice(0, MAX_PIECES - 2);
}

const rowsOf = (states: Matrix): readonly Float32Array[] =>
  Array.from({ length: states.rows }, (_, row) => rowOf(states, row));

/** The direction of the sum of vectors, of length 1; of none, zeros. */
export function direction(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const vector of vectors) add(sum, vector);
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
